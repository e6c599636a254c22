/** The second step: where to send the link. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { auth } from '#features/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { messageOf } from '#web/errors.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type Draft, keepDraft } from './draft.ts';
import { linkSentToast } from './link-sent-toast.ts';

interface EmailStepProps {
  arrived: boolean;
  /** What was typed before, if anything. */
  email: string;
  onBack: () => void;
  onSent: (draft: Draft) => void;
}

export function EmailStep({ arrived, email: before, onBack, onSent }: EmailStepProps) {
  const [email, setEmail] = useState(before);
  const [errors, setErrors] = useState<FormErrors>();
  const start = useStart(onSent, setErrors);
  const submit = () => {
    const wrong = checkInput(auth.start.input, { email });
    setErrors(wrong);
    if (!wrong) start.run({ email: email.trim() });
  };
  return (
    <Book
      arrived={arrived}
      title={t`Where may we write to you?`}
      lead={t`We send a sign-in link there. There is no password to invent or to forget.`}
    >
      <Form
        onSubmit={submit}
        errors={errors}
        actions={
          <>
            <Button type="submit" busy={start.isPending}>{t`Send me the link`}</Button>
            <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
          </>
        }
      >
        <TextField
          name="email"
          label={t`E-mail address`}
          hint={t`Only for signing in and for news of your family's book. Nobody else gets it.`}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={setEmail}
        />
      </Form>
    </Book>
  );
}

function useStart(onSent: (draft: Draft) => void, setErrors: (errors: FormErrors) => void) {
  return useCall(auth.start, {
    quiet: true,
    onDone: (_, { email }) => {
      linkSentToast();
      onSent(keepDraft(email));
    },
    onFail: (error) => {
      const fallback = t`Failed to start onboarding`;
      setErrors(failedCall(error, fallback, ['email']));
      toast({ title: t`Error`, description: messageOf(error, fallback), destructive: true });
    },
  });
}
