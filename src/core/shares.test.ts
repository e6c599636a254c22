/** Whole parts that add up. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apportion } from './shares.ts';

const weights = fc.array(fc.bigInt(0n, 2_100_000_000_000_000n), { minLength: 1, maxLength: 40 });

test('whole parts add up to the whole, and none is a whole step away from its due (FAM-20)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), weights, (whole, of) => {
      const total = of.reduce((sum, one) => sum + one, 0n);
      const parts = apportion(whole, of);
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(total === 0n ? 0 : whole);
      for (const [i, part] of parts.entries()) {
        const due = (of[i] as bigint) * BigInt(whole);
        if (total > 0n) expect(BigInt(part) * total - due < total).toBe(true);
        if (total > 0n) expect(due - BigInt(part) * total < total).toBe(true);
      }
    }),
  );
});

test('more weight is never a smaller part (FAM-20)', () => {
  fc.assert(
    fc.property(weights, (of) => {
      const parts = apportion(100, of);
      for (const [i, a] of of.entries())
        for (const [j, b] of of.entries())
          if (a > b) expect(parts[i] as number).toBeGreaterThanOrEqual(parts[j] as number);
    }),
  );
});

test('of equal remainders the first gets more (FAM-20)', () => {
  expect(apportion(100, [1n, 1n, 1n])).toEqual([34, 33, 33]);
  expect(apportion(7, [50n, 50n])).toEqual([4, 3]);
  expect(apportion(100, [0n, 0n])).toEqual([0, 0]);
});
