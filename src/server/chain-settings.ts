/** What the operator has set about Bitcoin's chain. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Patience } from '#core/lightning/wallet.ts';
import { type ChainServer, trustedNameOf } from './adapters/chain/server.ts';
import type { OutboundRules } from './outbound/reach.ts';

export type ChainSettings = {
  readonly network: BitcoinNetwork;
  /** Nobody has chosen the network yet, so no wallet is taken (requireNetwork). */
  readonly isUndecided?: boolean;
  /** Offered to every family (CHAIN_URL). Without it, and without a choice, nobody is asked. */
  readonly server: ChainServer | undefined;
  /** Hosts of the operator's own network that a family may name (CHAIN_HOSTS). */
  readonly hosts: readonly string[];
  /** How long a Lightning wallet may take, where not as long as ever. */
  readonly patience?: Patience;
};

/** @throws Refusal CONFLICT until the operator has said whether this server holds real bitcoin */
export function requireNetwork({ isUndecided }: ChainSettings): void {
  if (isUndecided) throw new Refusal('CONFLICT', because('NETWORK_UNDECIDED'));
}

/** Public servers over TLS, and what the operator trusts by name. */
export const chainRules = ({ server, hosts }: ChainSettings): OutboundRules => ({
  trusted: [...hosts, ...(server ? [trustedNameOf(server)] : [])],
});
