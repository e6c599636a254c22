/** Ages by the month of birth. Pure; on the wall calendar of calendar.ts. */
import { type CivilDate, type YearMonth, yearAndMonth, yearMonthText } from './calendar.ts';

/**
 * Full years of age. Only the month of birth is known, so the birthday is taken as its first day.
 * Never negative: a family that moves west may have a "today" before the month of birth.
 */
export function ageOn(birthMonth: YearMonth, today: CivilDate): number {
  const [birthYear, month] = yearAndMonth(birthMonth);
  const [year, monthNow] = yearAndMonth(today.slice(0, 7));
  return Math.max(0, year - birthYear - (monthNow < month ? 1 : 0));
}

/** The latest month of birth of a person who is `age` years old today. */
export function birthMonthFor(age: number, today: CivilDate): YearMonth {
  const [year, month] = yearAndMonth(today.slice(0, 7));
  if (!Number.isInteger(age) || age < 0 || age >= year) throw new RangeError(`no age: ${age}`);
  return yearMonthText(year - age, month);
}
