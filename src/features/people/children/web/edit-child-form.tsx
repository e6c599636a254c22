/** Changes a child's name, age and picture. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Child, children } from '#features/people/children/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { ageOf, type ChildDraft, ChildFields, wrongToast } from './child-fields.tsx';

export function EditChildForm({ child }: { child: Child }) {
  const [draft, setDraft] = useState<ChildDraft>({
    name: child.name,
    age: String(child.age),
    gender: child.gender,
  });
  const form = useFormCall(children.edit, {
    failed: t`Failed to save the details`,
    toasts: { done: () => ({ title: t`Details saved` }), wrong: wrongToast },
  });
  const submit = () =>
    form.submit({
      id: child.id,
      name: draft.name.trim(),
      age: ageOf(draft.age),
      gender: draft.gender,
    });
  return (
    <Form
      errors={form.errors}
      onSubmit={submit}
      actions={<Button type="submit" busy={form.busy}>{t`Save details`}</Button>}
    >
      <ChildFields
        draft={draft}
        slot={child.slot}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </Form>
  );
}
