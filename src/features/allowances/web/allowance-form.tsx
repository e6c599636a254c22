/**
 * Amount and day of a child's weekly allowance. Before saving it shows the next date; if weeks are
 * due but not booked, it first asks what becomes of them.
 */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { INVALID_AMOUNT } from '#contract/fields.ts';
import type { Weekday } from '#core/calendar.ts';
import { allowances } from '#features/allowances/contract.ts';
import type { Child } from '#features/children/contract.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { AmountField, readAmount } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayPicker } from '#web/ui/choice-field.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ChangePreview } from './change-preview.tsx';
import { type Unbooked, useChangePreview } from './use-change-preview.ts';

export function AllowanceForm({ child }: { child: Child }) {
  const [amount, setAmount] = useState(child.weeklyAllowance);
  const [day, setDay] = useState<Weekday>(child.allowanceDay);
  const [unbooked, setUnbooked] = useState<Unbooked>();
  const preview = useChangePreview(child.id, readAmount(amount), day);
  const form = useChange(child.id, () => setUnbooked(undefined));
  return (
    <Form
      errors={form.errors}
      onSubmit={() => form.submit({ amount, day, unbooked }, preview.asks)}
      actions={
        <Button type="submit" busy={form.busy || preview.loading}>{t`Save allowance`}</Button>
      }
    >
      <AmountField
        name="weeklyAllowance"
        label={t`Weekly allowance`}
        hint={t`In bitcoin; 0 for none.`}
        value={amount}
        onChange={setAmount}
      />
      <DayPicker
        name="allowanceDay"
        label={t`Allowance day`}
        value={day}
        onChange={(value) => setDay(value as Weekday)}
      />
      <ChangePreview preview={preview} value={unbooked} onChange={setUnbooked} />
    </Form>
  );
}

interface Draft {
  amount: string;
  day: Weekday;
  unbooked: Unbooked | undefined;
}

function useChange(id: string, onSaved: () => void) {
  const [errors, setErrors] = useState<FormErrors>({});
  const change = useCall(allowances.change, {
    onDone: () => {
      onSaved();
      toast({ title: t`Allowance settings updated successfully` });
    },
    onFail: (error) => {
      const failed = t`Failed to update allowance settings`;
      setErrors({ [fieldOf(error) ?? 'form']: messageOf(error, failed) });
      toast({ title: t`Error`, description: failed, destructive: true });
    },
  });
  const submit = ({ amount, day, unbooked }: Draft, asks: boolean) => {
    if (readAmount(amount) === undefined) {
      setErrors({ weeklyAllowance: INVALID_AMOUNT });
      toast({ title: t`Invalid Amount`, description: INVALID_AMOUNT, destructive: true });
    } else if (asks && !unbooked) {
      setErrors({ unbooked: t`Please choose what becomes of the unbooked weeks` });
    } else {
      setErrors({});
      const plan = { weeklyAllowance: amount.trim(), allowanceDay: day };
      change.run({ id, ...plan, ...(asks && unbooked ? { unbooked } : {}) });
    }
  };
  return { errors, submit, busy: change.isPending };
}
