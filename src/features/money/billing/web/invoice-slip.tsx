/** The invoice: its QR code, the time left, and "paid" once the wallet confirms it. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  billing,
  INVOICE_MINUTES,
  POLL_MS,
  type SubscriptionInvoice,
} from '#features/money/billing/contract.ts';
import { record } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { CopyIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useSecondsLeft } from '#web/use-seconds-left.ts';
import { clockText } from './words.ts';

interface InvoiceSlipProps {
  invoice: SubscriptionInvoice;
  onPaid: () => void;
  onAgain: () => void;
}

export function InvoiceSlip({ invoice, onPaid, onAgain }: InvoiceSlipProps) {
  const { paymentHash, bolt11, amountSats } = invoice;
  // Measured on this device, because its clock may differ from the server's.
  const [until] = useState(() => Date.now() + INVOICE_MINUTES * 60_000);
  const left = useSecondsLeft(until);
  const time = clockText(left);
  const isOver = left === 0;
  const isPaid = usePaid(paymentHash, !isOver);
  const queries = useQueryClient();
  useEffect(() => {
    if (!isPaid) return;
    toast({ title: t`Payment successful!` });
    void queries.invalidateQueries();
    onPaid();
  }, [isPaid, queries, onPaid]);
  return (
    <section className="slip" aria-label={t`Invoice`}>
      {!isOver && (
        <div className="slip-code">
          <QrCode text={`lightning:${bolt11}`} label={t`QR code of the invoice`} />
        </div>
      )}
      <div className="grid gap-3 content-start min-w-0">
        <MoneyText sats={BigInt(amountSats)} size="big" />
        <p role="status" className="lead">
          {isOver ? t`Invoice expired` : t`Waiting for your payment`}
        </p>
        {isOver ? (
          <p className="sub">
            {t`If you have paid it already, your months are added as soon as the payment arrives.`}
          </p>
        ) : (
          <>
            <p className="sub num" role="timer">{t`${time} left`}</p>
            <p className="mono break-all slip-text">{bolt11}</p>
          </>
        )}
        <div className="form-actions">
          {!isOver && (
            <Button look="alt" small onClick={() => void copyText(bolt11, t`Invoice copied`)}>
              <CopyIcon size={18} /> {t`Copy the invoice`}
            </Button>
          )}
          <Button look={isOver ? 'primary' : 'quiet'} small onClick={onAgain}>
            {isOver ? t`New invoice` : t`Change the term`}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** A failed check is ignored; the next one follows. */
function usePaid(paymentHash: string, isWaiting: boolean): boolean {
  const { data, error } = useQuery({
    ...query(billing.checkPayment, { paymentHash }),
    refetchInterval: isWaiting ? POLL_MS : false,
    refetchIntervalInBackground: true,
    retry: false,
  });
  useEffect(() => {
    if (error) record(error);
  }, [error]);
  return data?.payment.verified ?? false;
}
