/** Leaving the family by oneself. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AskedAct } from './asked-act.tsx';
import { familyCalls } from './calls.ts';

export function LeaveFamily() {
  return (
    <AskedAct
      call={familyCalls.leave}
      danger
      button={t`Leave family`}
      question={t`Leave this family?`}
      consequence={
        <Trans>
          You are signed out on every device and no longer see these books. The entries you wrote
          stay. To come back you need a new invitation.
        </Trans>
      }
      refreshes={[]}
      // A page of its own: nothing of this family stays in memory.
      onDone={() => location.replace('/onboarding')}
    />
  );
}
