/**
 * Requests and replies of NIP-47 as signed, encrypted events. Time and randomness are passed in.
 */
import { LightningError } from './error.ts';
import { nip04Decrypt, nip04Encrypt } from './nip04.ts';
import { conversationKey, nip44Decrypt, nip44Encrypt } from './nip44.ts';
import {
  type NostrEvent,
  publicKeyOf,
  readEvent,
  sharedSecret,
  signEvent,
  tagOf,
} from './nostr.ts';
import type { NwcConnection, NwcEncryption } from './nwc.ts';

/** A connection with its derived keys: as secret as the connection itself. */
export type NwcChannel = {
  readonly connection: NwcConnection;
  readonly clientPubkey: string;
  readonly encryption: NwcEncryption;
  readonly key: Uint8Array;
};

const REQUEST_KIND = 23194;
export const REPLY_KIND = 23195;

/** @throws LightningError BAD_KEY, but never for a connection from `readConnection` */
export function openChannel(connection: NwcConnection, encryption: NwcEncryption): NwcChannel {
  const { secret, walletPubkey } = connection;
  const keyOf = encryption === 'nip44_v2' ? conversationKey : sharedSecret;
  return {
    connection,
    clientPubkey: publicKeyOf(secret),
    encryption,
    key: keyOf(secret, walletPubkey),
  };
}

/** Times are Unix seconds; `nonce` and `auxRandom` are 32 fresh random bytes each. */
export type Freshness = {
  readonly createdAt: number;
  /** The wallet ignores the request after this time. */
  readonly expiresAt: number;
  readonly nonce: Uint8Array;
  readonly auxRandom: Uint8Array;
};

/** `text` comes from `requestText`. @throws LightningError BAD_CIPHERTEXT if it is too long */
export function requestEvent(channel: NwcChannel, text: string, fresh: Freshness): NostrEvent {
  const { connection, encryption, key } = channel;
  const content =
    encryption === 'nip44_v2'
      ? nip44Encrypt(text, key, fresh.nonce)
      : nip04Encrypt(text, key, fresh.nonce.subarray(0, 16));
  const tags = [
    ['p', connection.walletPubkey],
    ['encryption', encryption],
    ['expiration', String(fresh.expiresAt)],
  ];
  return signEvent(
    { kind: REQUEST_KIND, created_at: fresh.createdAt, tags, content },
    connection.secret,
    fresh.auxRandom,
  );
}

/**
 * Decrypts the reply to one request. The wallet must have signed it, and it must name the request's
 * id. That id covers a fresh nonce, so an older reply can't be replayed even if a clock is wrong.
 * @throws LightningError BAD_EVENT for any other event, BAD_CIPHERTEXT, UNSUPPORTED_ENCRYPTION
 */
export function replyText(channel: NwcChannel, request: NostrEvent, value: unknown): string {
  const event = readEvent(value);
  const isReply =
    event.kind === REPLY_KIND &&
    event.pubkey === channel.connection.walletPubkey &&
    tagOf(event, 'e') === request.id &&
    (tagOf(event, 'p') ?? channel.clientPubkey) === channel.clientPubkey;
  if (!isReply) throw new LightningError('BAD_EVENT', "The event is not the wallet's reply");
  const decrypt = channel.encryption === 'nip44_v2' ? nip44Decrypt : nip04Decrypt;
  return decrypt(event.content, channel.key);
}
