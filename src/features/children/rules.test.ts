/** The age bands. */
import { expect, test } from 'vitest';
import { bandOf } from './rules.ts';

test('the bands change on the birthdays 10 and 14, and nobody is without one', () => {
  expect([1, 9].map(bandOf)).toEqual(['starter', 'starter']);
  expect([10, 13].map(bandOf)).toEqual(['explorer', 'explorer']);
  expect([14, 18].map(bandOf)).toEqual(['young', 'young']);
});
