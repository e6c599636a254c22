/** The operator's settings for the Bitcoin chain. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Patience } from '#core/lightning/wallet.ts';
import { type ChainServer, trustedNameOf } from './adapters/chain/server.ts';
import type { OutboundRules } from './outbound/reach.ts';

export type ChainSettings = {
  readonly network: BitcoinNetwork;
  /** No network has been chosen yet, so no wallet is accepted (requireNetwork). */
  readonly isUndecided?: boolean;
  /**
   * Offered to every family (CHAIN_URL). A family without any server, this one or its own, calls
   * none.
   */
  readonly server: ChainServer | undefined;
  /** Hosts on the operator's private network that a family may name (CHAIN_HOSTS). */
  readonly hosts: readonly string[];
  /** Timeouts for a Lightning wallet, if not the defaults. */
  readonly patience?: Patience;
};

/** @throws Refusal CONFLICT until the operator has chosen between real bitcoin and test money */
export function requireNetwork({ isUndecided }: ChainSettings): void {
  if (isUndecided) throw new Refusal('CONFLICT', because('NETWORK_UNDECIDED'));
}

/** Public servers over TLS, plus hosts that the operator trusts by name. */
export const chainRules = ({ server, hosts }: ChainSettings): OutboundRules => ({
  trusted: [...hosts, ...(server ? [trustedNameOf(server)] : [])],
});
