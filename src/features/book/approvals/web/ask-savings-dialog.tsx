/** "Request Savings Withdrawal": amount, reason, ask. Wording, unit and taps depend on the age. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { approvals, NOT_ENOUGH_SAVED } from '#features/book/approvals/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { btcOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { Band } from './words.ts';

export interface AskSavingsDialogProps {
  child: Child;
  band: Band;
  onClose: () => void;
}

export function AskSavingsDialog(props: AskSavingsDialogProps) {
  const nothing = satsOf(props.child.availableSavings) === 0n;
  return nothing ? <NothingToAsk {...props} /> : <AskDialog {...props} />;
}

/** Shown instead of the form when no amount would be valid. */
function NothingToAsk({ child, onClose }: AskSavingsDialogProps) {
  const allWaits = satsOf(child.savingsBalance) > 0n;
  return (
    <Dialog
      title={t`Request Savings Withdrawal`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <p>
        {allWaits
          ? t`All your savings already wait for an answer. You can ask again afterwards.`
          : t`Your savings are empty. Once something is saved, you can ask for it here.`}
      </p>
    </Dialog>
  );
}

function AskDialog({ child, band, onClose }: AskSavingsDialogProps) {
  const [amount, setAmount] = useState(NO_AMOUNT);
  const [reason, setReason] = useState('');
  const mostSats = satsOf(child.availableSavings);
  const form = useAsk(onClose);
  const submit = () => {
    const tooMuch = (amount.sats ?? 0n) > mostSats;
    form.submit(
      { childId: child.id, amount: btcOf(amount), reason: reason.trim() },
      tooMuch ? { amount: NOT_ENOUGH_SAVED } : {},
    );
  };
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
          satsOnly={band === 'starter'}
          maxSats={mostSats}
          balance={{ sats: mostSats, change: 'out' }}
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

function useAsk(onClose: () => void) {
  const failed = t`Failed to send withdrawal request`;
  return useFormCall(approvals.ask, {
    failed,
    toasts: {
      done: ({ amount }) => {
        const what = satsText(satsOf(amount ?? '0'));
        return {
          title: t`Request Sent!`,
          description: t`You asked for ${what}. A parent will answer; you don’t need to ask again.`,
        };
      },
      wrong: (errors) => ({ title: said(Object.values(errors)[0] ?? '') }),
      failed: (message) => ({
        title: failed,
        description: message === failed ? undefined : message,
      }),
    },
    onDone: onClose,
    onKept: onClose,
  });
}
