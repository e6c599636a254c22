/** Changes a child's name, age and picture. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Child, children } from '#features/children/contract.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ageOf, type ChildDraft, ChildFields, wrongIn } from './child-fields.tsx';

export function EditChildForm({ child, slot }: { child: Child; slot: number }) {
  const [draft, setDraft] = useState<ChildDraft>({
    name: child.name,
    age: String(child.age),
    gender: child.gender,
  });
  const form = useEdit(child.id);
  return (
    <Form
      errors={form.errors}
      onSubmit={() => form.submit(draft)}
      actions={<Button type="submit" busy={form.busy}>{t`Save details`}</Button>}
    >
      <ChildFields
        draft={draft}
        slot={slot}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </Form>
  );
}

function useEdit(id: string) {
  const [errors, setErrors] = useState<FormErrors>({});
  const edit = useCall(children.edit, {
    onDone: () => toast({ title: t`Details saved` }),
    onFail: (error) => {
      const message = messageOf(error, t`Failed to save the details`);
      setErrors({ [fieldOf(error) ?? 'form']: message });
      toast({ title: t`Error`, description: message, destructive: true });
    },
  });
  const submit = (draft: ChildDraft) => {
    const wrong = wrongIn(draft);
    setErrors(wrong ? { [wrong.field]: wrong.message } : {});
    if (wrong) toast({ title: wrong.title, description: wrong.message, destructive: true });
    else {
      const age = ageOf(draft.age) as number;
      edit.run({ id, name: draft.name.trim(), age, gender: draft.gender });
    }
  };
  return { errors, submit, busy: edit.isPending };
}
