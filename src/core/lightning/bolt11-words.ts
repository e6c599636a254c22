/** Turns the five-bit words of bech32 into numbers and bytes (BOLT 11, "Data Part"; BIP 173). */
import { bech32 } from '@scure/base';
import { LightningError } from './error.ts';

export type Words = readonly number[];

/** Big-endian. @throws LightningError when it does not fit in 53 bits. */
export function numberOf(words: Words, what: string): number {
  let value = 0;
  for (const word of words) {
    value = value * 32 + word;
    if (!Number.isSafeInteger(value))
      throw new LightningError('BAD_INVOICE', `The invoice's ${what} is too large`);
  }
  return value;
}

/** Undefined when the bits left over after the last byte are five or more, or not zeros. */
export const optionalBytesOf = (words: Words): Uint8Array | undefined =>
  bech32.fromWordsUnsafe([...words]) || undefined;

/** @throws LightningError where `optionalBytesOf` is undefined. */
export function bytesOf(words: Words, what: string): Uint8Array {
  const bytes = optionalBytesOf(words);
  if (!bytes)
    throw new LightningError('BAD_INVOICE', `The invoice's ${what} is not padded with zero bits`);
  return bytes;
}

/** Padded with zero bits to whole bytes: the form that is signed. */
export function zeroPaddedBytesOf(words: Words): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((words.length * 5) / 8));
  for (const [i, word] of words.entries())
    for (let bit = 0; bit < 5; bit++) {
      const at = i * 5 + bit;
      if ((word >> (4 - bit)) & 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  return bytes;
}
