/** How much a parent may move in a day before we ask whether it is still them. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ceiling } from '#features/ceiling/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { amountOf } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { satsText } from '#web/ui/money-text.ts';

export function CeilingCard() {
  const answer = useQuery(query(ceiling.get, {}));
  return (
    <Card className="grid gap-3" aria-labelledby="ceiling">
      <h2 id="ceiling">{t`Daily limit`}</h2>
      <Loaded answer={answer} label={t`Looking up your daily limit`} height="9rem">
        {({ amount }) => <Ceiling key={amount} amount={amount} />}
      </Loaded>
    </Card>
  );
}

/** @param amount in sats, as it is now */
function Ceiling({ amount: saved }: { amount: number }) {
  const [amount, setAmount] = useState(() => amountOf(BigInt(saved)));
  const sats = satsText(BigInt(saved));
  const call = useFormCall(ceiling.save, {
    failed: t`The limit could not be saved just now.`,
    toasts: { done: () => ({ title: t`Limit saved` }) },
  });
  return (
    <Form
      onSubmit={() => call.submit({ limit: amount.sats?.toString() ?? '' })}
      errors={call.errors}
      actions={<Button type="submit" look="alt" busy={call.busy}>{t`Save limit`}</Button>}
    >
      <p className="sub">
        <Trans>
          Above {sats} a day, we ask you to sign in again and tell every parent. Below it, paying
          stays one press.
        </Trans>
      </p>
      <AmountField
        name="limit"
        label={t`Above this amount a day, ask me to sign in again`}
        hint={t`It counts for each parent, in any 24 hours, fees included. With 0 we ask each time.`}
        chips={[]}
        value={amount}
        onChange={setAmount}
      />
    </Form>
  );
}
