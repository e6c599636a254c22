/** Savings to spending money: a parent moves them, a child asks. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { btcOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';

export function TransferTab({ childId, isChild }: { childId: string; isChild: boolean }) {
  const [amount, setAmount] = useState(NO_AMOUNT);
  const call = useFormCall(lightning.transferToSpending, {
    failed: t`Failed to transfer funds`,
    toasts: {
      done: ({ state }) =>
        state === 'moved' ? { title: t`Transfer Successful` } : { title: t`Asked` },
      failed: (description) => ({ title: t`Transfer Failed`, description }),
    },
    onDone: () => setAmount(NO_AMOUNT),
  });
  return (
    <Form
      onSubmit={() => call.submit({ childId, amount: btcOf(amount) })}
      errors={call.errors}
      actions={
        <Button type="submit" busy={call.busy}>
          {isChild ? t`Ask a parent` : t`Transfer`}
        </Button>
      }
    >
      <p className="sub">{t`From savings to spending money, in the book.`}</p>
      <AmountField name="amount" label={t`Amount`} value={amount} onChange={setAmount} />
    </Form>
  );
}
