/** Approves part of a requested amount. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatBtc } from '#core/money.ts';
import { NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';

export interface LessFormProps {
  mostSats: bigint;
  busy: boolean;
  /** In BTC. */
  onApprove: (amount: string) => void;
  onBack: () => void;
}

export function LessForm({ mostSats, busy, onApprove, onBack }: LessFormProps) {
  const [amount, setAmount] = useState(NO_AMOUNT);
  const [error, setError] = useState<string>();
  const submit = () => {
    const { sats } = amount;
    const fits = sats !== undefined && sats > 0n && sats <= mostSats;
    setError(fits ? undefined : t`Please enter 1 to ${satsText(mostSats)}`);
    if (fits) onApprove(formatBtc(sats));
  };
  return (
    <Form
      errors={error ? { amount: error } : {}}
      onSubmit={submit}
      actions={
        <div className="ask-pair">
          <Button look="alt" onClick={onBack}>{t`Back`}</Button>
          <Button type="submit" busy={busy}>{t`Approve`}</Button>
        </div>
      }
    >
      <AmountField
        name="amount"
        label={t`How much?`}
        hint={t`At most ${satsText(mostSats)}; the rest becomes available again.`}
        chips={[]}
        value={amount}
        onChange={setAmount}
      />
    </Form>
  );
}
