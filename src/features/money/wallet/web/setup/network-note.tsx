/** Names the server's network before people paste a wallet of a different one. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { auth } from '#features/people/auth/contract.ts';
import { query } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { WhoSets } from '#web/ui/undecided-note.tsx';
import { isTest, networkName } from '../words.ts';

export function NetworkNote({ network }: { network: BitcoinNetwork }) {
  const isOperator = useIsOperator();
  if (!isTest(network))
    return <p className="sub">{t`This server works with real bitcoin (mainnet).`}</p>;
  return (
    <Banner tone="warn" title={t`This server works with test money only`}>
      {t`It uses ${networkName(network)} and refuses a wallet with real bitcoin.`}
      <WhoSets isOperator={isOperator} />
    </Banner>
  );
}

/** Read from the cache: every page already has the signed-in user. */
export const useIsOperator = (): boolean =>
  useQuery({ ...query(auth.user, {}), enabled: false }).data?.isAdmin === true;
