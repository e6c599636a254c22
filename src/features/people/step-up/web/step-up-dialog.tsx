/** "Is it still you?": before an irreversible step; by passkey or by code. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeys } from '#features/people/step-up/passkeys/contract.ts';
import { query } from '#web/query.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import type { StepUpProps } from './by-code.tsx';
import { ByCode } from './by-code.tsx';
import { ByPasskey } from './by-passkey.tsx';
import { ByRecovery } from './by-recovery.tsx';
import { canUsePasskeys } from './passkey.ts';

export function StepUpDialog(props: StepUpProps) {
  return (
    <Dialog title={t`Is it still you?`} onClose={props.onClose}>
      <div className="grid gap-4">
        <p>{t`So that nobody holding your phone can do this.`}</p>
        <Ways {...props} />
      </div>
    </Dialog>
  );
}

type Way = 'passkey' | 'code' | 'recovery';

/** A passkey first, for people who have one here. */
function Ways(props: StepUpProps) {
  const [chosen, setChosen] = useState<Way>(canUsePasskeys() ? 'passkey' : 'code');
  const own = useQuery({
    ...query(passkeys.list, {}),
    enabled: chosen === 'passkey',
    retry: false,
  });
  const hasNone = own.isError || own.data?.length === 0;
  const way = chosen === 'passkey' && hasNone ? 'code' : chosen;
  if (way === 'recovery') return <ByRecovery {...props} />;
  if (way === 'code') return <ByCode {...props} onPaper={() => setChosen('recovery')} />;
  if (!own.data) return <Loading label={t`Looking for your passkeys`} height="10rem" />;
  return <ByPasskey {...props} onOther={() => setChosen('code')} />;
}
