/** The Lightning wallets that the encrypted setup knows, and what each is connected with. Pure. */
import { LightningError } from './error.ts';
import { type NwcConnection, readConnection } from './nwc.ts';

export const PROVIDERS = ['coinos', 'alby', 'alby-cloud', 'phoenix', 'breez'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The field of the vault's payload that a provider fills. */
export const SECRET_OF = {
  coinos: 'nwcConnectionString',
  alby: 'nwcConnectionString',
  'alby-cloud': 'albyAccessToken',
  /** A URL, or the key of a phoenixd. */
  phoenix: 'phoenixApiKey',
  breez: 'breezApiKey',
} as const satisfies Record<Provider, string>;

export const NWC_SCHEME = 'nostr+walletconnect://';
/** A token or key has more characters than this. */
const TOO_SHORT = 10;
const MOST_CHARACTERS = 1_000;

export const usesNwc = (provider: Provider): boolean =>
  SECRET_OF[provider] === 'nwcConnectionString';

/**
 * Why a text cannot be what this provider gives out; undefined if it can.
 * - `SCHEME`: a connection string begins with the wallet connect scheme.
 * - `CUT_OFF`: it begins like one, and is not a whole one.
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

/** Where the wallet is reached. Empty for a provider that speaks no Nostr. */
export const relaysIn = (provider: Provider, text: string): string[] =>
  usesNwc(provider) ? [...(connectionIn(text.trim())?.relays ?? [])].slice(0, MOST_RELAYS) : [];

function connectionIn(text: string): NwcConnection | undefined {
  try {
    // Which relays may be dialled, the server decides: those of its own network need no TLS.
    return readConnection(text, { insecure: 'any' });
  } catch (error) {
    if (error instanceof LightningError) return undefined;
    throw error;
  }
}
