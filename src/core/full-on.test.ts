/** When a goal is full, if a part of each allowance is put aside. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Weekday } from './calendar.ts';
import { dueOccurrences, fullOn, nextPayday } from './pay-days.ts';

test('a part put aside each week fills a goal on a pay day of the plan; pauses put it off', () => {
  const plan = { next: '2026-11-21', amountSats: 5_000n, weekday: 6 as const, pauses: [] };
  expect(fullOn(plan, 3_000n, 0n)).toBeUndefined();
  expect(fullOn(plan, 1_000n, 1_000n)).toBe('2026-11-21');
  expect(fullOn(plan, 3_000n, 1_000n)).toBe('2026-12-05');
  expect(fullOn(plan, 3_001n, 1_000n)).toBe('2026-12-12');
  const pauses = [{ from: '2026-11-28', to: '2026-12-12' }];
  expect(fullOn({ ...plan, pauses }, 3_000n, 1_000n)).toBe('2026-12-26');
  expect(fullOn(plan, 1_000_000n, 1n)).toBeUndefined();
  // This week still falls on the old day; every later one on the new one.
  expect(fullOn({ ...plan, next: '2026-11-20', weekday: 1 }, 2_000n, 1_000n)).toBe('2026-11-23');
});

test('the day is the one on which the rules book that allowance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 30 }),
      (weekday, weeks, after, length) => {
        const today = '2026-11-15';
        const from = addDays(today, after);
        const pauses = [{ from, to: addDays(from, length) }];
        const schedule = {
          plans: [{ validFrom: today, amountSats: 10n, weekday: weekday as Weekday }],
          pauses,
          nextWeek: today,
        };
        const next = nextPayday({ ...schedule, today }) as string;
        const booked = dueOccurrences({ ...schedule, today: addDays(today, 7 * 120) });
        const day = booked.filter(({ skipped }) => !skipped)[weeks - 1]?.dueDate;
        const plan = { next, amountSats: 10n, weekday: weekday as Weekday, pauses };
        expect(fullOn(plan, BigInt(weeks), 1n)).toBe(day);
      },
    ),
  );
});
