/**
 * BBQr: a file in several QR codes that are shown one after the other (Coinkite's specification).
 * Each begins with `B$`, the encoding (`2` is base32), the kind of file (`P` is a PSBT), how many
 * there are and which one it is, both in base 36.
 */
import { base32nopad } from '@scure/base';

/** Bytes in one code: few enough that cheap cameras read it. Base32 turns 5 bytes to 8 letters. */
const PART_BYTES = 250;
const MOST_PARTS = 36 ** 2 - 1;

/** @throws RangeError for a file that is too long, or for an empty one */
export function psbtQrParts(psbt: Uint8Array): string[] {
  const count = Math.ceil(psbt.length / PART_BYTES);
  if (count < 1 || count > MOST_PARTS)
    throw new RangeError(`Expected 1 to ${MOST_PARTS * PART_BYTES} bytes, got ${psbt.length}`);
  return Array.from({ length: count }, (_, at) => {
    const part = psbt.subarray(at * PART_BYTES, (at + 1) * PART_BYTES);
    return `B$2P${twoDigits(count)}${twoDigits(at)}${base32nopad.encode(part)}`;
  });
}

const twoDigits = (value: number): string => value.toString(36).toUpperCase().padStart(2, '0');
