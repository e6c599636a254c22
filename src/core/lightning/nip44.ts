/**
 * Encryption between two Nostr keys (NIP-44, version 2): ChaCha20 and HMAC-SHA-256, keys from HKDF.
 * `nonce` is 32 fresh random bytes, never used twice.
 */
import { chacha20 } from '@noble/ciphers/chacha.js';
import { equalBytes } from '@noble/ciphers/utils.js';
import { expand, extract } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { LightningError } from './error.ts';
import { sharedSecret } from './nostr.ts';
import { utf8Bytes, utf8Text } from './text.ts';

const VERSION = 2;
const SALT = utf8Bytes('nip44-v2');
const NONCE_BYTES = 32;
const MAC_BYTES = 32;
/** Version, nonce, 2 + 32 bytes of padded text, MAC. NIP-44 leaves the maximum to us. */
const MIN_PAYLOAD_BYTES = 99;
const MIN_PAYLOAD_CHARS = 132;
const MAX_PAYLOAD_CHARS = 262_144;
/** The most that fits the short length prefix. The long one (since 2026) is only read. */
const MAX_TEXT_BYTES = 65_535;

const fail = (message: string): never => {
  throw new LightningError('BAD_CIPHERTEXT', message);
};

/**
 * The same for both sides. Expensive to compute, so cache it.
 * @throws LightningError BAD_KEY
 */
export const conversationKey = (secretKey: string, publicKey: string): Uint8Array =>
  extract(sha256, sharedSecret(secretKey, publicKey), SALT);

/** @throws LightningError BAD_CIPHERTEXT unless the text has 1 to 65,535 bytes */
export function nip44Encrypt(text: string, key: Uint8Array, nonce: Uint8Array): string {
  const keys = messageKeys(key, nonce);
  const ciphertext = chacha20(keys.chachaKey, keys.chachaNonce, pad(utf8Bytes(text)));
  const mac = hmac(sha256, keys.hmacKey, concatBytes(nonce, ciphertext));
  return base64.encode(concatBytes(Uint8Array.of(VERSION), nonce, ciphertext, mac));
}

/** @throws LightningError BAD_CIPHERTEXT, or UNSUPPORTED_ENCRYPTION for another version */
export function nip44Decrypt(payload: string, key: Uint8Array): string {
  const bytes = decodePayload(payload);
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const ciphertext = bytes.subarray(1 + NONCE_BYTES, -MAC_BYTES);
  const keys = messageKeys(key, nonce);
  const mac = hmac(sha256, keys.hmacKey, concatBytes(nonce, ciphertext));
  // equalBytes compares in constant time.
  if (!equalBytes(mac, bytes.subarray(-MAC_BYTES)))
    fail('The message was changed or is for another key');
  const text = unpad(chacha20(keys.chachaKey, keys.chachaNonce, ciphertext));
  return utf8Text(text) ?? fail('The message is not UTF-8');
}

export function messageKeys(key: Uint8Array, nonce: Uint8Array) {
  if (key.length !== 32 || nonce.length !== NONCE_BYTES)
    return fail('Key and nonce have 32 bytes each');
  const bytes = expand(sha256, key, nonce, 76);
  return {
    chachaKey: bytes.subarray(0, 32),
    chachaNonce: bytes.subarray(32, 44),
    hmacKey: bytes.subarray(44, 76),
  };
}

function decodePayload(payload: string): Uint8Array {
  const unsupported = (): never => {
    throw new LightningError('UNSUPPORTED_ENCRYPTION', 'The message is not encrypted by NIP-44 v2');
  };
  if (payload.startsWith('#')) unsupported();
  if (payload.length < MIN_PAYLOAD_CHARS || payload.length > MAX_PAYLOAD_CHARS)
    fail(`A message has ${MIN_PAYLOAD_CHARS} to ${MAX_PAYLOAD_CHARS} characters`);
  const bytes = decodeBase64(payload);
  if (bytes[0] !== VERSION) unsupported();
  return bytes.length < MIN_PAYLOAD_BYTES ? fail('The message is too short') : bytes;
}

function decodeBase64(payload: string): Uint8Array {
  try {
    return base64.decode(payload);
  } catch {
    return fail('The message is not base64');
  }
}

/** Multiples of 32 bytes up to 256, then of an eighth of the next power of two. */
export function paddedLength(length: number): number {
  if (length <= 32) return 32;
  const nextPower = 2 ** (Math.floor(Math.log2(length - 1)) + 1);
  const step = nextPower <= 256 ? 32 : nextPower / 8;
  return step * (Math.floor((length - 1) / step) + 1);
}

function pad(text: Uint8Array): Uint8Array {
  if (text.length < 1 || text.length > MAX_TEXT_BYTES)
    fail(`A message has 1 to ${MAX_TEXT_BYTES} bytes of text`);
  const padded = new Uint8Array(2 + paddedLength(text.length));
  new DataView(padded.buffer).setUint16(0, text.length);
  padded.set(text, 2);
  return padded;
}

/** The length takes two bytes, or two zeros and four bytes from 65,536 bytes on. */
function unpad(padded: Uint8Array): Uint8Array {
  const view = new DataView(padded.buffer, padded.byteOffset, padded.byteLength);
  const short = view.getUint16(0);
  const length = short === 0 ? view.getUint32(2) : short;
  const start = short === 0 ? 6 : 2;
  const isSound =
    (short > 0 || length > MAX_TEXT_BYTES) && padded.length === start + paddedLength(length);
  return isSound ? padded.subarray(start, start + length) : fail('The message is badly padded');
}
