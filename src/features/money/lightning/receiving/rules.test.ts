/** How often a browser asks about an invoice. */
import { expect, test } from 'vitest';
import { askAgainMs } from './rules.ts';

const HOUR = 3_600_000;

test('a browser checks often at first, then less and less, and does not use up the daily limit (T25)', () => {
  const MINUTE = 60_000;
  expect([0, 2, 3, 5, 6, 12, 24, 48, 96, 1_440].map((age) => askAgainMs(age * MINUTE))).toEqual([
    ...[5_000, 5_000, 30_000, 30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000],
  ]);
  let questions = 0;
  for (let shownMs = 0; shownMs < 24 * HOUR; shownMs += askAgainMs(shownMs)) questions += 1;
  // For 1,024 blocks, at least 1 each.
  expect(questions).toBeLessThan(250);
});
