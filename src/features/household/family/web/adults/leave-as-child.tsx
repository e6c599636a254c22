/** A child's own sign-in, and the button to end it. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card } from '#web/ui/card.tsx';
import { LeaveButton } from './leave-family.tsx';

export function LeaveAsChild() {
  return (
    <Card
      tone="dashed"
      className="own-sign-in grid justify-items-start gap-3"
      aria-labelledby="own-sign-in"
    >
      <h2 id="own-sign-in">{t`Your own sign-in`}</h2>
      <p className="sub">
        <Trans>
          The parents of this family keep this book and decide in it. You can leave at any time: you
          are signed out, and the parents are told.
        </Trans>
      </p>
      <LeaveButton
        consequence={
          <Trans>
            You are signed out on every device and no longer see this book. The book and its money
            stay with the parents. To come back you need a new invitation.
          </Trans>
        }
      />
    </Card>
  );
}
