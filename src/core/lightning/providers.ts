/** The Lightning wallets that the encrypted setup supports, and their connection data. Pure. */
import { LightningError } from './error.ts';
import { type NwcConnection, readConnection } from './nwc.ts';

export const PROVIDERS = ['coinos', 'alby', 'alby-cloud', 'phoenix', 'breez'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The field of the vault's payload for each provider. */
export const SECRET_OF = {
  coinos: 'nwcConnectionString',
  alby: 'nwcConnectionString',
  'alby-cloud': 'albyAccessToken',
  /** A URL, or a phoenixd key. */
  phoenix: 'phoenixApiKey',
  breez: 'breezApiKey',
} as const satisfies Record<Provider, string>;

export const NWC_SCHEME = 'nostr+walletconnect://';
/** A token or key is longer than this. */
const TOO_SHORT = 10;
const MOST_CHARACTERS = 1_000;

export const usesNwc = (provider: Provider): boolean =>
  SECRET_OF[provider] === 'nwcConnectionString';

/**
 * Why a text can't be what this provider issues; undefined if it can.
 * - `SCHEME`: connection strings begin with the wallet connect scheme.
 * - `CUT_OFF`: it begins like one but is incomplete.
 */
export type SecretProblem = 'SCHEME' | 'CUT_OFF' | 'TOO_SHORT' | 'TOO_LONG';

export function secretProblem(provider: Provider, text: string): SecretProblem | undefined {
  const secret = text.trim();
  if (!usesNwc(provider)) {
    if (secret.length > MOST_CHARACTERS) return 'TOO_LONG';
    return secret.length > TOO_SHORT ? undefined : 'TOO_SHORT';
  }
  if (!secret.toLowerCase().startsWith(NWC_SCHEME)) return 'SCHEME';
  return connectionIn(secret) ? undefined : 'CUT_OFF';
}

const MOST_RELAYS = 3;

/** The wallet's relays. Empty for providers that don't use Nostr. */
export const relaysIn = (provider: Provider, text: string): string[] =>
  usesNwc(provider) ? [...(connectionIn(text.trim())?.relays ?? [])].slice(0, MOST_RELAYS) : [];

function connectionIn(text: string): NwcConnection | undefined {
  try {
    // The server decides which relays may be dialed: those on its own network need no TLS.
    return readConnection(text, { insecure: 'any' });
  } catch (error) {
    if (error instanceof LightningError) return undefined;
    throw error;
  }
}
