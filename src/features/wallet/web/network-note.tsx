/** Which network this server works on, said before anybody pastes a wallet of another one. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { auth } from '#features/auth/contract.ts';
import { query } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { AskOperator } from '#web/ui/undecided-note.tsx';
import { isTest, networkName } from './words.ts';

export function NetworkNote({ network }: { network: BitcoinNetwork }) {
  if (!isTest(network))
    return <p className="sub">{t`This server works with real bitcoin (mainnet).`}</p>;
  return (
    <Banner tone="warn" title={t`This server works with test money only`} action={<WhoSets />}>
      {t`It uses ${networkName(network)} and refuses a wallet with real bitcoin.`}
    </Banner>
  );
}

/** To the operator a link, to everybody else whom to ask. */
export function WhoSets() {
  // Read, not asked for: every page of somebody who is signed in knows them already.
  const user = useQuery({ ...query(auth.user, {}), enabled: false });
  if (user.data?.isAdmin)
    return <Link href="/admin/settings">{t`Choose it in the server’s settings`}</Link>;
  return <AskOperator />;
}
