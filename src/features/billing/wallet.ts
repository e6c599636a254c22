/** The operator's own wallet, opened for one use: nothing here runs inside a transaction. */

import type { ReceivingWallet } from '#core/lightning/wallet.ts';
import { openReceivingWallet } from '#server/adapters/lightning/open.ts';
import type { LightningReach } from '#server/adapters/lightning/port.ts';
import type { BillingSettings } from '#server/billing-settings.ts';
import { type ChainSettings, chainRules } from '#server/chain-settings.ts';

/** A connection that could pay is refused: who breaks in here must not get at money. */
export const openBillingWallet = (
  { connectionString, relays }: BillingSettings,
  chain: ChainSettings,
): Promise<ReceivingWallet> =>
  openReceivingWallet({ kind: 'nwc', connectionString }, reachOf(chain, relays));

function reachOf(chain: ChainSettings, relays: readonly string[]): LightningReach {
  const { trusted = [] } = chainRules(chain);
  const rules = { trusted: [...trusted, ...relays] };
  return { network: chain.network, rules, ...(chain.patience && { patience: chain.patience }) };
}
