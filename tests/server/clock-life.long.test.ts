/** A day of a family while the clock jumps, for twenty seeds. */
import { expect, test } from 'vitest';
import { liveADay } from '../support/clock-life.ts';

const SEEDS = Array.from({ length: 20 }, (_, at) => Number(process.env.SEED ?? 1) + at);

test.each(SEEDS)(
  'a day with a jumping clock: the book matches the model (seed %i) (T33 T27)',
  async (seed) => {
    const lived = await liveADay(seed, 120);
    expect(lived.steps - lived.refused).toBeGreaterThan(60);
  },
  300_000,
);
