/**
 * Amount and day of a child's weekly allowance. Shows the next date before saving; if weeks are due
 * but not booked, first asks what to do with them.
 */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Weekday } from '#core/calendar.ts';
import { COMMON_SATS } from '#core/usual-amounts.ts';
import type { Child } from '#features/people/children/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { amountOf, btcOf } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayPicker } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { AgreedFields, agreedInput, useAgreeing } from './agreed-fields.tsx';
import { ChangePreview } from './change-preview.tsx';
import { type Unbooked, useChangePreview } from './use-change-preview.ts';

interface AllowanceFormProps {
  child: Child;
  onSaved: () => void;
}

export function AllowanceForm({ child, onSaved }: AllowanceFormProps) {
  const [amount, setAmount] = useState(() => amountOf(satsOf(child.weeklyAllowance)));
  const [day, setDay] = useState<Weekday>(child.allowanceDay);
  const [unbooked, setUnbooked] = useState<Unbooked>();
  const agreeing = useAgreeing(child);
  const sats = agreeing?.isOn ? agreeing.minor : amount.sats;
  const preview = useChangePreview(child.id, sats, day);
  const form = useChange(onSaved);
  const submit = () => {
    const { agreed, errors } = agreedInput(agreeing);
    form.submit(
      {
        id: child.id,
        ...(agreed ? { agreed } : { weeklyAllowance: btcOf(amount), agreed }),
        allowanceDay: day,
        unbooked: preview.asks ? unbooked : undefined,
      },
      preview.asks && !unbooked
        ? { ...errors, unbooked: t`Please choose what to do with the unrecorded weeks` }
        : errors,
    );
  };
  const inSats = (
    <AmountField
      name="weeklyAllowance"
      label={t`Weekly allowance`}
      hint={t`0 for none.`}
      chips={COMMON_SATS}
      value={amount}
      onChange={setAmount}
    />
  );
  return (
    <Form
      errors={form.errors}
      onSubmit={submit}
      actions={
        <Button type="submit" busy={form.busy || preview.loading}>{t`Save allowance`}</Button>
      }
    >
      {agreeing ? (
        <AgreedFields one={agreeing}>{inSats}</AgreedFields>
      ) : (
        <>
          {inSats}
          <p className="sub">
            {t`Would you rather set it in your own money?`}{' '}
            <PageLink href="/settings?page=paydays">{t`Say what a bitcoin costs`}</PageLink>
          </p>
        </>
      )}
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

function useChange(onDone: () => void) {
  const failed = t`Failed to update allowance settings`;
  return useFormCall(allowances.change, {
    failed,
    fields: ['weeklyAllowance', 'agreed', 'most', 'allowanceDay', 'unbooked'],
    toasts: {
      done: () => ({ title: t`Allowance settings updated successfully` }),
      wrong: ({ weeklyAllowance: description }) =>
        description ? { title: t`Invalid Amount`, description } : undefined,
      failed: () => ({ title: t`Error`, description: failed }),
    },
    onDone,
  });
}
