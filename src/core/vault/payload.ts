/**
 * The form of a vault payload: sizes, versions, and protection against changes by the server. Pure;
 * the cryptography is in web/vault/cipher.ts.
 *
 * A payload has three base64 fields: `salt` (16 bytes), `iv` (12 bytes) and `encryptedData`. The
 * key is PBKDF2-SHA-256 of the passphrase, the cipher AES-256-GCM with a tag of 16 bytes.
 *
 * - Version 1: `encryptedData` is the ciphertext with its tag; 100,000 rounds. Read, never written.
 * - Version 2: eight bytes come before the ciphertext: `FVL`, the version, and the rounds as a
 *   big-endian uint32. This header, the purpose and the family are authenticated with the text: the
 *   rounds can't be lowered, and no payload can be passed off as another.
 */
import { base64 } from '@scure/base';
import { VaultError } from './error.ts';

export type VaultPayload = { encryptedData: string; iv: string; salt: string };

/** The purpose and family of a payload. Authenticated: it opens for no others. */
export type Binding = { purpose: 'wallet'; familyId: string };

export const SALT_BYTES = 16;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** PBKDF2 rounds of version 1. */
export const OLD_ROUNDS = 100_000;
/** Rounds for everything that is written. A constant: the server cannot change it. */
export const ROUNDS = 600_000;
/** The range for a header: fewer rounds are weak, more would only keep the browser busy. */
const FEWEST_ROUNDS = OLD_ROUNDS;
const MOST_ROUNDS = 5_000_000;

/** Characters of `encryptedData`: several times the longest descriptor. */
export const MOST_PAYLOAD_CHARS = 8_192;

/** One way to read a payload: the rounds, the authenticated data, and the ciphertext. */
export type Reading = {
  rounds: number;
  /** Undefined for version 1, which authenticates nothing else. */
  additionalData: Uint8Array<ArrayBuffer> | undefined;
  ciphertext: Uint8Array<ArrayBuffer>;
};

export type ReadPayload = {
  salt: Uint8Array<ArrayBuffer>;
  iv: Uint8Array<ArrayBuffer>;
  /** The possible readings, in the order to try them. */
  readings: readonly Reading[];
};

const MAGIC = [...'FVL'].map((letter) => letter.charCodeAt(0));
const VERSION = 2;
const HEADER_BYTES = 8;

/**
 * Bytes that begin like version 2 may be version 1 by chance (once in 2^32), so version 1 is tried
 * after it.
 * @throws VaultError DAMAGED for wrong sizes or invalid base64, BAD_ROUNDS before anything is
 * derived
 */
export function readPayload(payload: VaultPayload, binding: Binding): ReadPayload {
  const salt = decode(payload.salt);
  const iv = decode(payload.iv);
  const data = decode(payload.encryptedData);
  if (salt.length !== SALT_BYTES || iv.length !== IV_BYTES || data.length <= TAG_BYTES)
    throw new VaultError('DAMAGED', 'The payload has fields of a wrong size');
  const old = { rounds: OLD_ROUNDS, additionalData: undefined, ciphertext: data };
  if (!hasHeader(data)) return { salt, iv, readings: [old] };
  const header = data.slice(0, HEADER_BYTES);
  const rounds = new DataView(header.buffer).getUint32(MAGIC.length + 1);
  if (rounds < FEWEST_ROUNDS || rounds > MOST_ROUNDS)
    throw new VaultError(
      'BAD_ROUNDS',
      `Expected ${FEWEST_ROUNDS} to ${MOST_ROUNDS} rounds, but the payload says ${rounds}`,
    );
  const ciphertext = data.slice(HEADER_BYTES);
  const current = { rounds, additionalData: additionalData(header, binding), ciphertext };
  return { salt, iv, readings: [current, old] };
}

/** The data that version 2 authenticates, and the start of its `encryptedData`. */
export function newHeader(binding: Binding) {
  const header = new Uint8Array(HEADER_BYTES);
  header.set([...MAGIC, VERSION]);
  new DataView(header.buffer).setUint32(MAGIC.length + 1, ROUNDS);
  return { header, additionalData: additionalData(header, binding) };
}

/** @param ciphertext with its tag */
export const writePayload = (parts: {
  header: Uint8Array;
  ciphertext: Uint8Array;
  iv: Uint8Array;
  salt: Uint8Array;
}): VaultPayload => ({
  encryptedData: base64.encode(Uint8Array.from([...parts.header, ...parts.ciphertext])),
  iv: base64.encode(parts.iv),
  salt: base64.encode(parts.salt),
});

/** False if a payload should be sealed again: an old version, or fewer rounds than today's. */
export const isCurrent = ({ rounds, additionalData }: Reading): boolean =>
  additionalData !== undefined && rounds >= ROUNDS;

const hasHeader = (data: Uint8Array) =>
  data.length > HEADER_BYTES + TAG_BYTES &&
  data[MAGIC.length] === VERSION &&
  MAGIC.every((byte, i) => data[i] === byte);

function additionalData(header: Uint8Array, { purpose, familyId }: Binding) {
  const bound = new TextEncoder().encode(`|${purpose}|${familyId}`);
  return Uint8Array.from([...header, ...bound]);
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(base64.decode(text));
  } catch {
    throw new VaultError('DAMAGED', 'The payload has a field that is not base64');
  }
}
