/** One field: the children's name for this parent. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useRename } from './use-rename.ts';

export function NameDialog({ onClose }: { onClose: () => void }) {
  const [firstName, setFirstName] = useState('');
  const rename = useRename(onClose);
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
          hint={t`It appears next to what you write and answer in their books.`}
          autoComplete="given-name"
          maxLength={60}
          value={firstName}
          onChange={setFirstName}
        />
      </Form>
    </Dialog>
  );
}
