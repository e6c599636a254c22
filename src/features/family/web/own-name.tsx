/** One's own first name: what the family, and entries in the books, call this person. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { auth, type User } from '#features/auth/contract.ts';
import { messageOf } from '#web/errors.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function OwnName({ me }: { me: User }) {
  const [firstName, setFirstName] = useState(me.firstName ?? '');
  const [errors, setErrors] = useState<FormErrors>();
  const rename = useRename(setErrors);
  const submit = () => {
    const wrong = checkInput(auth.rename.input, { firstName });
    setErrors(wrong);
    if (!wrong) rename.run({ firstName: firstName.trim() });
  };
  return (
    <Card className="grid gap-4" aria-labelledby="family-you">
      <h2 id="family-you">{t`You`}</h2>
      <Form onSubmit={submit} errors={errors}>
        <TextField
          name="firstName"
          label={t`First name`}
          hint={t`It stands beside what you write and answer. You sign in as ${me.email}.`}
          autoComplete="given-name"
          maxLength={60}
          value={firstName}
          onChange={setFirstName}
          beside={<Button type="submit" look="alt" busy={rename.isPending}>{t`Save`}</Button>}
        />
      </Form>
    </Card>
  );
}

function useRename(setErrors: (errors: FormErrors) => void) {
  return useCall(auth.rename, {
    onDone: ({ firstName }) => {
      toast({ title: t`Saved`, description: t`We call you ${firstName ?? ''}.` });
    },
    onFail: (error) => {
      const title = t`Update Failed`;
      setErrors(failedCall(error, title, ['firstName']));
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}
