/** The contents of a family's wallet payload once it is open. Pure. */
import { VaultError } from './error.ts';

/** The longest wallet export is a descriptor with an origin, about 200 characters. */
const MOST_CHARS = 1_000;
/** A connection string may name several relays. */
const MOST_CONNECTION_CHARS = 4_096;
/** A secret key of Nostr in hexadecimal, and a comma. */
const KEY_CHARS = 65;
const MOST_SUB_WALLETS = 30;

/** The specified names, and the maximum length of each. */
const MOST = {
  /** Public, like the next: neither can spend. */
  walletAddress: MOST_CHARS,
  walletXpub: MOST_CHARS,
  lightningProvider: 100,
  /** These can spend. */
  nwcConnectionString: MOST_CONNECTION_CHARS,
  /** `yes`: a parent has confirmed that the wallet can't set a budget. */
  withoutBudget: 3,
  albyAccessToken: MOST_CHARS,
  /** The web address of a phoenixd. */
  phoenixApiKey: MOST_CHARS,
  breezApiKey: MOST_CHARS,
  /** For the children's own wallets on the family's Hub. See `subWalletKeysOf`. */
  subWalletKeys: MOST_SUB_WALLETS * KEY_CHARS,
  /** 32 bytes in hexadecimal. It opens nothing: see web/vault/refill-token.ts. */
  refillToken: 64,
} as const;

type Name = keyof typeof MOST;
const NAMES = Object.keys(MOST) as Name[];
/** Names that are no wallet on their own. */
const BESIDE: readonly Name[] = ['lightningProvider', 'withoutBudget', 'refillToken'];

/** At least one of them is a wallet. */
export type WalletSecrets = { readonly [name in Name]?: string };

/**
 * Reads the decrypted text. Unknown fields are dropped.
 * @throws VaultError DAMAGED if nothing in it is a wallet
 */
export function readSecrets(text: string): WalletSecrets {
  const found = parsed(text);
  const secrets = NAMES.flatMap((name) => {
    const value = found[name];
    const isText = typeof value === 'string' && value !== '' && value.length <= MOST[name];
    return isText ? [[name, value] as const] : [];
  });
  if (!secrets.some(([name]) => !BESIDE.includes(name)))
    throw new VaultError('DAMAGED', 'Expected a wallet: an address, a key or a connection');
  return Object.fromEntries(secrets);
}

/** In a fixed order, and without any other fields the object may have. */
export const writeSecrets = (secrets: WalletSecrets): string => JSON.stringify(secrets, NAMES);

/** The secret keys of the children's own wallets, the oldest first. */
export const subWalletKeysOf = ({ subWalletKeys = '' }: WalletSecrets): readonly string[] =>
  subWalletKeys === '' ? [] : subWalletKeys.split(',');

/** Adds a key, which replaces the oldest if there are too many. */
export const withSubWalletKey = (secrets: WalletSecrets, key: string): WalletSecrets => ({
  ...secrets,
  subWalletKeys: [...subWalletKeysOf(secrets), key].slice(-MOST_SUB_WALLETS).join(','),
});

function parsed(text: string): { readonly [name in Name]?: unknown } {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === 'object' && found !== null) return found;
  } catch {
    // Refused below, like any other text that isn't an object.
  }
  throw new VaultError('DAMAGED', 'Expected a JSON object');
}
