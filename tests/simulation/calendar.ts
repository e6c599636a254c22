/** Which day it is where a family lives. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When a day of the allowances begins. */
const MORNING = 6;

/** The day on which it is this moment somewhere, as its midnight in London. */
export const dayIn = (timeZone: string, now: number): number =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(now));

/** The same, for what the server books by itself. */
export function payDayIn(timeZone: string, now: number): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(now);
  return dayIn(timeZone, now) - (Number(hour) < MORNING ? DAY_MS : 0);
}

/** From that day on, the first that is this day of the week. */
export const firstOn = (weekday: number, day: number): number =>
  new Date(day).getUTCDay() === weekday ? day : firstOn(weekday, day + DAY_MS);
