/**
 * Nostr events (NIP-01): their ids and BIP 340 signatures. Keys, ids and signatures are lower-case
 * hexadecimal. Randomness is an argument: `auxRandom` is 32 fresh random bytes.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { LightningError } from './error.ts';
import { readFields } from './fields.ts';
import { isHex32, utf8Bytes } from './text.ts';

/** As on the wire, with the field names of NIP-01. Times are Unix seconds. */
export type NostrEvent = {
  readonly id: string;
  readonly pubkey: string;
  readonly created_at: number;
  readonly kind: number;
  readonly tags: readonly (readonly string[])[];
  readonly content: string;
  readonly sig: string;
};

type UnsignedEvent = Omit<NostrEvent, 'id' | 'sig'>;

/** Far more than a wallet's reply needs (NIP-47 asks relays for 64 kB). */
const MAX_CONTENT_CHARS = 262_144;
const MAX_TAGS = 100;
const MAX_TAG_ITEMS = 20;
const MAX_TAG_CHARS = 10_000;
const MAX_KIND = 65_535;
const SIGNATURE = /^[0-9a-f]{128}$/;

const badKey = (): never => {
  throw new LightningError('BAD_KEY', 'A key is 64 hexadecimal digits and valid on secp256k1');
};

export const isSecretKey = (key: string): boolean =>
  isHex32(key) && secp256k1.utils.isValidSecretKey(hexToBytes(key));

/** The x coordinate of a point (BIP 340). */
export function isPublicKey(key: string): boolean {
  return isHex32(key) && secp256k1.utils.isValidPublicKey(compressed(key), true);
}

/** The even one of the two points with this x coordinate. */
const compressed = (publicKey: string): Uint8Array =>
  concatBytes(Uint8Array.of(2), hexToBytes(publicKey));

/** @throws LightningError BAD_KEY */
export const publicKeyOf = (secretKey: string): string =>
  isSecretKey(secretKey) ? bytesToHex(schnorr.getPublicKey(hexToBytes(secretKey))) : badKey();

/**
 * ECDH: the x coordinate of the shared point, not hashed (NIP-04, NIP-44).
 * @throws LightningError BAD_KEY
 */
export function sharedSecret(secretKey: string, publicKey: string): Uint8Array {
  if (!isSecretKey(secretKey) || !isPublicKey(publicKey)) return badKey();
  return secp256k1.getSharedSecret(hexToBytes(secretKey), compressed(publicKey)).subarray(1);
}

/** Signs 32 bytes (BIP 340). @throws LightningError BAD_KEY */
export function sign(hash: string, secretKey: string, auxRandom: Uint8Array): string {
  if (!isSecretKey(secretKey)) return badKey();
  return bytesToHex(schnorr.sign(hexToBytes(hash), hexToBytes(secretKey), auxRandom));
}

export const isSignedBy = (publicKey: string, hash: string, signature: string): boolean =>
  isHex32(publicKey) &&
  isHex32(hash) &&
  SIGNATURE.test(signature) &&
  schnorr.verify(hexToBytes(signature), hexToBytes(hash), hexToBytes(publicKey));

/** @throws LightningError BAD_KEY */
export function signEvent(
  event: Omit<UnsignedEvent, 'pubkey'>,
  secretKey: string,
  auxRandom: Uint8Array,
): NostrEvent {
  const unsigned = { ...event, pubkey: publicKeyOf(secretKey) };
  const id = eventId(unsigned);
  return { ...unsigned, id, sig: sign(id, secretKey, auxRandom) };
}

/** NIP-01 lists the escapes to use; in practice every client uses JSON.stringify. */
function eventId({ pubkey, created_at, kind, tags, content }: UnsignedEvent): string {
  const serialized = JSON.stringify([0, pubkey, created_at, kind, tags, content]);
  return bytesToHex(sha256(utf8Bytes(serialized)));
}

/**
 * Reads an event from a relay and verifies its id and its author's signature.
 * @throws LightningError BAD_EVENT if a part is missing or too large, or the id or signature is
 * wrong
 */
export function readEvent(value: unknown): NostrEvent {
  const fields = readFields(value, 'The event', 'BAD_EVENT');
  const event: NostrEvent = {
    id: fields.text('id', 64),
    pubkey: fields.text('pubkey', 64),
    created_at: fields.integer('created_at'),
    kind: fields.integer('kind'),
    tags: fields.list('tags', MAX_TAGS).map((tag) => {
      const isTag =
        Array.isArray(tag) &&
        tag.length > 0 &&
        tag.length <= MAX_TAG_ITEMS &&
        tag.every((item) => typeof item === 'string' && item.length <= MAX_TAG_CHARS);
      return isTag ? (tag as string[]) : fields.fail('has a tag that is no list of texts');
    }),
    content: fields.text('content', MAX_CONTENT_CHARS),
    sig: fields.text('sig', 128),
  };
  if (event.kind > MAX_KIND) fields.fail(`has a kind above ${MAX_KIND}`);
  if (event.id !== eventId(event)) fields.fail('has an id that is not its hash');
  if (!isSignedBy(event.pubkey, event.id, event.sig)) fields.fail('is not signed by its author');
  return event;
}

/** The second item of the first tag with this name. */
export const tagOf = (event: NostrEvent, name: string): string | undefined =>
  event.tags.find(([first]) => first === name)?.[1];
