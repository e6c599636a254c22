/** Decides which relays a family may reach through this server. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { readEndpoint } from '#core/lightning/endpoint.ts';
import { LightningError } from '#core/lightning/error.ts';
import { readConnection } from '#core/lightning/nwc.ts';
import type { LightningSettings } from '#core/lightning/wallet.ts';
import { reachOf } from '#server/adapters/lightning/platform.ts';
import { type ChainSettings, chainRules } from '#server/chain-settings.ts';
import { allowedUrl } from '#server/outbound/reach.ts';

/** True for a `wss:` address that may be dialled, or an unencrypted one the operator trusts. */
export function isRelay(url: string, chain: ChainSettings): boolean {
  const rules = chainRules(chain);
  try {
    readEndpoint(url, 'wss:', 'The relay', 'BAD_CONNECTION', reachOf(rules));
  } catch (error) {
    if (error instanceof LightningError) return false;
    throw error;
  }
  return allowedUrl(url, rules) !== undefined;
}

/** @throws Refusal VALIDATION_ERROR if a connection string contains one that may not be dialled */
export function requireRelays(settings: LightningSettings, chain: ChainSettings): void {
  if (settings.kind !== 'nwc') return;
  if (relaysIn(settings.connectionString).some((url) => !isRelay(url, chain)))
    throw new Refusal('VALIDATION_ERROR', because('RELAY_WRONG'), 'token');
}

/** Empty unless it is a connection string; opening it reports the error. */
function relaysIn(connectionString: string): readonly string[] {
  try {
    return readConnection(connectionString, { insecure: 'any' }).relays;
  } catch (error) {
    if (error instanceof LightningError) return [];
    throw error;
  }
}
