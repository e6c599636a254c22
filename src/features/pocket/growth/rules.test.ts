/** A picture's days, and the way back from the balance. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#core/calendar.ts';
import { MOST_POINTS } from './contract.ts';
import { NO_CHANGE, pointDays, pointsOf } from './rules.ts';

const TODAY = '2026-11-22';

test('never more points than the limit; they end today and begin before the book (HOUSE-16)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom('weeks', 'year', 'all', '2026', '2026-11', '2025-02'),
      (age, span) => {
        const begins = addDays(TODAY, -age);
        const days = pointDays(span, TODAY, begins);
        expect(days.length).toBeLessThanOrEqual(MOST_POINTS);
        expect(days).toEqual(days.toSorted());
        expect(new Set(days).size).toBe(days.length);
        if (days.length === 0) expect(span).toBe('2025-02');
        else {
          expect(days.at(-1)).toBe(span === '2025-02' ? '2025-02-28' : TODAY);
          expect((days[0] as string) >= addDays(begins, -1)).toBe(true);
        }
      },
    ),
  );
});

test('four weeks go by days, a year by weeks, and all from the day before the first line', () => {
  expect(pointDays('weeks', TODAY, '2020-01-01')).toHaveLength(29);
  expect(pointDays('year', TODAY, '2020-01-01').slice(-3)).toEqual([
    '2026-11-08',
    '2026-11-15',
    TODAY,
  ]);
  expect(pointDays('all', TODAY, '2026-11-20')).toEqual([
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    TODAY,
  ]);
  expect(pointDays('2026-02', TODAY, '2020-01-01')).toHaveLength(29);
  expect(pointDays('2027', TODAY, '2020-01-01')).toEqual([]);
});

test('a balance is traced back step by step; what came after the last day is excluded', () => {
  const points = pointsOf(['2026-01-01', '2026-01-02', '2026-01-03'], 100n, [
    { ...NO_CHANGE, step: 1, savedSats: 30n },
    { ...NO_CHANGE, step: 3, savedSats: 9n },
  ]);
  expect(points.map(({ savedSats }) => savedSats)).toEqual([61n, 91n, 91n]);
});
