/** The week before a Sunday, and its question. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#core/calendar.ts';
import { QUESTIONS_EACH, questionOf, weekOf } from './rules.ts';

const aDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2020-01-01', days));

test('a Sunday looks back on the week that ends with it; until the next one it stays', () => {
  const week = { from: '2026-11-23', to: '2026-11-29' };
  expect(weekOf('2026-11-28')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  for (const day of ['2026-11-29', '2026-11-30', '2026-12-05']) expect(weekOf(day)).toEqual(week);
  expect(weekOf('2026-12-06').from).toBe('2026-11-30');
});

test('no question is repeated within thirty weeks, for any child', () => {
  fc.assert(
    fc.property(fc.uuid(), aDay, (child, day) => {
      const { to } = weekOf(day);
      const numbers = Array.from({ length: QUESTIONS_EACH }, (_, week) =>
        questionOf(child, addDays(to, week * 7)),
      );
      expect(new Set(numbers).size).toBe(QUESTIONS_EACH);
      expect(Math.min(...numbers)).toBe(0);
      expect(Math.max(...numbers)).toBe(QUESTIONS_EACH - 1);
    }),
  );
});

test('it follows from the week and the child alone, and children begin at different ones', () => {
  const ids = Array.from({ length: 60 }, (_, n) => `0190c6e4-1a2b-7c3d-8e4f-0000000000${n + 10}`);
  const first = ids.map((id) => questionOf(id, '2026-11-29'));
  expect(ids.map((id) => questionOf(id, weekOf('2026-12-03').to))).toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(10);
});
