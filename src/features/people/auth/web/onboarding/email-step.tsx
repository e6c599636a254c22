/** The second step: the address for the link. */

import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { auth } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { type Draft, keepDraft } from '../draft.ts';
import { linkSentToast } from '../link-sent-toast.ts';

interface EmailStepProps {
  arrived: boolean;
  otherWays: ReactNode;
  /** The address typed earlier, if any. */
  email: string;
  onBack: () => void;
  onSent: (draft: Draft) => void;
}

export function EmailStep(props: EmailStepProps) {
  const { arrived, email: before, onBack, onSent, otherWays } = props;
  const [email, setEmail] = useState(before);
  const start = useFormCall(auth.start, {
    quiet: true,
    failed: t`Failed to start onboarding`,
    onDone: (_, { email }) => {
      linkSentToast();
      onSent(keepDraft(email));
    },
  });
  return (
    <Book
      arrived={arrived}
      title={t`Where may we write to you?`}
      lead={t`We send a sign-in link there. There is no password to invent or to forget.`}
    >
      <Form
        onSubmit={() => start.submit({ email: email.trim() })}
        errors={start.errors}
        actions={
          <>
            <Button type="submit" busy={start.busy}>{t`Send me the link`}</Button>
            <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
          </>
        }
      >
        <EmailField
          name="email"
          label={t`E-mail address`}
          hint={t`Only for signing in and for news of your family's book. Nobody else gets it.`}
          value={email}
          onChange={setEmail}
        />
      </Form>
      {otherWays}
    </Book>
  );
}
