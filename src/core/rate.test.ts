/** A family's currency, for display. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCurrency, isUnlikely, readPrice } from './price.ts';
import { decimalsOf, majorText, minorOf } from './rate.ts';

test.each([
  ['', 2],
  ['0', 2],
  ['-5', 2],
  ['abc', 2],
  ['61000.123456', 2],
  ['1.5', 0],
  ['9999999999999999', 2],
])('"%s" with %s decimals is no price', (text, decimals) => {
  expect(readPrice(text, decimals)).toBeUndefined();
});

test.each([
  ['61000', 2, 6_100_000n],
  ['61,000', 2, 6_100_000n],
  ['61.000', 2, 6_100_000n],
  ['61 000', 2, 6_100_000n],
  ["61'000.50", 2, 6_100_050n],
  ['61.000,5', 2, 6_100_050n],
  ['9,500,000', 0, 9_500_000n],
])('"%s" with %s decimals is %s', (text, decimals, minor) => {
  expect(readPrice(text, decimals)).toBe(minor);
});

test('currencies and their decimals', () => {
  expect(['EUR', 'USD', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 2, 0, 3]);
  expect([isCurrency('EUR'), isCurrency('eur'), isCurrency('XYZ')]).toEqual([true, false, false]);
});

test('an amount is worth its part of a bitcoin, rounded to the nearest, both ways alike', () => {
  const rate = { currency: 'EUR', minorPerBtc: 6_100_000n };
  expect(minorOf(100_000_000n, rate)).toBe(6_100_000n);
  expect(minorOf(8n, rate)).toBe(0n);
  expect(minorOf(9n, rate)).toBe(1n);
  fc.assert(
    fc.property(fc.bigInt(0n, 2_100_000_000_000_000n), fc.bigInt(1n, 10n ** 12n), (sats, minor) => {
      const worth = minorOf(sats, { currency: 'EUR', minorPerBtc: minor });
      expect(minorOf(-sats, { currency: 'EUR', minorPerBtc: minor })).toBe(-worth);
      const off = worth * 100_000_000n - sats * minor;
      expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(100_000_000n);
    }),
  );
});

test('minor units read as a decimal text, and back', () => {
  expect(majorText(-5n, 2)).toBe('-0.05');
  expect(majorText(61n, 0)).toBe('61');
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.constantFrom(0, 2), (minor, decimals) => {
      expect(readPrice(majorText(minor, decimals), decimals)).toBe(minor);
    }),
  );
});

test('twice and half are likely; one more or less is not; another currency always is', () => {
  const of = (minorPerBtc: bigint, currency = 'EUR') => ({ currency, minorPerBtc });
  expect(isUnlikely(of(1n), null)).toBe(false);
  expect([isUnlikely(of(200n), of(100n)), isUnlikely(of(50n), of(100n))]).toEqual([false, false]);
  expect([isUnlikely(of(201n), of(100n)), isUnlikely(of(49n), of(100n))]).toEqual([true, true]);
  expect(isUnlikely(of(900n, 'JPY'), of(100n))).toBe(false);
});
