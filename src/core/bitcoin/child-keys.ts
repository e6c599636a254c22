/**
 * Public child keys (BIP32) in batches, about eight times as fast as one by one (bench/derive.ts).
 * The first and last key of every batch are compared with those of @scure/bip32.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { HDKey } from '@scure/bip32';
import { addGeneratorMultiples, type Point } from './lock-step.ts';

/** Keys derived without a pause. */
export const MAX_BATCH = 2_000;

/** Indexes from here on are hardened and need the private key. */
const INDEX_END = 2 ** 31;

/**
 * The children `first`, `first + 1`, … of a key. Throws RangeError for indexes that don't exist,
 * and Error if a key differs from that of @scure/bip32.
 */
export function deriveChildKeys(parent: HDKey, first: number, count: number): Point[] {
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!isWhole(first) || !isWhole(count) || count > MAX_BATCH || first + count > INDEX_END)
    throw new RangeError(`Expected at most ${MAX_BATCH} indexes, all from 0 to ${INDEX_END - 1}`);
  const start = secp256k1.Point.fromBytes(publicKeyOf(parent)).toAffine();
  const keys = addGeneratorMultiples(
    Array.from({ length: count }, () => start),
    tweaksOf(parent, first, count),
  );
  for (const i of ends(keys)) {
    const expected = publicKeyOf(parent.deriveChild(first + i));
    if (bytesToHex(expected) !== bytesToHex(compressed(keys[i] as Point)))
      throw new Error(`Child key ${first + i} differs from that of @scure/bip32`);
  }
  return keys;
}

/** BIP32's addend to the parent for each child: the left half of an HMAC. */
function tweaksOf(parent: HDKey, first: number, count: number): Uint8Array[] {
  // All children share the HMAC's key and the beginning of its message, so these are hashed once.
  const shared = hmac.create(sha512, parent.chainCode as Uint8Array).update(publicKeyOf(parent));
  return Array.from({ length: count }, (_, i) =>
    shared
      .clone()
      .update(numberToBytesBE(first + i, 4))
      .digest()
      .slice(0, 32),
  );
}

/** The positions in a batch that are derived a second time: the first and the last. */
export const ends = (batch: readonly unknown[]): number[] =>
  [...batch.keys()].filter((i) => i === 0 || i === batch.length - 1);

/** 33 bytes. */
export const compressed = ({ x, y }: Point): Uint8Array =>
  concatBytes(Uint8Array.of(y % 2n === 0n ? 2 : 3), numberToBytesBE(x, 32));

const publicKeyOf = (key: HDKey): Uint8Array => key.publicKey as Uint8Array;
