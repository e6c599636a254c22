/** The network, outbound rules and time limits for calls to a family's Lightning wallet. */
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Patience } from '#core/lightning/wallet.ts';
import type { OutboundRules } from '../../outbound/reach.ts';

export type LightningReach = {
  readonly network: BitcoinNetwork;
  readonly rules: OutboundRules;
  readonly patience?: Patience;
};
