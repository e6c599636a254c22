/** Gives the spouse all of a parent's rights; for 72 hours it can be cancelled. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { family, UNDO_HOURS } from '#features/household/family/contract.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { SpouseRecord } from '../../contract.ts';
import { nameOf } from './adults.ts';
import { AskedAct } from './asked-act.tsx';

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
          In {UNDO_HOURS} hours {name} can do everything that you can, even delete the family. Until
          then you can undo it; after that you can neither undo it nor remove {name}. We e-mail both
          of you.
        </Trans>
      }
      onDone={() =>
        toast({
          title: t`Saved`,
          description: t`${name} will be a full parent in ${UNDO_HOURS} hours.`,
        })
      }
    />
  );
}

/** Shown until the rights start. */
export function UndoFullParent({ spouse }: { spouse: SpouseRecord }) {
  const name = nameOf(spouse);
  return (
    <AskedAct
      endpoint={family.undoFullParent}
      look="alt"
      button={t`Undo full parent`}
      question={t`Undo that ${name} becomes a full parent?`}
      consequence={t`${name} stays in the family without the rights of a full parent. We tell both of you by e-mail.`}
      onDone={() =>
        toast({
          title: t`Saved`,
          description: t`${name} stays without the rights of a full parent.`,
        })
      }
    />
  );
}
