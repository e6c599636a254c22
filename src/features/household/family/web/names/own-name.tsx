/** The person's own first name, used by the family and in entries. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { User } from '#features/people/auth/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useRename } from './use-rename.ts';

export function OwnName({ me }: { me: User }) {
  const [firstName, setFirstName] = useState(me.firstName ?? '');
  const rename = useRename();
  return (
    <Card className="grid gap-4" aria-labelledby="family-you">
      <h2 id="family-you">{t`You`}</h2>
      <Form onSubmit={() => rename.submit({ firstName: firstName.trim() })} errors={rename.errors}>
        <TextField
          name="firstName"
          label={t`First name`}
          hint={t`It appears next to what you write and answer. You sign in as ${me.email}.`}
          autoComplete="given-name"
          maxLength={60}
          value={firstName}
          onChange={setFirstName}
          beside={<Button type="submit" look="alt" busy={rename.busy}>{t`Save`}</Button>}
        />
      </Form>
    </Card>
  );
}
