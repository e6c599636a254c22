/** The operator's own wallet, opened for one use; nothing here runs inside a transaction. */

import { ConnectionError, type ReceivingWallet } from '#core/lightning/wallet.ts';
import { openReceivingWallet } from '#server/adapters/lightning/open.ts';
import type { LightningReach } from '#server/adapters/lightning/port.ts';
import type { BillingSettings } from '#server/billing-settings.ts';
import { type ChainSettings, chainRules } from '#server/chain-settings.ts';

/** The result of using the open wallet; undefined if the wallet failed. */
export type UseWallet = <T>(
  work: (wallet: ReceivingWallet) => Promise<T>,
) => Promise<T | undefined>;

/** @param say reports, once each, that the wallet fails and why, and that it works again */
export function billingWallet(
  billing: BillingSettings,
  chain: ChainSettings,
  say: (line: string) => void,
): UseWallet {
  let fault: string | undefined;
  const note = (code: string | undefined, line: string) => {
    if (code !== fault) say(line);
    fault = code;
  };
  return async (work) => {
    try {
      const wallet = await openBillingWallet(billing, chain);
      const done = await work(wallet).finally(wallet.close);
      note(undefined, 'The billing wallet works again');
      return done;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      note(error.code, `The billing wallet fails: ${error.code}, ${error.message}`);
      return undefined;
    }
  };
}

/** Refuses a connection that can pay: an intruder on this server must not reach money. */
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
