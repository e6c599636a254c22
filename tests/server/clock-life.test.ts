/** A day of a family while the clock jumps; the long run tries twenty seeds. */
import { expect, test } from 'vitest';
import { liveADay } from '../support/clock-life.ts';

test.each([1, 2])(
  'a day with a jumping clock: the book matches the model (seed %i) (T33 T27)',
  async (seed) => {
    const lived = await liveADay(seed, 60);
    expect(lived.steps - lived.refused).toBeGreaterThan(30);
  },
  120_000,
);
