/** Which relays a family may reach through this server. */
import { readEndpoint } from '#core/lightning/endpoint.ts';
import { LightningError } from '#core/lightning/error.ts';
import { reachOf } from '#server/adapters/lightning/platform.ts';
import { type ChainSettings, chainRules } from '#server/chain-settings.ts';
import { allowedUrl } from '#server/outbound/reach.ts';

/** True for a `wss:` address that may be dialled; unencrypted only where the operator trusts it. */
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
