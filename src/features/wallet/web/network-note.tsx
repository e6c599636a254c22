/** Which network this server works on, said before anybody pastes a wallet of another one. */
import { t } from '@lingui/core/macro';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { Banner } from '#web/ui/banner.tsx';
import { isTest, networkName } from './words.ts';

export function NetworkNote({ network }: { network: BitcoinNetwork }) {
  if (!isTest(network))
    return <p className="sub">{t`This server works with real bitcoin (mainnet).`}</p>;
  return (
    <Banner tone="warn" title={t`This server works with test money only`}>
      {t`It uses ${networkName(network)} and refuses a wallet with real bitcoin. Whoever runs it can change that: BITCOIN_NETWORK=mainnet.`}
    </Banner>
  );
}
