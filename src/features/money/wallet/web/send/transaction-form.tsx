/** Enters the transaction that pays; it is looked up, and must really pay. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormProps } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface TransactionFormProps extends Pick<FormProps, 'errors'> {
  busy: boolean;
  submit: (transactionId: string) => void;
}

export function TransactionForm({ busy, errors, submit }: TransactionFormProps) {
  const [transactionId, setTransactionId] = useState('');
  return (
    <details className="fold">
      <summary>{t`I have paid: name the transaction`}</summary>
      <Form
        onSubmit={() => submit(transactionId)}
        errors={errors}
        actions={<Button type="submit" small busy={busy}>{t`Look it up`}</Button>}
      >
        <TextField
          name="transactionId"
          label={t`Transaction ID`}
          hint={t`Your wallet shows it: 64 digits and letters. It counts only if it pays this.`}
          mono
          autoComplete="off"
          spellCheck={false}
          value={transactionId}
          onChange={setTransactionId}
        />
      </Form>
    </details>
  );
}
