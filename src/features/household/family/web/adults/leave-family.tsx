/** Leaving the family voluntarily. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { family } from '#features/household/family/contract.ts';
import { forgetPerson } from '#web/forget.ts';
import { tellOtherTabs } from '#web/other-tabs.ts';
import { AskedAct } from './asked-act.tsx';

/** @param consequence what the person loses and what stays, shown before they confirm */
export function LeaveButton({ consequence }: { consequence: ReactNode }) {
  const queries = useQueryClient();
  return (
    <AskedAct
      endpoint={family.leave}
      doneFirst
      danger
      button={t`Leave family`}
      question={t`Leave this family?`}
      consequence={consequence}
      // As after signing out: removes this family's data here and in other tabs.
      onDone={() => {
        forgetPerson(queries);
        tellOtherTabs();
        location.replace('/onboarding');
      }}
    />
  );
}

export function LeaveFamily() {
  return (
    <LeaveButton
      consequence={
        <Trans>
          You are signed out on every device and no longer see these books. The entries you wrote
          stay. To come back you need a new invitation.
        </Trans>
      }
    />
  );
}
