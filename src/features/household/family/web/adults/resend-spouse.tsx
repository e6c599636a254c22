/** Resends the open invitation to the other parent. */

import { t } from '@lingui/core/macro';
import { family } from '#features/household/family/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { sentText } from '../invite/invite-dialog.tsx';

export function ResendSpouse() {
  const title = t`Resend Failed`;
  const resend = useCall(family.resendSpouse, {
    onDone: ({ email }) => {
      toast({ title: t`Invitation Sent`, description: sentText(email) });
    },
    onFail: (error) => {
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
  return (
    <>
      <CallFailure error={resend.error} fallback={title} />
      <Button look="alt" busy={resend.isPending} onClick={() => resend.run({})}>
        {t`Resend Invite`}
      </Button>
    </>
  );
}
