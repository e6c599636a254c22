/** The Lightning spending limit of a child: going above it is allowed, and noticed. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { INVALID_AMOUNT } from '#contract/fields.ts';
import { type Child, children } from '#features/children/contract.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { AmountField, readAmount } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function LimitForm({ child }: { child: Child }) {
  const [limit, setLimit] = useState(child.spendingThreshold);
  const form = useLimit(child.id);
  return (
    <section className="grid gap-3" aria-label={t`Lightning spending limit`}>
      <h3>{t`Lightning spending limit`}</h3>
      <Form
        errors={form.errors}
        onSubmit={() => form.submit(limit)}
        actions={<Button type="submit" look="alt" busy={form.busy}>{t`Save limit`}</Button>}
      >
        <AmountField
          name="threshold"
          label={t`Spending limit`}
          hint={t`The most spending money that should lie ready. More is allowed; it is only a mark.`}
          value={limit}
          onChange={setLimit}
        />
      </Form>
    </section>
  );
}

function useLimit(id: string) {
  const [errors, setErrors] = useState<FormErrors>({});
  const save = useCall(children.setThreshold, {
    onDone: () => toast({ title: t`Spending limit updated` }),
    onFail: (error) => {
      const failed = t`Failed to update spending threshold`;
      setErrors({ [fieldOf(error) ?? 'form']: messageOf(error, failed) });
      toast({ title: t`Error`, description: failed, destructive: true });
    },
  });
  const submit = (limit: string) => {
    const wrong = readAmount(limit) === undefined;
    setErrors(wrong ? { threshold: INVALID_AMOUNT } : {});
    if (wrong) toast({ title: t`Invalid Amount`, description: INVALID_AMOUNT, destructive: true });
    else save.run({ id, threshold: limit.trim() });
  };
  return { errors, submit, busy: save.isPending };
}
