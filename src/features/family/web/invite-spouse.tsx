/** The dialog that asks the other parent in. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DEFAULT_SPOUSE_SHARE, EMAIL_REQUIRED, family } from '#features/family/contract.ts';
import { messageOf } from '#web/errors.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import type { FormErrors } from '#web/ui/form.tsx';
import { SliderField } from '#web/ui/slider-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { InviteDialog } from './invite-dialog.tsx';

export function InviteSpouse({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [netWorthShare, setShare] = useState(DEFAULT_SPOUSE_SHARE);
  const [errors, setErrors] = useState<FormErrors>();
  const invite = useInvite(onClose, setErrors);
  const submit = () => {
    const input = { email: email.trim(), netWorthShare };
    const wrong = checkInput(family.inviteSpouse.input, input);
    setErrors(wrong);
    if (!wrong) return invite.run(input);
    if (wrong.email) emailToast();
  };
  return (
    <InviteDialog
      title={t`Invite Spouse`}
      description={
        <Trans>
          We write to them; nothing changes until they say yes. They then see every book and can
          answer requests.
        </Trans>
      }
      label={t`Their e-mail address`}
      email={email}
      onEmail={setEmail}
      errors={errors}
      busy={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SliderField
        name="netWorthShare"
        label={t`Their share of what is the parents'`}
        hint={
          <Trans>
            Only a way of counting what belongs to whom. It hides no book and moves no money.
          </Trans>
        }
        value={netWorthShare}
        onChange={setShare}
      />
    </InviteDialog>
  );
}

function useInvite(onClose: () => void, setErrors: (errors: FormErrors) => void) {
  return useCall(family.inviteSpouse, {
    onDone: ({ email }) => {
      toast({ title: t`Invitation Sent`, description: t`We wrote to ${email}.` });
      onClose();
    },
    onFail: (error) => {
      const title = t`Invitation Failed`;
      setErrors(failedCall(error, title, ['email', 'netWorthShare']));
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}

const emailToast = () =>
  toast({ title: t`Email Required`, description: EMAIL_REQUIRED, destructive: true });
