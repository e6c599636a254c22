/** The age bands, and amounts above a limit. */
import { expect, test } from 'vitest';
import { aboveLimit, bandOf } from './rules.ts';

test('the bands change on the birthdays 10 and 14, and nobody is without one', () => {
  expect([1, 9].map(bandOf)).toEqual(['starter', 'starter']);
  expect([10, 13].map(bandOf)).toEqual(['explorer', 'explorer']);
  expect([14, 18].map(bandOf)).toEqual(['young', 'young']);
});

test('above the limit is what can be spent beyond it, to the sat (CHILD-04)', () => {
  expect(aboveLimit(100_000n, 100_000n)).toBe(0n);
  expect(aboveLimit(100_001n, 100_000n)).toBe(1n);
  expect(aboveLimit(5n, 0n)).toBe(5n);
});
