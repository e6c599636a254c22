/** A child's Lightning spending limit: exceeding it is allowed, but noticed. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Child, children } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { amountOf, btcOf } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';

export function LimitForm({ child }: { child: Child }) {
  const [limit, setLimit] = useState(() => amountOf(satsOf(child.spendingThreshold)));
  const form = useLimit();
  return (
    <section className="grid gap-3" aria-label={t`Lightning spending limit`}>
      <h3>{t`Lightning spending limit`}</h3>
      <Form
        errors={form.errors}
        onSubmit={() => form.submit({ id: child.id, threshold: btcOf(limit) })}
        actions={<Button type="submit" look="alt" busy={form.busy}>{t`Save limit`}</Button>}
      >
        <AmountField
          name="threshold"
          label={t`Spending limit`}
          hint={t`How much spending money to keep at hand. Going above it is allowed; you can then move the rest to savings.`}
          chips={[]}
          value={limit}
          onChange={setLimit}
        />
      </Form>
    </section>
  );
}

function useLimit() {
  const failed = t`Failed to update spending threshold`;
  return useFormCall(children.setThreshold, {
    failed,
    toasts: {
      done: () => ({ title: t`Spending limit updated` }),
      wrong: ({ threshold }) => ({ title: t`Invalid Amount`, description: threshold }),
      failed: () => ({ title: t`Error`, description: failed }),
    },
  });
}
