/** Gives the spouse every right of a parent; it cannot be taken back. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { family } from '#features/family/contract.ts';
import { toast } from '#web/ui/toast-store.ts';
import { nameOf } from './adults.ts';
import { AskedAct } from './asked-act.tsx';
import type { SpouseRecord } from './spouse-card.tsx';

export function FullParent({ spouse }: { spouse: SpouseRecord }) {
  const name = nameOf(spouse);
  return (
    <AskedAct
      endpoint={family.makeFullParent}
      look="alt"
      button={t`Make full parent`}
      question={t`Make ${name} a full parent?`}
      consequence={
        <Trans>
          {name} may then do everything that you may, also delete the family. You cannot take it
          back or remove {name} any more. We tell both of you by e-mail.
        </Trans>
      }
      onDone={() => toast({ title: t`Saved`, description: t`${name} is a full parent now.` })}
    />
  );
}
