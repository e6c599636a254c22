/** A child's invoice: its QR code, and "arrived" once the wallet confirms it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChildInvoice, receiving } from '#features/money/lightning/receiving/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { InvoiceFields, useInvoiceDraft } from './invoice-fields.tsx';
import { InvoiceView } from './invoice-view.tsx';

/** Interval for refetching an open invoice; the live stream usually reports it sooner. */
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
  const draft = useInvoiceDraft();
  const call = useFormCall(receiving.create, {
    failed: t`Failed to create Lightning invoice`,
    toasts: {
      done: () => ({ title: t`Invoice Created` }),
      failed: () => ({ title: t`Error`, description: t`Failed to create Lightning invoice` }),
    },
    onDone: onMade,
  });
  return (
    <InvoiceFields
      draft={draft}
      errors={call.errors}
      busy={call.busy}
      onSubmit={() => call.submit({ childId, ...draft.typed })}
    />
  );
}
