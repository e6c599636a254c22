/** A parent's form for a new line in a child's book. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { PARENT_TYPES, transactions } from '#features/book/transactions/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { type Amount, btcOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import { blanks, wrongToast } from './entry-form.ts';

type ParentType = (typeof PARENT_TYPES)[number];

export interface Draft {
  type: ParentType;
  amount: Amount;
  description: string;
}

const EMPTY: Draft = { type: 'bonus', amount: NO_AMOUNT, description: '' };

export interface AddTransactionDialogProps {
  child: Child;
  /** The form's initial values. */
  initial?: Draft | undefined;
  onClose: () => void;
}

export function AddTransactionDialog({ child, initial, onClose }: AddTransactionDialogProps) {
  const [draft, setDraft] = useState(initial ?? EMPTY);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const form = useAdd(onClose);
  const submit = () => {
    const { type, amount, description } = draft;
    const words = { amount: btcOf(amount), description: description.trim() };
    form.submit({ childId: child.id, type, ...words }, blanks({ amount, description }));
  };
  const isOut = draft.type === 'spending' || draft.type === 'lightning_spend';
  return (
    <Dialog
      title={t`Parent Only`}
      description={t`Adds one line to ${child.name}’s book. The book only records; your wallet pays.`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="add-transaction" busy={form.busy}>{t`Add line`}</Button>
        </>
      }
    >
      <Form id="add-transaction" errors={form.errors} onSubmit={submit}>
        <SelectField
          name="type"
          label={t`What happened?`}
          hint={typeWords(draft.type).where}
          value={draft.type}
          onChange={(type) => change({ type: type as ParentType })}
          options={PARENT_TYPES.map((type) => ({ value: type, label: typeWords(type).label }))}
        />
        <AmountField
          name="amount"
          label={t`Amount`}
          kind={draft.type}
          maxSats={isOut ? satsOf(child.availableSpending) : undefined}
          balance={balanceOf(child, draft.type)}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
        />
        <TextField
          name="description"
          label={t`Description`}
          hint={t`A few words, as they will appear in the book.`}
          maxLength={200}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
      </Form>
    </Dialog>
  );
}

/** The balance of the account that the line changes, before the change. */
function balanceOf(child: Child, type: ParentType) {
  if (type === 'bonus' || type === 'chore_payment')
    return { sats: satsOf(child.savingsBalance), change: 'in' as const };
  if (type === 'earned') return { sats: satsOf(child.spendingBalance), change: 'in' as const };
  return { sats: satsOf(child.availableSpending), change: 'out' as const };
}

function typeWords(type: ParentType): { label: string; where: string } {
  const toSavings = t`Goes to savings.`;
  const fromSpending = t`Comes out of spending money.`;
  switch (type) {
    case 'bonus':
      return { label: t`A bonus or a gift`, where: toSavings };
    case 'chore_payment':
      return { label: t`Pay for a chore`, where: toSavings };
    case 'earned':
      return { label: t`Earned elsewhere`, where: t`Goes to spending money.` };
    case 'spending':
      return { label: t`Spent`, where: fromSpending };
    case 'lightning_spend':
      return { label: t`Paid with Lightning`, where: fromSpending };
  }
}

function useAdd(onClose: () => void) {
  const failed = t`Failed to add transaction`;
  return useFormCall(transactions.add, {
    failed,
    toasts: {
      done: ({ childName, description }) => ({
        title: t`Transaction Added`,
        description: `${childName}: ${description}`,
      }),
      wrong: wrongToast,
      failed: (description) => ({ title: failed, description }),
    },
    onDone: onClose,
  });
}
