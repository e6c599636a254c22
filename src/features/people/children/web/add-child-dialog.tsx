/** Opens another savings book. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Weekday } from '#core/calendar.ts';
import { COMMON_SATS } from '#core/usual-amounts.ts';
import { children } from '#features/people/children/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { type Amount, btcOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayPicker } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { ageOf, type ChildDraft, ChildFields, wrongToast } from './child-fields.tsx';

interface Draft extends ChildDraft {
  allowance: Amount;
  day: Weekday;
}

const EMPTY: Draft = { name: '', age: '', gender: 'boy', allowance: NO_AMOUNT, day: 0 };

export interface AddChildDialogProps {
  /** The new child's position in the family, which determines its color. */
  slot: number;
  onClose: () => void;
}

export function AddChildDialog({ slot, onClose }: AddChildDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const form = useAddChild(onClose);
  const submit = () =>
    form.submit({
      name: draft.name.trim(),
      age: ageOf(draft.age),
      weeklyAllowance: btcOf(draft.allowance),
      allowanceDay: draft.day,
      gender: draft.gender,
    });
  return (
    <Dialog
      title={t`Add a child`}
      description={t`Opens a savings book. You can change all of this later.`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="add-child" busy={form.busy}>{t`Open the book`}</Button>
        </>
      }
    >
      <Form id="add-child" errors={form.errors} onSubmit={submit}>
        <ChildFields draft={draft} onChange={change} slot={slot} />
        <AmountField
          name="weeklyAllowance"
          label={t`Weekly allowance`}
          hint={t`0 for none.`}
          chips={COMMON_SATS}
          value={draft.allowance}
          onChange={(allowance) => change({ allowance })}
        />
        <DayPicker
          name="allowanceDay"
          label={t`Allowance day`}
          value={draft.day}
          onChange={(day) => change({ day: day as Weekday })}
        />
      </Form>
    </Dialog>
  );
}

const useAddChild = (onClose: () => void) =>
  useFormCall(children.create, {
    failed: t`Failed to create child account`,
    toasts: {
      done: ({ name }) => ({
        title: t`Child account created successfully`,
        description: t`${name}’s savings book is open.`,
      }),
      wrong: wrongToast,
    },
    onDone: onClose,
  });
