/** Opens a savings book for one more child. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { INVALID_AMOUNT } from '#contract/fields.ts';
import type { Weekday } from '#core/calendar.ts';
import { children } from '#features/children/contract.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { AmountField, readAmount } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayPicker } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ageOf, type ChildDraft, ChildFields, type Wrong, wrongIn } from './child-fields.tsx';

interface Draft extends ChildDraft {
  allowance: string;
  day: Weekday;
}

const EMPTY: Draft = { name: '', age: '', gender: 'boy', allowance: '', day: 0 };
const COMMON = [1_000n, 2_000n, 5_000n];

export interface AddChildDialogProps {
  /** The new child's place in the family: its colour. */
  slot: number;
  onClose: () => void;
}

export function AddChildDialog({ slot, onClose }: AddChildDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const form = useAddChild(onClose);
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
      <Form id="add-child" errors={form.errors} onSubmit={() => form.submit(draft)}>
        <ChildFields draft={draft} onChange={change} slot={slot} />
        <AmountField
          name="weeklyAllowance"
          label={t`Weekly allowance`}
          hint={t`In bitcoin; 0 for none. Or tap an amount.`}
          chips={COMMON}
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

function useAddChild(onClose: () => void) {
  const [errors, setErrors] = useState<FormErrors>({});
  const create = useCall(children.create, {
    onDone: ({ name }) => {
      onClose();
      toast({
        title: t`Child account created successfully`,
        description: t`The savings book of ${name} is open.`,
      });
    },
    onFail: (error) => {
      const message = messageOf(error, t`Failed to create child account`);
      setErrors({ [fieldOf(error) ?? 'form']: message });
      toast({ title: t`Error`, description: message, destructive: true });
    },
  });
  const submit = ({ name, age, gender, allowance, day }: Draft) => {
    const wrong = wrongIn({ name, age, gender }) ?? wrongAllowance(allowance);
    setErrors(wrong ? { [wrong.field]: wrong.message } : {});
    if (wrong) toast({ title: wrong.title, description: wrong.message, destructive: true });
    else
      create.run({
        name: name.trim(),
        age: ageOf(age) as number,
        weeklyAllowance: allowance.trim(),
        allowanceDay: day,
        gender,
      });
  };
  return { errors, submit, busy: create.isPending };
}

function wrongAllowance(text: string): Wrong | undefined {
  if (readAmount(text) !== undefined) return undefined;
  return { field: 'weeklyAllowance', title: t`Invalid Allowance`, message: INVALID_AMOUNT };
}
