/** What people type beside what is booked: both units, and the marks of four locales. */
import { expect, test } from 'vitest';
import { MAX_SATS } from './money.ts';
import { readTyped } from './typed-amount.ts';
import type { TypedUnit } from './typed-units.ts';

/** The decimal mark of each: en-US and de-CH write a point, de-DE and es-ES a comma. */
const LOCALES = ['en-US', 'de-DE', 'es-ES', 'de-CH'] as const;
const decimalOf = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
  '.';

const no = undefined;

/** In every locale the same. */
const TABLE: readonly (readonly [
  text: string,
  sats: bigint | undefined,
  btc: bigint | undefined,
])[] = [
  // What a newcomer types.
  ['2000', 2_000n, 200_000_000_000n],
  ['0', 0n, 0n],
  ['1', 1n, 100_000_000n],
  [' 500 ', 500n, 50_000_000_000n],
  // Groups of thousands, whatever the mark.
  ['2 000', 2_000n, 200_000_000_000n],
  ['2\u00a0000', 2_000n, 200_000_000_000n],
  ['2\u202f000', 2_000n, 200_000_000_000n],
  ["2'000", 2_000n, 200_000_000_000n],
  ['2’000', 2_000n, 200_000_000_000n],
  ['1,000,000', 1_000_000n, 100_000_000_000_000n],
  ['1.000.000', 1_000_000n, 100_000_000_000_000n],
  ['12 345 678', 12_345_678n, 1_234_567_800_000_000n],
  // Sats have no fractions: one is refused there, and never taken for bitcoin.
  ['0.00002', no, 2_000n],
  ['0,00002', no, 2_000n],
  ['0.002', no, 200_000n],
  ['0,002', no, 200_000n],
  ['0.5', no, 50_000_000n],
  ['0,5', no, 50_000_000n],
  ['.5', no, 50_000_000n],
  [',5', no, 50_000_000n],
  ['0.00000001', no, 1n],
  ['0.', no, 0n],
  ['1.5', no, 150_000_000n],
  ['1,5', no, 150_000_000n],
  ['2.50', no, 250_000_000n],
  ['12,34', no, 1_234_000_000n],
  ['5.', no, 500_000_000n],
  ['1,234.5', no, 123_450_000_000n],
  ['1.234,5', no, 123_450_000_000n],
  ['1 234,5', no, 123_450_000_000n],
  // Neither.
  ['', no, no],
  ['-5', no, no],
  ['+5', no, no],
  ['1e3', no, no],
  ['05', no, no],
  ['0.000000001', no, no],
  ['1,23,456', no, no],
  ['1.234.5', no, no],
  ['1,000 000', no, no],
  ['2000 sats', no, no],
  ['$5', no, no],
  ['٢', no, no],
  ['2100000000000001', no, no],
];

test.each(TABLE)('"%s" books %s in sats and %s in BTC (PLAT-07 T30)', (text, sats, btc) => {
  for (const locale of LOCALES)
    expect(
      (['sats', 'btc'] as const).map((unit) => readTyped(text, unit, decimalOf(locale))),
      locale,
    ).toEqual([sats, btc]);
});

test('one mark before three digits groups sats; in BTC it must be the reader’s decimal mark (PLAT-07 T30)', () => {
  const read = (text: string, unit: TypedUnit) =>
    LOCALES.map((locale) => readTyped(text, unit, decimalOf(locale)));
  const half = 150_000_000n;
  expect(LOCALES.map(decimalOf)).toEqual(['.', ',', ',', '.']);
  expect(read('1,500', 'sats')).toEqual([1_500n, 1_500n, 1_500n, 1_500n]);
  expect(read('1.500', 'sats')).toEqual([1_500n, 1_500n, 1_500n, 1_500n]);
  expect(read('1,500', 'btc')).toEqual([no, half, half, no]);
  expect(read('1.500', 'btc')).toEqual([half, no, no, half]);
});

test('no more than all bitcoin there will ever be, in either unit (PLAT-07)', () => {
  expect(readTyped('2100000000000000', 'sats', '.')).toBe(MAX_SATS);
  expect(readTyped('21000000', 'btc', '.')).toBe(MAX_SATS);
  expect(readTyped('21000000.00000001', 'btc', '.')).toBeUndefined();
  expect(readTyped('9'.repeat(10_000), 'sats', '.')).toBeUndefined();
});
