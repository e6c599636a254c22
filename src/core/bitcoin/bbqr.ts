/**
 * BBQr: a file as a sequence of QR codes (Coinkite's specification). Each begins with `B$`, the
 * encoding (`2` is base32), the kind of file (`P` is a PSBT), the number of codes and the position
 * of this one, both in base 36.
 */
import { base32nopad } from '@scure/base';

/** Bytes per code: few enough for cheap cameras. Base32 turns 5 bytes into 8 letters. */
const PART_BYTES = 250;
const MOST_PARTS = 36 ** 2 - 1;

/** @throws RangeError for an empty file or one that is too long */
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
