/** The week that a Sunday looks back on, and its question. Pure. */
import { addDays, type CivilDate, daysBetween, weekStartOf } from '#core/calendar.ts';
import type { Band } from '#features/people/children/rules.ts';

/** The same number for each age: none repeats within that many weeks. */
export const QUESTIONS_EACH = 30;
export type Questions = Readonly<Record<Band, readonly string[]>>;

/** From Monday to the newest Sunday, which may be today. */
export function weekOf(today: CivilDate): { from: CivilDate; to: CivilDate } {
  const sunday = weekStartOf(today);
  return { from: addDays(sunday, -6), to: sunday };
}

/** Shares no divisor with the number of questions, which gives each its turn. */
const STEP = 7;
const FIRST_SUNDAY = '1970-01-04';

/**
 * The number of a child's question on a Sunday. Each of the thirty comes up once in thirty weeks.
 * The first depends on the child's id, so two children rarely have the same.
 */
export function questionOf(childId: string, sunday: CivilDate): number {
  const week = daysBetween(FIRST_SUNDAY, sunday) / 7;
  const begins = Array.from(childId).reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973,
    0,
  );
  return (begins + week * STEP) % QUESTIONS_EACH;
}
