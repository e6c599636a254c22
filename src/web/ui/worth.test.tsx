/** Money's value then and now, in one short text. */
import { afterEach, expect, test } from 'vitest';
import { setOwnRate } from './own-rate.ts';
import { worthText } from './worth.ts';

const THEN = { currency: 'EUR', minorPerBtc: 6_100_000 };
afterEach(() => setOwnRate(null));

test('a family without its own money is shown none, whatever an entry has kept', () => {
  expect([worthText(690n, null), worthText(690n, THEN)]).toEqual(['', '']);
});

test('then and now are shown if they differ, each in its own currency', () => {
  setOwnRate({ currency: 'EUR', minorPerBtc: 8_000_000 });
  expect(worthText(690n, THEN)).toBe('about €0.42 then, €0.55 now');
  expect(worthText(-690n, THEN)).toBe('about €0.42 then, €0.55 now');
  expect(worthText(690n, { currency: 'USD', minorPerBtc: 7_000_000 })).toBe(
    'about $0.48 then, €0.55 now',
  );
});

test('without a price of then, or where both read the same, it says what it is worth now', () => {
  setOwnRate({ currency: 'EUR', minorPerBtc: 6_110_000 });
  expect([worthText(690n, null), worthText(690n, THEN)]).toEqual(['about €0.42', 'about €0.42']);
  expect(worthText(0n, THEN)).toBe('');
});
