/** The dialog that gives a child a sign-in of its own. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type Child, children } from '#features/children/contract.ts';
import { messageOf } from '#web/errors.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import type { FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { InviteDialog } from './invite-dialog.tsx';

interface InviteChildProps {
  child: Child;
  onClose: () => void;
}

export function InviteChild({ child, onClose }: InviteChildProps) {
  const [email, setEmail] = useState('');
  const [errors, setErrors] = useState<FormErrors>();
  const invite = useInvite(child, setErrors, onClose);
  const submit = () => {
    const input = { id: child.id, email: email.trim() };
    const wrong = checkInput(children.inviteToSignIn.input, input);
    setErrors(wrong);
    if (!wrong) invite.run(input);
  };
  return (
    <InviteDialog
      title={t`Let ${child.name} sign in`}
      description={
        <Trans>
          We write to this address. {child.name} then sees the own book and can ask for money; every
          yes or no stays with you.
        </Trans>
      }
      label={t`${child.name}'s e-mail address`}
      hint={t`An address that only ${child.name} or your family can read.`}
      email={email}
      onEmail={setEmail}
      errors={errors}
      busy={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function useInvite(child: Child, setErrors: (errors: FormErrors) => void, onSent: () => void) {
  return useCall(children.inviteToSignIn, {
    onDone: () => {
      const description = t`${child.name} has 7 days to say yes.`;
      toast({ title: t`Invitation Sent`, description });
      onSent();
    },
    onFail: (error) => {
      const title = t`Invitation Failed`;
      setErrors(failedCall(error, title, ['email']));
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}
