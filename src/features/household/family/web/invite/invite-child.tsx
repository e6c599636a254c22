/** The dialog for giving a child its own sign-in. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type Child, children } from '#features/people/children/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { sendsMail } from '#web/sends-mail.ts';
import { InviteDialog, sentText } from './invite-dialog.tsx';

interface InviteChildProps {
  child: Child;
  onClose: () => void;
}

export function InviteChild({ child, onClose }: InviteChildProps) {
  const [email, setEmail] = useState('');
  const title = t`Invitation Failed`;
  const invite = useFormCall(children.inviteToSignIn, {
    failed: title,
    toasts: {
      done: () => ({
        title: t`Invitation Sent`,
        description: sendsMail() ? t`${child.name} has 7 days to say yes.` : sentText(email),
      }),
      failed: (description) => ({ title, description }),
    },
    onDone: onClose,
  });
  return (
    <InviteDialog
      title={t`Let ${child.name} sign in`}
      description={
        <Trans>
          {child.name} then sees their own book and can ask for money; every yes or no stays with
          you.
        </Trans>
      }
      label={t`${child.name}'s e-mail address`}
      hint={t`An address that only ${child.name} or your family can read.`}
      email={email}
      onEmail={setEmail}
      errors={invite.errors}
      busy={invite.busy}
      onSubmit={() => invite.submit({ id: child.id, email: email.trim() })}
      onClose={onClose}
    />
  );
}
