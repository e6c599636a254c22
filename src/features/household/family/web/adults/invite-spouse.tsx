/** The dialog for inviting the other parent. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DEFAULT_SPOUSE_SHARE, family } from '#features/household/family/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { SliderField } from '#web/ui/slider-field.tsx';
import { InviteDialog, sentText } from '../invite/invite-dialog.tsx';

export function InviteSpouse({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [netWorthShare, setShare] = useState(DEFAULT_SPOUSE_SHARE);
  const invite = useInvite(onClose);
  return (
    <InviteDialog
      title={t`Invite Spouse`}
      description={
        <Trans>
          Nothing changes until they accept. Then they see every book and can answer requests.
        </Trans>
      }
      label={t`Their e-mail address`}
      email={email}
      onEmail={setEmail}
      errors={invite.errors}
      busy={invite.busy}
      onSubmit={() => invite.submit({ email: email.trim(), netWorthShare })}
      onClose={onClose}
    >
      <SliderField
        name="netWorthShare"
        label={t`Their share of the parents’ part`}
        hint={
          <Trans>It only says what counts as whose. It hides no book and moves no money.</Trans>
        }
        value={netWorthShare}
        onChange={setShare}
      />
    </InviteDialog>
  );
}

function useInvite(onDone: () => void) {
  const title = t`Invitation Failed`;
  return useFormCall(family.inviteSpouse, {
    failed: title,
    toasts: {
      done: ({ email }) => ({ title: t`Invitation Sent`, description: sentText(email) }),
      wrong: ({ email: description }) =>
        description ? { title: t`Email Required`, description } : undefined,
      failed: (description) => ({ title, description }),
    },
    onDone,
  });
}
