/** Files in several QR codes. */
import { base32nopad } from '@scure/base';
import { expect, test } from 'vitest';
import { psbtQrParts } from './bbqr.ts';

test('BBQr: an empty file and one that is too long are refused (WALL-29)', () => {
  expect(() => psbtQrParts(new Uint8Array())).toThrow('Expected 1 to');
  expect(() => psbtQrParts(new Uint8Array(1_295 * 250 + 1))).toThrow('Expected 1 to');
  expect(psbtQrParts(new Uint8Array(1_295 * 250)).at(-1)).toMatch(/^B\$2PZZZY/);
});

test('BBQr: the parts say how many they are and which, and make the file again (WALL-29)', () => {
  const file = Uint8Array.from({ length: 9_001 }, (_, at) => at % 251);
  const parts = psbtQrParts(file);
  expect(parts.map((part) => part.slice(0, 8)).slice(0, 2)).toEqual(['B$2P1100', 'B$2P1101']);
  expect(parts.at(-1)?.slice(0, 8)).toBe('B$2P1110');
  const read = parts.flatMap((part) => [...base32nopad.decode(part.slice(8))]);
  expect(read).toEqual([...file]);
  // Letters, digits and $ alone: QR codes pack them closest.
  expect(parts.every((part) => /^[A-Z0-9$]+$/.test(part))).toBe(true);
});
