/** A child's invoice: its QR code while it can be paid, then its outcome. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ChildInvoice } from '#features/money/lightning/receiving/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { invoiceText, isOver } from '../words.ts';

/** Some 300 letters mean nothing to people; both ends are enough to compare. */
const shortened = (text: string): string =>
  text.length > 32 ? `${text.slice(0, 16)}…${text.slice(-10)}` : text;

interface InvoiceViewProps {
  invoice: ChildInvoice;
  onAgain: () => void;
  /** How its payment is being checked. */
  children?: ReactNode;
}

export function InvoiceView({ invoice, onAgain, children }: InvoiceViewProps) {
  const now = Date.now();
  return (
    <div className="grid gap-4">
      <p role="status" className={invoice.state === 'open' ? 'lead' : 'ln-sum'}>
        {invoiceText(invoice, now)}
      </p>
      {invoice.state === 'open' && !isOver(invoice, now) && (
        <>
          <QrCode text={`lightning:${invoice.invoice}`} label={t`QR code of the invoice`} />
          <p className="mono sub">{shortened(invoice.invoice)}</p>
          <div className="form-actions">
            <CopyButton text={invoice.invoice} label={t`Copy the invoice`} />
          </div>
        </>
      )}
      {children}
      <div className="form-actions">
        <Button look="quiet" onClick={onAgain}>{t`Another invoice`}</Button>
      </div>
    </div>
  );
}
