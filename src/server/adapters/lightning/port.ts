/** Where a family's Lightning wallet may be, and how long it may take to answer. */
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Patience } from '#core/lightning/wallet.ts';
import type { OutboundRules } from '../../outbound/reach.ts';

export type LightningReach = {
  readonly network: BitcoinNetwork;
  readonly rules: OutboundRules;
  readonly patience?: Patience;
};
