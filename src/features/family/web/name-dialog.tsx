/** One field: what the children call this parent. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { auth } from '#features/auth/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export function NameDialog({ onClose }: { onClose: () => void }) {
  const [firstName, setFirstName] = useState('');
  const title = t`Update Failed`;
  const rename = useFormCall(auth.rename, {
    failed: title,
    toasts: {
      done: ({ firstName: name }) => ({
        title: t`Saved`,
        description: t`We’ll call you ${name ?? ''}.`,
      }),
      failed: (description) => ({ title, description }),
    },
    onDone: onClose,
  });
  return (
    <Dialog title={t`What do your children call you?`} onClose={onClose}>
      <Form
        onSubmit={() => rename.submit({ firstName: firstName.trim() })}
        errors={rename.errors}
        actions={<Button type="submit" busy={rename.busy}>{t`Save`}</Button>}
      >
        <TextField
          name="firstName"
          label={t`First name`}
          hint={t`It stands beside what you write and answer in their books.`}
          autoComplete="given-name"
          maxLength={60}
          value={firstName}
          onChange={setFirstName}
        />
      </Form>
    </Dialog>
  );
}
