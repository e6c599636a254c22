/** Leaving the family by oneself. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { family } from '#features/family/contract.ts';
import { AskedAct } from './asked-act.tsx';

export function LeaveFamily() {
  const queries = useQueryClient();
  return (
    <AskedAct
      endpoint={family.leave}
      doneFirst
      danger
      button={t`Leave family`}
      question={t`Leave this family?`}
      consequence={
        <Trans>
          You are signed out on every device and no longer see these books. The entries you wrote
          stay. To come back you need a new invitation.
        </Trans>
      }
      // A page of its own: nothing of this family stays in memory.
      onDone={() => {
        queries.clear();
        location.replace('/onboarding');
      }}
    />
  );
}
