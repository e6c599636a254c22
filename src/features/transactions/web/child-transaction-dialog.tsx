/** "Add Transaction" in the child's own book: an income, something spent, or a deposit. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatBtc } from '#core/money.ts';
import { approvals } from '#features/approvals/contract.ts';
import type { Child } from '#features/children/contract.ts';
import {
  CHILD_TYPES,
  FILL_IN,
  type Transaction,
  transactions,
} from '#features/transactions/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { orLater } from '#web/later.ts';
import { useCall } from '#web/query.ts';
import { AmountField, readAmount } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';

type ChildType = (typeof CHILD_TYPES)[number];
type Unit = 'btc' | 'sats';

interface Draft {
  type: ChildType;
  amount: string;
  description: string;
}

const EMPTY: Draft = { type: 'earned', amount: '', description: '' };
/** What the youngest tap instead of typing. */
const CHIPS = [500n, 1_000n, 2_000n];
const LIGHTNING_TOAST_MS = 10_000;

export interface ChildTransactionDialogProps {
  child: Child;
  /** Of the amount field; the youngest count in sats. */
  unit: Unit;
  band: string;
  /** The child itself asks; what a parent writes in its name is booked at once. */
  asks: boolean;
  onClose: () => void;
}

export function ChildTransactionDialog({
  child,
  unit,
  band,
  asks,
  onClose,
}: ChildTransactionDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const form = useAdd(child.id, unit, onClose);
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
        <AmountField
          name="amount"
          label={t`Amount`}
          unit={unit}
          chips={band === 'starter' ? CHIPS : []}
          maxSats={draft.type === 'earned' ? undefined : satsOf(child.spendingBalance)}
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
      return { label: t`I save it`, hint: t`From spending money into savings. A parent says yes.` };
  }
}

function useAdd(childId: string, unit: Unit, onClose: () => void) {
  const [errors, setErrors] = useState<FormErrors>({});
  // Written already, but its transfer has not answered: pressing again asks for that alone.
  const [deposit, setDeposit] = useState<Transaction>();
  const fail = (error: unknown) => {
    // A reply that is no JSON is the one fault that has a sentence of its own.
    const message =
      error instanceof SyntaxError
        ? t`Server returned invalid response format`
        : messageOf(error, t`Failed to add transaction`);
    setErrors({ [fieldOf(error) ?? 'form']: message });
    toast({ title: message, destructive: true });
  };
  const start = useCall(approvals.initiateTransfer, {
    onDone: ({ amount }) => {
      onClose();
      sayPayNow(satsText(satsOf(amount)));
    },
    onFail: fail,
  });
  const startTransfer = ({ id: transactionId, amount, description }: Transaction) =>
    start.run({ childId, amount, description, transactionId });
  const add = useCall(transactions.add, {
    onDone: (entry) => {
      sayAdded(entry);
      if (entry.type !== 'savings_deposit') return onClose();
      setDeposit(entry);
      startTransfer(entry);
    },
    onFail: (error, sent) =>
      void orLater(error, transactions.add, sent, onClose, () => fail(error)),
  });
  const submit = (draft: Draft) => {
    if (deposit) return startTransfer(deposit);
    const sats = readAmount(draft.amount, unit);
    const wrong = wrongIn(draft, sats);
    setErrors(wrong?.errors ?? {});
    if (wrong) toast({ title: wrong.message, destructive: true });
    else
      add.run({
        childId,
        type: draft.type,
        amount: formatBtc(sats ?? 0n),
        description: draft.description.trim(),
      });
  };
  return { errors, submit, busy: add.isPending || start.isPending };
}

function sayAdded({ state, description }: Transaction) {
  const waits = t`It waits for a parent’s yes.`;
  toast({
    title: t`Transaction Added`,
    description: state === 'waiting' ? `${description}. ${waits}` : description,
  });
}

const sayPayNow = (amount: string) =>
  toast({
    title: t`Lightning Payment Required`,
    description: t`Please send ${amount} to your parent’s Lightning address. They say yes when it has arrived.`,
    durationMs: LIGHTNING_TOAST_MS,
  });

function wrongIn({ amount, description }: Draft, sats: bigint | undefined) {
  const noAmount = amount.trim() === '';
  const noWords = description.trim() === '';
  if (noAmount || noWords) {
    const errors = {
      ...(noAmount && { amount: FILL_IN }),
      ...(noWords && { description: FILL_IN }),
    };
    return { message: FILL_IN, errors };
  }
  if (sats) return undefined;
  const message = t`Please enter a valid amount`;
  return { message, errors: { amount: message } };
}
