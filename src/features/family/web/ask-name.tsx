/** Asked once: the name by which a parent stands in the children's books. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { auth } from '#features/auth/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { storedChoice, useStoredChoice } from '#web/ui/stored-choice.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** Put off in this browser; the name can be given at any time in Family Overview. */
const later = storedChoice('satling_name_later', ['yes']);

export function AskName() {
  const [firstName, setFirstName] = useState('');
  const isLater = useStoredChoice(later) === 'yes';
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
  });
  if (isLater) return null;
  return (
    <Card tone="gold" className="grid gap-3" aria-labelledby="ask-name">
      <h2 id="ask-name">{t`What do your children call you?`}</h2>
      <Form onSubmit={() => rename.submit({ firstName: firstName.trim() })} errors={rename.errors}>
        <TextField
          name="firstName"
          label={t`Mum, Dad, or your first name`}
          hint={t`It stands beside what you write and answer in their books.`}
          autoComplete="given-name"
          maxLength={60}
          value={firstName}
          onChange={setFirstName}
        />
        <div className="form-actions">
          <Button type="submit" busy={rename.busy}>{t`Save`}</Button>
          <Button look="quiet" onClick={() => later.set('yes')}>{t`Later`}</Button>
        </div>
      </Form>
    </Card>
  );
}
