/** Withdraws the invitation or removes the other parent, after a confirmation. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { family } from '#features/household/family/contract.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { SpouseRecord } from '../../contract.ts';
import { AskedAct } from './asked-act.tsx';
import { SpouseAccess } from './spouse-access.tsx';

export function RemoveSpouse({ spouse }: { spouse: SpouseRecord }) {
  return (
    <AskedAct
      endpoint={family.removeSpouse}
      danger
      {...wordsFor(spouse)}
      more={spouse.state === 'accepted' && <SpouseAccess />}
      onDone={() => toast({ title: t`Removed`, description: t`You now keep these books alone.` })}
    />
  );
}

function wordsFor({ state, firstName, email }: SpouseRecord) {
  const name = firstName ?? email;
  return state === 'invited'
    ? {
        button: t`Take Back`,
        question: t`Take the invitation back?`,
        consequence: (
          <Trans>
            The invitation to {email} stops working at once. You can send a new one later.
          </Trans>
        ),
      }
    : {
        button: t`Remove`,
        question: t`Remove ${name} from the family?`,
        consequence: (
          <Trans>
            {name} is signed out on every device at once and can no longer see or change these
            books. The entries they wrote stay. To come back they need a new invitation.
          </Trans>
        ),
      };
}
