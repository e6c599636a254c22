/** A sapling never shrinks, and only days make it grow. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#core/calendar.ts';
import {
  dayGrowth,
  daysGrowth,
  LAST_STAGE,
  MOST_A_DAY,
  stageOf,
  WITHOUT_ALLOWANCE_SATS,
} from './rules.ts';

const TODAY = '2026-11-22';
const sats = fc.bigInt({ min: 0n, max: 21n * 10n ** 14n });
const plan = fc.record({
  validFrom: fc.integer({ min: -30, max: 0 }).map((days) => addDays(TODAY, days)),
  weekday: fc.constant(6 as const),
  amountSats: fc.bigInt({ min: 0n, max: 10_000_000n }),
});
const plans = fc
  .array(plan, { minLength: 1, maxLength: 4 })
  .map((some) => some.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)));
const changes = fc
  .array(fc.tuple(fc.integer({ min: -30, max: 0 }), fc.bigInt({ min: -9_000n, max: 9_000n })))
  .map((some) => new Map(some.map(([days, moved]) => [addDays(TODAY, days), moved] as const)));

test('no day takes anything away, and none adds more than ten years of allowance', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 15n }), sats, (kept, weekly) => {
      const grown = dayGrowth(kept, weekly);
      expect(grown >= 0n && grown <= MOST_A_DAY).toBe(true);
    }),
  );
  expect(dayGrowth(-1n, 0n)).toBe(0n);
  expect([dayGrowth(519n, 1n), dayGrowth(521n, 1n)]).toEqual([129_750n, MOST_A_DAY]);
});

test('keeping four weeks’ allowance grows it equally fast, whatever the allowance', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      fc.bigInt({ min: 0n, max: 100n }),
      (weekly, times) => {
        expect(dayGrowth(weekly * 4n * times, weekly)).toBe(times * 1000n);
      },
    ),
  );
  expect(dayGrowth(WITHOUT_ALLOWANCE_SATS, 0n)).toBe(1000n);
});

test('days added one by one, or all at once after a week without a run, give the same result', () => {
  fc.assert(
    fc.property(
      sats,
      plans,
      changes,
      fc.integer({ min: 1, max: 29 }),
      (keptSats, own, moved, days) => {
        const [from, to] = [addDays(TODAY, -days), addDays(TODAY, -1)];
        const add = (first: string, last: string, keptThen: bigint, today: string) =>
          daysGrowth({
            from: first,
            to: last,
            plans: own,
            keptSats: keptThen,
            changes: moved,
            today,
          });
        let oneByOne = 0n;
        let [day, kept] = [to, keptSats - (moved.get(TODAY) ?? 0n)];
        for (; day >= from; day = addDays(day, -1)) {
          // That night's run: the day is over, and the next has no events yet.
          oneByOne += add(day, day, kept, day);
          kept -= moved.get(day) ?? 0n;
        }
        expect(add(from, to, keptSats, TODAY)).toBe(oneByOne);
      },
    ),
  );
});

test('moving money back and forth within a day changes nothing: only its end counts', () => {
  const once = { from: TODAY, to: TODAY, plans: [], keptSats: 10_000n, today: TODAY };
  const calm = daysGrowth({ ...once, changes: new Map() });
  expect(daysGrowth({ ...once, changes: new Map([[TODAY, 9_999n]]) })).toBe(calm);
  expect(calm).toBe(1000n);
});

test('today does not count because it is not over; nor does a day before the first one', () => {
  const yesterday = addDays(TODAY, -1);
  const days = { plans: [], keptSats: 10_000n, changes: new Map(), today: TODAY };
  expect(daysGrowth({ ...days, from: TODAY, to: yesterday })).toBe(0n);
  expect(daysGrowth({ ...days, from: yesterday, to: yesterday })).toBe(1000n);
});

test('more growth never gives an earlier drawing, from the seed to the last stage', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n * 10n ** 8n }),
      fc.bigInt({ min: 0n, max: 10n ** 7n }),
      (grown, more) => {
        const [before, after] = [stageOf(grown), stageOf(grown + more)];
        expect(after.stage * 100 + after.part).toBeGreaterThanOrEqual(
          before.stage * 100 + before.part,
        );
        expect(before.part >= 0 && before.part <= 99).toBe(true);
      },
    ),
  );
  expect(stageOf(0n)).toEqual({ stage: 0, part: 0 });
  expect([stageOf(199n), stageOf(200n)]).toEqual([
    { stage: 0, part: 99 },
    { stage: 1, part: 0 },
  ]);
  expect(stageOf(10n ** 12n)).toEqual({ stage: LAST_STAGE, part: 99 });
});
