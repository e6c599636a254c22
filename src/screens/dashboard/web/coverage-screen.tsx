/** "Is it covered?", including connecting the family's first wallet. */
import { Suspense, useState } from 'react';
import { CoveragePage } from '#features/money/wallet/web/coverage/coverage-page.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { SpendingCover } from './spending-cover.tsx';

const ConnectWallet = lazyPart(async () => (await import('./connect-wallet.tsx')).ConnectWallet);

export function CoverageScreen() {
  const [connects, setConnects] = useState(false);
  return (
    <>
      <CoveragePage onConnect={() => setConnects(true)} spending={<SpendingCover />} />
      <Suspense fallback={null}>
        {connects && <ConnectWallet onClose={() => setConnects(false)} />}
      </Suspense>
    </>
  );
}
