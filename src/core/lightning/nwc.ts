/**
 * Nostr Wallet Connect (NIP-47): the connection string issued by a wallet, and the wallet's info
 * event. The string is a key to money: no message here repeats any part of it.
 */
import { type Reach, readEndpoint } from './endpoint.ts';
import { LightningError } from './error.ts';
import { isPublicKey, isSecretKey, type NostrEvent, readEvent, tagOf } from './nostr.ts';

export type NwcConnection = {
  /** The wallet's public key. */
  readonly walletPubkey: string;
  /** One to ten different URLs: `wss:`, or `ws:` if allowed. */
  readonly relays: readonly string[];
  /** Our secret key for this connection. Never log or send it. */
  readonly secret: string;
  /** The wallet's Lightning address, as the wallet wrote it: not checked. */
  readonly lud16: string | undefined;
};

const MAX_CHARS = 4096;
const MAX_RELAYS = 10;
const MAX_LUD16_CHARS = 320;
/** Some wallets omit the plus or the slashes. */
const CONNECTION = /^nostr\+?walletconnect:(?:\/\/)?([0-9a-f]{64})\/?\?(.*)$/is;

const fail = (message: string): never => {
  throw new LightningError('BAD_CONNECTION', message);
};

/**
 * Reads `nostr+walletconnect://<wallet's public key>?relay=…&secret=…`. Ignores unknown parameters
 * and white space around it.
 * @throws LightningError BAD_CONNECTION
 */
export function readConnection(text: string, reach: Reach = {}): NwcConnection {
  if (text.length > MAX_CHARS) fail(`A connection string has at most ${MAX_CHARS} characters`);
  const [, pubkey, query] = CONNECTION.exec(text.trim()) ?? [];
  if (pubkey === undefined || query === undefined)
    return fail(
      'A connection string begins with nostr+walletconnect:// and 64 digits and letters a to f',
    );
  const walletPubkey = pubkey.toLowerCase();
  if (!isPublicKey(walletPubkey))
    fail("The wallet's key in the connection string is not a valid key");
  const parameters = new URLSearchParams(query);
  return {
    walletPubkey,
    relays: relaysOf(parameters.getAll('relay'), reach),
    secret: secretOf(parameters.getAll('secret')),
    lud16: parameters.get('lud16')?.slice(0, MAX_LUD16_CHARS) || undefined,
  };
}

function relaysOf(named: readonly string[], reach: Reach): string[] {
  const hrefs = named.map(
    (relay) => readEndpoint(relay, 'wss:', 'The relay', 'BAD_CONNECTION', reach).href,
  );
  const relays = [...new Set(hrefs)];
  if (relays.length === 0) fail('The connection string names no relay: is its end missing?');
  if (relays.length > MAX_RELAYS) fail(`A connection string names at most ${MAX_RELAYS} relays`);
  return relays;
}

function secretOf(named: readonly string[]): string {
  const [secret = '', ...more] = named.map((one) => one.toLowerCase());
  if (secret === '') fail('The connection string has no secret: is its end missing?');
  if (more.length > 0) fail('The connection string has more than one secret');
  return isSecretKey(secret)
    ? secret
    : fail('The secret in the connection string is not a valid key');
}

export type NwcEncryption = 'nip44_v2' | 'nip04';

/** The wallet's public info. Only `get_info` says what this connection may do. */
export type WalletInfo = {
  readonly methods: readonly string[];
  readonly encryption: NwcEncryption;
  /** Unix seconds. The newest info event applies. */
  readonly createdAt: number;
};

export const INFO_KIND = 13194;

/**
 * Reads the wallet's info event from a relay.
 * @throws LightningError BAD_EVENT when it is not the wallet's own, UNSUPPORTED_ENCRYPTION
 */
export function readWalletInfo(connection: NwcConnection, value: unknown): WalletInfo {
  const event = readEvent(value);
  if (event.kind !== INFO_KIND || event.pubkey !== connection.walletPubkey)
    throw new LightningError('BAD_EVENT', 'The event is not the info event of this wallet');
  return {
    methods: wordsOf(event.content),
    encryption: encryptionOf(event),
    createdAt: event.created_at,
  };
}

/** NIP-44 if offered. Without the tag, the wallet supports NIP-04 only (NIP-47, "Encryption"). */
function encryptionOf(event: NostrEvent): NwcEncryption {
  const offered = wordsOf(tagOf(event, 'encryption') ?? 'nip04');
  const chosen = (['nip44_v2', 'nip04'] as const).find((one) => offered.includes(one));
  if (chosen) return chosen;
  throw new LightningError(
    'UNSUPPORTED_ENCRYPTION',
    'The wallet supports neither NIP-44 nor NIP-04',
  );
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * True if a connection with these methods can spend: pay_invoice, pay_keysend, CoinOS's `pay`, the
 * old multi_pay_…, any future pay_…, and create_connection, which could create one that spends.
 */
export const offersPaying = (methods: readonly string[]): boolean =>
  methods.some((method) => /^(multi_)?pay(_|$)/.test(method) || method === 'create_connection');
