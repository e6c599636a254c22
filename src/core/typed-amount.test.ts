/** Typed amounts and booked amounts: both units, and the marks of four locales. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_SATS } from './money.ts';
import type { Rate } from './rate.ts';
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
  // Typed by newcomers.
  ['2000', 2_000n, 200_000_000_000n],
  ['0', 0n, 0n],
  ['1', 1n, 100_000_000n],
  [' 500 ', 500n, 50_000_000_000n],
  // Thousands in groups, by any mark.
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

const rateOf = (currency: string, minorPerBtc: bigint): Rate => ({ currency, minorPerBtc });
const EUROS = rateOf('EUR', 6_100_000n);

test('without a rate nothing is read in the family’s own money, and never as another unit', () => {
  expect(readTyped('2', 'own', '.')).toBeUndefined();
  expect(readTyped('2', 'own', '.', null)).toBeUndefined();
});

test('a mark means cents or thousands as the reader writes them, and a doubt is refused', () => {
  const read = (text: string, rate: Rate) =>
    LOCALES.map((locale) => readTyped(text, 'own', decimalOf(locale), rate));
  const sats = (minor: bigint) => (minor * 100_000_000n) / 6_100_000n;
  const same = (minor: bigint) => LOCALES.map(() => sats(minor));
  for (const text of ['2', '2.0', '2,00', ' 2 '])
    expect(read(text, EUROS), text).toEqual(same(200n));
  for (const text of ['1.234,5', '1,234.50', '1 234,50', '1’234.50', '1234.5'])
    expect(read(text, EUROS), text).toEqual(same(123_450n));
  expect(read('1,500', EUROS)).toEqual([sats(150_000n), no, no, sats(150_000n)]);
  expect(read('1.500', EUROS)).toEqual([no, sats(150_000n), sats(150_000n), no]);
  for (const text of [
    '',
    '-2',
    '2.0055',
    '0,0001',
    '€2',
    '2€',
    '1.2.3',
    '1e3',
    '٢',
    '9'.repeat(60),
  ])
    expect(read(text, EUROS), text).toEqual([no, no, no, no]);
});

test('yen have no decimals, dinars have three, and both are read as they are written', () => {
  const yen = rateOf('JPY', 10_000_000n);
  const dinars = rateOf('KWD', 20_000_000n);
  expect(readTyped('100', 'own', '.', yen)).toBe(1_000n);
  expect(readTyped('1,500', 'own', '.', yen)).toBe(15_000n);
  expect(readTyped('1.5', 'own', '.', yen)).toBeUndefined();
  expect(readTyped('1.500', 'own', '.', dinars)).toBe(7_500n);
  expect(readTyped('1,500', 'own', '.', dinars)).toBeUndefined();
});

test('no more than all bitcoin there will ever be, at any price', () => {
  expect(readTyped('21000000', 'own', '.', rateOf('EUR', 100n))).toBe(MAX_SATS);
  expect(readTyped('21000000.01', 'own', '.', rateOf('EUR', 100n))).toBeUndefined();
});

test('what is typed buys the most whole sats that it pays for, and never one more', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 9n),
      fc.bigInt(1_000n, 10n ** 12n),
      fc.constantFrom(...LOCALES),
      (minor, minorPerBtc, locale) => {
        const text = (Number(minor) / 100).toFixed(2).replace('.', decimalOf(locale));
        const sats = readTyped(text, 'own', decimalOf(locale), rateOf('EUR', minorPerBtc));
        const paid = minor * 100_000_000n;
        if (sats === undefined) return paid / minorPerBtc > MAX_SATS;
        return sats * minorPerBtc <= paid && (sats + 1n) * minorPerBtc > paid;
      },
    ),
  );
});
