/** Amounts: refusals, and lossless conversion both ways. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBtc, MAX_SATS, parseBtc, parseBtcNumber, usdCents } from './money.ts';

const hostile = [
  '',
  ' ',
  ' 1',
  '1 ',
  '+1',
  '-1',
  '-0',
  '05',
  '00.1',
  '1,500',
  '12,345',
  '1.5,0',
  '1,23,456.5',
  '0,123,456',
  ',',
  '.',
  '5,.',
  '1_000',
  '0x1',
  '1e-8',
  '1E3',
  'NaN',
  'Infinity',
  '٣',
  '１',
  '1.123456789',
  '21000000.00000001',
  '21000001',
  '999999999',
  '1.1.1',
  '--1',
  '1\n',
  '1\u0000',
  "1'",
  '1;',
  'null',
  '0b1',
  '1n',
  '½',
  '1.0000000000',
  '00000000000001',
];

test('anything but a plain decimal of at most 8 places is refused, never rounded (PLAT-07)', () => {
  for (const text of hostile) expect(parseBtc(text), JSON.stringify(text)).toBeUndefined();
  for (const n of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    -0,
    Number.MAX_VALUE,
    1e-9,
    0.123456789,
    2.1e7 + 1,
  ])
    expect(parseBtcNumber(n), String(n)).toBeUndefined();
});

test.each([
  ['0,5', 50_000_000n],
  ['0,00002', 2_000n],
  ['1,5', 150_000_000n],
  [',5', 50_000_000n],
  ['.5', 50_000_000n],
  ['5.', 500_000_000n],
  ['5,', 500_000_000n],
  ['0,123', 12_300_000n],
  ['1.500', 150_000_000n],
  ['1,234.5', 123_450_000_000n],
  ['1,000,000', 100_000_000_000_000n],
])('a comma is understood where it can only mean one thing: %s (PLAT-07 T30)', (text, sats) => {
  expect(parseBtc(text)).toBe(sats);
});

test('one bitcoin is 100,000,000 sats and prints with 8 decimals (PLAT-07)', () => {
  expect(parseBtc('1')).toBe(100_000_000n);
  expect(parseBtc('0.00000001')).toBe(1n);
  expect(parseBtcNumber(1e-8)).toBe(1n);
  expect(parseBtcNumber(0.1)).toBe(10_000_000n);
  expect(formatBtc(142_300n)).toBe('0.00142300');
  expect(formatBtc(-5n)).toBe('-0.00000005');
});

test('every amount survives the way out and back, as text and as a number (PLAT-07)', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, MAX_SATS), (sats) => {
      expect(parseBtc(formatBtc(sats))).toBe(sats);
      expect(parseBtcNumber(Number(formatBtc(sats)))).toBe(sats);
    }),
    { numRuns: 2000 },
  );
});

test('dollars are the fixed 44,000 per bitcoin, to the cent (PLAT-08)', () => {
  expect(usdCents(142_300n)).toBe(6261n);
  expect(usdCents(100_000_000n)).toBe(4_400_000n);
  expect(usdCents(-142_300n)).toBe(-6261n);
  // 0.528 and 0.484 cents.
  expect([12n, 11n, -12n].map((sats) => usdCents(sats))).toEqual([1n, 0n, -1n]);
});
