/** Candidates for the same payment: correct, and cheap for any number of rows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasSeveralNear, pairInTime } from './match.ts';

test('several near: what a walk through the whole list would say', () => {
  const moments = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 30 });
  fc.assert(
    fc.property(moments, fc.nat(200), fc.nat(50), (some, at, window) => {
      const ascending = some.toSorted((a, b) => a - b);
      const walked = ascending.filter((one) => Math.abs(one - at) <= window).length;
      expect(hasSeveralNear(ascending, at, window)).toBe(walked > 1);
    }),
  );
});

test('five thousand rows of one amount against five thousand entries: no row reads them all (T46)', () => {
  let reads = 0;
  const times = Array.from({ length: 5_000 }, (_, i) => i * 1_000);
  const counted = new Proxy(times, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name);
    },
  });
  for (const at of times) hasSeveralNear(counted, at, 86_400_000);
  expect(reads).toBeLessThan(5_000 * 20);
});

test('among thousands of one amount, too, a row and an entry are in one pair only (T46)', () => {
  const moments = (count: number) => Array.from({ length: count }, (_, i) => i);
  const pairs = pairInTime(moments(1_100), moments(1_000));
  const sides = [0, 1].map((side) => new Set(pairs.map((pair) => pair[side])).size);
  expect([pairs.length, ...sides]).toEqual([1_000, 1_000, 1_000]);
});
