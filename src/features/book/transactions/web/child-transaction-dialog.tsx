/** "Add Transaction" in the child's own book: income, spending, or a deposit. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { approvals } from '#features/book/approvals/contract.ts';
import {
  CHILD_TYPES,
  type Transaction,
  transactions,
} from '#features/book/transactions/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { type Amount, btcOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { blanks, payNow } from './entry-form.ts';

type ChildType = (typeof CHILD_TYPES)[number];

interface Draft {
  type: ChildType;
  amount: Amount;
  description: string;
}

const EMPTY: Draft = { type: 'earned', amount: NO_AMOUNT, description: '' };

export interface ChildTransactionDialogProps {
  child: Child;
  band: string;
  /** The child itself asks; a line that a parent writes in its name is booked immediately. */
  asks: boolean;
  /** The parents' Lightning address, for a deposit. */
  payTo: string | null;
  onClose: () => void;
}

export function ChildTransactionDialog({
  child,
  band,
  asks,
  payTo,
  onClose,
}: ChildTransactionDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const form = useAdd(child.id, payTo, onClose);
  return (
    <Dialog
      title={t`Add Transaction`}
      description={t`One line for your own book.`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="child-transaction" busy={form.busy}>{t`Add line`}</Button>
        </>
      }
    >
      <Form id="child-transaction" errors={form.errors} onSubmit={() => form.submit(draft)}>
        <RadioGroup
          name="type"
          label={t`What happened?`}
          value={draft.type}
          onChange={(type) => change({ type })}
          options={CHILD_TYPES.map((type) => ({ value: type, ...typeWords(type, asks) }))}
        />
        {payTo && draft.type === 'savings_deposit' && (
          <p className="sub break-words">{t`Send it to your parents: ${payTo}`}</p>
        )}
        <AmountField
          name="amount"
          label={t`Amount`}
          satsOnly={band === 'starter'}
          maxSats={draft.type === 'earned' ? undefined : satsOf(child.availableSpending)}
          balance={balanceOf(child, draft.type)}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
        />
        <TextField
          name="description"
          label={t`Description`}
          hint={t`A few words, so that you know it later.`}
          maxLength={200}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
      </Form>
    </Dialog>
  );
}

/** The spending money before this line. */
const balanceOf = (child: Child, type: ChildType) => ({
  sats: satsOf(type === 'earned' ? child.spendingBalance : child.availableSpending),
  change: type === 'earned' ? ('in' as const) : ('out' as const),
});

function typeWords(type: ChildType, asks: boolean): { label: string; hint: string } {
  switch (type) {
    case 'earned':
      return {
        label: t`I earned it`,
        hint: asks ? t`A parent says yes first.` : t`It goes to spending money.`,
      };
    case 'spending':
      return { label: t`I spent it`, hint: t`It leaves your spending money.` };
    case 'savings_deposit':
      return {
        label: t`I save it`,
        hint: t`From spending money to savings, once a parent says yes.`,
      };
  }
}

function useAdd(childId: string, payTo: string | null, onClose: () => void) {
  // The line is written, but its transfer call failed: pressing again repeats only the call.
  const [deposit, setDeposit] = useState<Transaction>();
  const start = useFormCall(approvals.initiateTransfer, {
    failed: failedText,
    toasts: { done: ({ amount }) => payNow(satsText(satsOf(amount)), payTo), failed: titleOnly },
    onDone: onClose,
  });
  const startTransfer = ({ id: transactionId, amount, description }: Transaction) =>
    start.submit({ childId, amount, description, transactionId });
  const add = useFormCall(transactions.add, {
    failed: failedText,
    toasts: {
      done: added,
      wrong: (errors) => titleOnly(said(Object.values(errors)[0] ?? '')),
      failed: titleOnly,
    },
    onDone: (entry) => {
      if (entry.type !== 'savings_deposit') return onClose();
      setDeposit(entry);
      startTransfer(entry);
    },
    onKept: onClose,
  });
  const submit = ({ type, amount, description }: Draft) => {
    if (deposit) return startTransfer(deposit);
    add.submit(
      { childId, type, amount: btcOf(amount), description: description.trim() },
      blanks({ amount, description }),
    );
  };
  return { errors: { ...add.errors, ...start.errors }, submit, busy: add.busy || start.busy };
}

const titleOnly = (title: string) => ({ title });

/** A reply that isn't JSON is the only failure with a separate message. */
const failedText = (error: unknown) =>
  error instanceof SyntaxError
    ? t`Server returned invalid response format`
    : t`Failed to add transaction`;

function added({ state, description }: Transaction) {
  const waits = t`Waiting for a parent’s yes.`;
  return {
    title: t`Transaction Added`,
    description: state === 'waiting' ? `${description}. ${waits}` : description,
  };
}
