/** Latency buckets, and the figures derived from them. */
import { describe, expect, test } from 'vitest';
import { CLASSES, classOf, countSlow, percentile } from './latency.ts';

const counted = (...took: number[]) => {
  const counts = Array<number>(CLASSES).fill(0);
  for (const ms of took) counts[classOf(ms)] = (counts[classOf(ms)] ?? 0) + 1;
  return counts;
};

describe('the percentile (ADMIN-28 ADMIN-43)', () => {
  test('of nothing is 0', () => expect(percentile(counted(), 0.95)).toBe(0));

  test('is never below the class before it nor above its own', () => {
    const slowest = [...Array<number>(95).fill(3), ...Array<number>(5).fill(400)];
    expect(percentile(counted(...slowest), 0.95)).toBe(5);
    expect(percentile(counted(...slowest, 400), 0.95)).toBeGreaterThan(200);
    expect(percentile(counted(...slowest, 400), 0.95)).toBeLessThanOrEqual(500);
  });

  test('is spread evenly within a class', () => {
    expect(percentile(counted(...Array<number>(100).fill(80)), 0.5)).toBe(75);
  });

  test('of what has no upper end is the end that is known', () => {
    expect(percentile(counted(60_000), 0.95)).toBe(10_000);
  });
});

test('slow is what took more than a second (ADMIN-28)', () => {
  expect(countSlow(counted(999, 1_000))).toBe(0);
  expect(countSlow(counted(1_001, 5_000, 70_000, 3))).toBe(3);
});
