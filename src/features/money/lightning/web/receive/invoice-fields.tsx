/** The form for a child's invoice: the amount, and the payer's text. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export type InvoiceDraft = ReturnType<typeof useInvoiceDraft>;

export function useInvoiceDraft() {
  const [amount, setAmount] = useState(NO_AMOUNT);
  const [description, setDescription] = useState('');
  return {
    amount,
    setAmount,
    description,
    setDescription,
    typed: { amount: amount.sats?.toString() ?? '', description },
  };
}

interface InvoiceFieldsProps {
  draft: InvoiceDraft;
  errors: FormErrors;
  busy: boolean;
  onSubmit: () => void;
}

export function InvoiceFields({ draft, errors, busy, onSubmit }: InvoiceFieldsProps) {
  return (
    <Form
      onSubmit={onSubmit}
      errors={errors}
      actions={<Button type="submit" busy={busy}>{t`Create invoice`}</Button>}
    >
      <p className="sub">
        {t`Whoever scans the invoice pays into your family’s wallet. It is written down as spending money once it has arrived.`}
      </p>
      <AmountField
        name="amount"
        label={t`Amount`}
        value={draft.amount}
        onChange={draft.setAmount}
      />
      <TextField
        name="description"
        label={t`What is it for? (optional)`}
        hint={t`The payer sees this, so leave names out.`}
        maxLength={200}
        value={draft.description}
        onChange={draft.setDescription}
      />
    </Form>
  );
}
