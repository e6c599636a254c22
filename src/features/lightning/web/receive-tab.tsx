/** An invoice for a child: its QR code, and "arrived" once the wallet says so. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChildInvoice, receiving } from '#features/lightning/receiving/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Form } from '#web/ui/form.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { invoiceText, isOver } from './words.ts';

/** How often an open invoice is read again; the live stream tells it sooner. */
const POLL_MS = 5_000;

export function ReceiveTab({ childId }: { childId: string }) {
  const [hash, setHash] = useState<string>();
  const list = useQuery({
    ...query(receiving.list, { childId }),
    enabled: hash !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: one }) => one === 'open') ? POLL_MS : false,
  });
  const invoice = list.data?.find(({ paymentHash }) => paymentHash === hash);
  if (invoice) return <InvoiceView invoice={invoice} onAgain={() => setHash(undefined)} />;
  return <InvoiceForm childId={childId} onMade={({ paymentHash }) => setHash(paymentHash)} />;
}

type InvoiceFormProps = { childId: string; onMade: (made: ChildInvoice) => void };

function InvoiceForm({ childId, onMade }: InvoiceFormProps) {
  const [amount, setAmount] = useState(NO_AMOUNT);
  const [description, setDescription] = useState('');
  const call = useFormCall(receiving.create, {
    failed: t`Failed to create Lightning invoice`,
    toasts: {
      done: () => ({ title: t`Invoice Created` }),
      failed: () => ({ title: t`Error`, description: t`Failed to create Lightning invoice` }),
    },
    onDone: onMade,
  });
  const submit = () => call.submit({ childId, amount: amount.sats?.toString() ?? '', description });
  return (
    <Form
      onSubmit={submit}
      errors={call.errors}
      actions={<Button type="submit" busy={call.busy}>{t`Create invoice`}</Button>}
    >
      <p className="sub">
        {t`Whoever scans the invoice pays into your family’s wallet. It is written down as spending money once it has arrived.`}
      </p>
      <AmountField name="amount" label={t`Amount`} value={amount} onChange={setAmount} />
      <TextField
        name="description"
        label={t`What is it for? (optional)`}
        hint={t`Whoever pays reads this. Leave names out.`}
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
    </Form>
  );
}

/** Some 300 letters say nothing to people; both ends are enough to compare. */
const shortened = (text: string): string =>
  text.length > 32 ? `${text.slice(0, 16)}…${text.slice(-10)}` : text;

function InvoiceView({ invoice, onAgain }: { invoice: ChildInvoice; onAgain: () => void }) {
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
      <div className="form-actions">
        <Button look="quiet" onClick={onAgain}>{t`Another invoice`}</Button>
      </div>
    </div>
  );
}
