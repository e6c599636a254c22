/** "Request Savings Withdrawal": how much, why, ask. Words, unit and taps follow the age. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatBtc } from '#core/money.ts';
import { approvals, NOT_ENOUGH_SAVED, REASON_REQUIRED } from '#features/approvals/contract.ts';
import type { Child } from '#features/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { orLater } from '#web/later.ts';
import { useCall } from '#web/query.ts';
import { AmountField, readAmount } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { Band } from './words.ts';

const CHIPS = [500n, 1_000n, 2_000n];

export interface AskSavingsDialogProps {
  child: Child;
  band: Band;
  onClose: () => void;
}

export function AskSavingsDialog({ child, band, onClose }: AskSavingsDialogProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const unit = band === 'young' ? 'btc' : 'sats';
  const mostSats = satsOf(child.availableSavings);
  const form = useAsk(child.id, onClose);
  const submit = () => form.submit(readAmount(amount, unit), mostSats, reason.trim());
  return (
    <Dialog
      title={t`Request Savings Withdrawal`}
      description={t`You can ask for up to ${satsText(mostSats)}. A parent says yes or no.`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="ask-savings" busy={form.busy}>
            {askText(band)}
          </Button>
        </>
      }
    >
      <Form id="ask-savings" errors={form.errors} onSubmit={submit}>
        <AmountField
          name="amount"
          label={band === 'starter' ? t`How much?` : t`Amount`}
          unit={unit}
          chips={band === 'starter' ? CHIPS : []}
          maxSats={mostSats}
          value={amount}
          onChange={setAmount}
        />
        <TextField
          name="reason"
          label={band === 'starter' ? t`What for?` : t`Why do you need it?`}
          hint={band === 'starter' ? undefined : t`Your parent reads this.`}
          maxLength={200}
          value={reason}
          onChange={setReason}
        />
        {band === 'starter' && <ReasonPicker onChoose={setReason} />}
      </Form>
    </Dialog>
  );
}

function askText(band: Band): string {
  if (band === 'starter') return t`Ask my grown-ups`;
  return band === 'explorer' ? t`Send request` : t`Request withdrawal`;
}

function ReasonPicker({ onChoose }: { onChoose: (reason: string) => void }) {
  return (
    <div className="form-actions">
      {[t`A toy`, t`A book`, t`A present`, t`Something sweet`].map((text) => (
        <Button key={text} look="alt" small onClick={() => onChoose(text)}>
          {text}
        </Button>
      ))}
    </div>
  );
}

function useAsk(childId: string, onClose: () => void) {
  const [errors, setErrors] = useState<FormErrors>({});
  const ask = useCall(approvals.ask, {
    onDone: ({ amount }) => {
      onClose();
      const what = satsText(satsOf(amount ?? '0'));
      toast({
        title: t`Request Sent!`,
        description: t`You asked for ${what}. A parent will answer. You do not need to ask again.`,
      });
    },
    onFail: (error, sent) =>
      void orLater(error, approvals.ask, sent, onClose, () => setErrors(sayFailed(error))),
  });
  const submit = (sats: bigint | undefined, mostSats: bigint, reason: string) => {
    const wrong = wrongIn(sats, mostSats, reason);
    setErrors(wrong ?? {});
    const [first] = Object.values(wrong ?? {});
    if (first) toast({ title: first, destructive: true });
    else ask.run({ childId, amount: formatBtc(sats ?? 0n), reason });
  };
  return { errors, submit, busy: ask.isPending };
}

function sayFailed(error: unknown): FormErrors {
  const title = t`Failed to send withdrawal request`;
  const message = messageOf(error, title);
  toast({ title, description: message === title ? undefined : message, destructive: true });
  return { [fieldOf(error) ?? 'form']: message };
}

function wrongIn(
  sats: bigint | undefined,
  mostSats: bigint,
  reason: string,
): Record<string, string> | undefined {
  if (!sats) return { amount: t`Please enter a valid Bitcoin amount` };
  if (sats > mostSats) return { amount: NOT_ENOUGH_SAVED };
  return reason ? undefined : { reason: REASON_REQUIRED };
}
