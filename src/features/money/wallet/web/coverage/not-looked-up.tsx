/** Why the family's wallet is unknown, and where to change that. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { wallet } from '#features/money/wallet/watched/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { failureText } from '../words.ts';

const SourceDialog = lazyPart(async () => (await import('../source-dialog.tsx')).SourceDialog);

export function NotLookedUp() {
  const info = useQuery(query(wallet.familyInfo, {})).data;
  const [isChoosing, setChoosing] = useState(false);
  if (!info?.isConfigured) return null;
  const failure = info.scan?.failure;
  return (
    <>
      {failure && <p className="field-error">{failureText(failure)}</p>}
      <div>
        <Button look="alt" small onClick={() => setChoosing(true)}>
          {t`Where do we look this up?`}
        </Button>
      </div>
      <Suspense fallback={null}>
        {isChoosing && <SourceDialog source={info.source} onClose={() => setChoosing(false)} />}
      </Suspense>
    </>
  );
}
