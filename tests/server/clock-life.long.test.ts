/** Twenty seeds of a family's day while the clock jumps. */
import { expect, test } from 'vitest';
import { liveADay } from '../support/clock-life.ts';

const SEEDS = Array.from({ length: 20 }, (_, at) => Number(process.env.SEED ?? 1) + at);

test.each(SEEDS)(
  'a day’s life with a jumping clock: the book is the model’s (seed %i) (T33 T27)',
  async (seed) => {
    const lived = await liveADay(seed, 120);
    expect(lived.steps - lived.refused).toBeGreaterThan(60);
  },
  300_000,
);
