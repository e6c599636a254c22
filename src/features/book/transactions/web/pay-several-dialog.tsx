/** One gift or payment for several children: one step, one entry each, all or none. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { FILL_IN, GIVEN_TYPES, transactions } from '#features/book/transactions/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { type Amount, btcOf, isBlank, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import { wrongToast } from './entry-form.ts';

type GivenType = (typeof GIVEN_TYPES)[number];

interface Draft {
  type: GivenType;
  description: string;
  /** The amount typed for each child; an empty field skips the child. */
  amounts: Readonly<Record<string, Amount>>;
}

export interface PaySeveralDialogProps {
  books: readonly Child[];
  onClose: () => void;
}

export function PaySeveralDialog({ books, onClose }: PaySeveralDialogProps) {
  const [draft, setDraft] = useState<Draft>({ type: 'bonus', description: '', amounts: {} });
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const form = usePay(onClose);
  const paid = books.flatMap(({ id }) => draft.amounts[id]?.sats ?? []);
  const totalSats = paid.reduce((sum, sats) => sum + sats, 0n);
  return (
    <Dialog
      title={t`Pay several children`}
      description={t`One line in each book, all at once. The book only records; your wallet pays.`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="pay-several" busy={form.busy}>{t`Add lines`}</Button>
        </>
      }
    >
      <Form id="pay-several" errors={form.errors} onSubmit={() => form.submit(draft)}>
        <SelectField
          name="type"
          label={t`What for?`}
          value={draft.type}
          onChange={(type) => change({ type: type as GivenType })}
          options={GIVEN_TYPES.map((value) => ({ value, label: typeWord(value) }))}
        />
        <TextField
          name="description"
          label={t`Description`}
          maxLength={200}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        {books.map(({ id, name }) => (
          <AmountField
            key={id}
            name={`amount-${id}`}
            label={t`Amount for ${name}`}
            optional
            kind={draft.type}
            value={draft.amounts[id] ?? NO_AMOUNT}
            onChange={(amount) => change({ amounts: { ...draft.amounts, [id]: amount } })}
          />
        ))}
        <p aria-live="polite">
          {t`Together:`} <MoneyText sats={totalSats} />
        </p>
      </Form>
    </Dialog>
  );
}

function typeWord(type: GivenType): string {
  if (type === 'bonus') return t`A bonus or a gift, to savings`;
  return type === 'chore_payment'
    ? t`Pay for a chore, to savings`
    : t`Earned elsewhere, to spending money`;
}

function usePay(onClose: () => void) {
  const failed = t`Failed to add transaction`;
  const form = useFormCall(transactions.addSeveral, {
    failed,
    fields: ['description'],
    toasts: {
      done: (lines) => ({
        title: t`Transaction Added`,
        description: lines.map(({ childName }) => childName).join(', '),
      }),
      wrong: (errors) => wrongToast(errors.form ? { form: FILL_IN } : errors),
      failed: (description) => ({ title: failed, description }),
    },
    onDone: onClose,
  });
  const submit = ({ type, description, amounts }: Draft) => {
    const wanted = Object.entries(amounts).filter(([, amount]) => !isBlank(amount));
    const payments = wanted.map(([childId, amount]) => ({ childId, amount: btcOf(amount) }));
    form.submit({ type, description: description.trim(), payments }, wrongAmounts(wanted));
  };
  return { ...form, submit };
}

/** The contract has one list of payments; here each has its own field. */
function wrongAmounts(wanted: readonly (readonly [string, Amount])[]): FormErrors {
  if (wanted.length === 0) return { form: t`Please enter an amount for at least one child` };
  const bad = wanted.filter(([, { sats }]) => !sats);
  const message = t`Please enter a valid amount`;
  return {
    ...(bad.length > 0 && { form: undefined }),
    ...Object.fromEntries(bad.map(([id]) => [`amount-${id}`, message])),
  };
}
