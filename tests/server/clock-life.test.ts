/** A family's day while the clock jumps; the long run lives twenty of them. */
import { expect, test } from 'vitest';
import { liveADay } from '../support/clock-life.ts';

test.each([1, 2])(
  'a day’s life with a jumping clock: the book is the model’s (seed %i) (T33 T27)',
  async (seed) => {
    const lived = await liveADay(seed, 60);
    expect(lived.steps - lived.refused).toBeGreaterThan(30);
  },
  120_000,
);
