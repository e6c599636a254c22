/** The waits after wrong PINs. */
import { expect, test } from 'vitest';
import { WAITS } from './rules.ts';

const after = (tries: number) => WAITS[Math.min(tries, WAITS.length) - 1] as number;

test('no wait before the fifth wrong try; then waits only grow, to an hour (T19)', () => {
  expect([1, 2, 3, 4].map(after)).toEqual([0, 0, 0, 0]);
  expect([5, 6, 7, 8, 1000].map(after)).toEqual([60, 300, 900, 3600, 3600]);
  expect([...WAITS].sort((a, b) => a - b)).toEqual([...WAITS]);
});

test('ten thousand PINs take more than a year (T19)', () => {
  const seconds = Array.from({ length: 10_000 }, (_, i) => after(i + 1));
  expect(seconds.reduce((sum, one) => sum + one, 0) / 86_400).toBeGreaterThan(365);
});
