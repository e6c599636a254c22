/** The daily amount a child may pay without asking; adults set it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { amountOf } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';

type Child = { id: string; name: string };

export function PayLimitForm({ child }: { child: Child }) {
  const answer = useQuery(query(lightning.config, {}));
  return (
    <Loaded answer={answer} label={t`Opening Lightning`} height="8rem">
      {({ payLimits }) => <PayLimit child={child} limit={payLimits[child.id] ?? 0} />}
    </Loaded>
  );
}

/** @param limit the current one, in sats */
export function PayLimit({ child, limit }: { child: Child; limit: number }) {
  const [amount, setAmount] = useState(() => amountOf(BigInt(limit)));
  const call = useFormCall(lightning.setPayLimit, {
    failed: t`The limit could not be saved just now.`,
    toasts: { done: () => ({ title: t`Limit saved` }) },
  });
  return (
    <Form
      onSubmit={() => call.submit({ id: child.id, limit: amount.sats?.toString() ?? '' })}
      errors={call.errors}
      actions={<Button type="submit" look="alt" busy={call.busy}>{t`Save limit`}</Button>}
    >
      <AmountField
        name="limit"
        label={t`${child.name} may pay in a day without asking`}
        hint={t`Fees included. Above this, ${child.name} asks first. 0 means always ask.`}
        chips={[]}
        value={amount}
        onChange={setAmount}
      />
    </Form>
  );
}
