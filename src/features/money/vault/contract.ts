/**
 * The family's wallet, encrypted in a parent's browser; the server can't read it. It is either here
 * or in the standard form (features/money/wallet), never both.
 */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { line, nothing, vaultVersion } from '#contract/fields.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { PROVIDERS } from '#core/lightning/providers.ts';
import { MOST_PAYLOAD_CHARS, TAG_BYTES } from '#core/vault/payload.ts';

const NETWORKS = [
  'mainnet',
  'testnet',
  'signet',
  'regtest',
] as const satisfies readonly BitcoinNetwork[];

/** People never type a payload, so this isn't translated. */
const PAYLOAD = 'Expected encryptedData, iv (12 bytes) and salt (16 bytes), each in base64';

/** The length of padded base64. */
const bytesIn = (text: string) => (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0);

const base64 = (pattern: RegExp) => v.pipe(v.string(PAYLOAD), v.regex(pattern, PAYLOAD));

/** The server checks the form; only the passphrase shows whether it opens. */
export const Payload = v.strictObject(
  {
    /** Ciphertext with its tag, at least 17 bytes; from version 2 on after a header. */
    encryptedData: v.pipe(
      v.string(PAYLOAD),
      v.maxLength(MOST_PAYLOAD_CHARS, PAYLOAD),
      v.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, PAYLOAD),
      v.check((text) => bytesIn(text) > TAG_BYTES, PAYLOAD),
    ),
    /** 12 bytes */
    iv: base64(/^[A-Za-z0-9+/]{16}$/),
    /** 16 bytes */
    salt: base64(/^[A-Za-z0-9+/]{21}[AQgw]==$/),
  },
  PAYLOAD,
);

/** The version seen by the caller; a vault that has changed since is not overwritten. */
const seenVersion = v.optional(vaultVersion, 0);

const plainText = v.optional(v.pipe(v.string(), v.maxLength(1_000), v.trim()));

const RELAYS = 'Expected at most 3 relays, as web addresses';
const relay = v.pipe(v.string(RELAYS), v.maxLength(300, RELAYS));

/** The relays of the payload's spending connection, in the clear: the server dials only these. */
const Relays = v.pipe(v.array(relay, RELAYS), v.maxLength(3, RELAYS));

const Spending = v.strictObject({ provider: line(1, 100), relays: Relays });

const Changed = v.object({
  success: v.boolean(),
  message: v.string(),
  /** Must be sent with the next change. */
  version: v.number(),
});

export const EncryptedConfig = v.object({
  hasEncryptedWallet: v.boolean(),
  /** The payload has keys to the children's own wallets, which are stored nowhere else. */
  hasChildWallets: v.boolean(),
  encryptedSecrets: v.nullable(Payload),
  /** Authenticated with the payload, which opens in this family only. */
  familyId: v.string(),
  /** Determines which addresses the browser derives. */
  network: v.picklist(NETWORKS),
  /** 0 before the first change. */
  version: v.number(),
  /** Someone who knows the passphrase has left the family. */
  isRenewalDue: v.boolean(),
  /** Null if the payload has no spending connection. */
  spending: v.nullable(
    v.object({
      provider: v.string(),
      relays: v.array(v.string()),
      /** Someone who knew the connection has left the family. */
      isRotationDue: v.boolean(),
    }),
  ),
});
export type EncryptedConfig = v.InferOutput<typeof EncryptedConfig>;

export const vault = {
  preferences: endpoint({
    method: 'GET',
    path: '/api/wallet/preferences',
    access: 'adult',
    input: nothing,
    output: v.object({
      prefersEncryption: v.boolean(),
      /** A wallet in the standard form. */
      hasLegacyWallet: v.boolean(),
      hasEncryptedWallet: v.boolean(),
    }),
  }),
  setPreference: endpoint({
    method: 'POST',
    path: '/api/wallet/set-encryption-preference',
    access: 'adult',
    money: 'redirects',
    takesKey: true,
    input: v.strictObject({
      prefersEncryption: v.boolean('Expected true or false'),
      version: seenVersion,
      /** To turn encryption off: the opened wallet, which is stored in the standard form. */
      wallet: v.optional(v.strictObject({ walletAddress: plainText, walletXpub: plainText })),
    }),
    output: Changed,
  }),
  encryptExisting: endpoint({
    method: 'POST',
    path: '/api/wallet/encrypt-existing-data',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      encryptedData: Payload,
      prefersEncryption: v.literal(true, 'Expected true'),
      version: seenVersion,
      /** The wallet that was encrypted (`configuration`); refused if it has been replaced. */
      walletId: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    output: Changed,
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/wallet/encrypted-config',
    access: 'adult',
    input: nothing,
    output: EncryptedConfig,
  }),
  configure: endpoint({
    method: 'POST',
    path: '/api/wallet/configure-encrypted',
    access: 'adult',
    money: 'destroys',
    needsNetwork: true,
    input: v.strictObject({
      encryptedSecrets: Payload,
      hasWallet: v.literal(true, 'Expected true'),
      version: seenVersion,
      /** Sealed with a new passphrase. */
      isRenewed: v.optional(v.boolean(), false),
      /** A new spending connection, or null to remove it; if omitted, it is unchanged. */
      spending: v.optional(v.nullable(Spending)),
    }),
    output: Changed,
  }),
  configureLightning: endpoint({
    method: 'POST',
    path: '/api/lightning/configure-encrypted',
    access: 'adult',
    money: 'redirects',
    needsNetwork: true,
    input: v.strictObject({
      /** The whole vault: the Lightning secrets and its previous contents. */
      encryptedSecrets: Payload,
      provider: v.picklist(PROVIDERS, 'Expected one of the names in the documents'),
      hasLightning: v.literal(true, 'Expected true'),
      relays: v.optional(Relays, []),
      version: seenVersion,
      /** A standard-form wallet that was encrypted with it (`configuration`). */
      walletId: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    output: Changed,
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/wallet/encrypted-config',
    access: 'adult',
    money: 'destroys',
    input: v.strictObject({ version: seenVersion }),
    output: Changed,
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/wallet/has-encrypted-wallet',
    access: 'adult',
    input: nothing,
    output: v.object({
      hasEncryptedWallet: v.boolean(),
      hasLegacyWallet: v.boolean(),
      /** A wallet in the standard form that could be encrypted. */
      needsMigration: v.boolean(),
    }),
  }),
  configuration: endpoint({
    method: 'GET',
    path: '/api/wallet/configuration',
    access: 'adult',
    input: nothing,
    output: v.object({
      /** Form of the stored wallet, or of one to be stored. */
      type: v.picklist(['encrypted', 'plaintext']),
      hasWallet: v.boolean(),
      encryptedSecrets: v.nullable(Payload),
      walletAddress: v.nullable(v.string()),
      walletXpub: v.nullable(v.string()),
      /** Identifies a wallet in the standard form; different for each. */
      walletId: v.nullable(v.string()),
      version: v.number(),
    }),
  }),
};

export const vaultSummaries: Summaries<typeof vault> = {
  preferences: 'Whether the family wants its wallet encrypted, and in which form it is',
  setPreference:
    'Switch encryption on or off; off takes the opened wallet back into the standard form',
  encryptExisting: 'Keep the wallet as the browser has encrypted it, and forget the standard form',
  config: 'The encrypted wallet, for a parent’s browser to open',
  configure: 'Save an encrypted wallet, or another one in its place',
  configureLightning: 'Save the vault with a Lightning wallet that pays from a parent’s browser',
  forget: 'Forget the encrypted wallet: its passphrase is lost, or it is not wanted any more',
  status: 'Whether there is an encrypted wallet, or one that could be encrypted',
  configuration: 'The wallet in the form in which it is kept',
};
