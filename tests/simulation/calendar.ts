/** The current day where a family lives. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Hour at which pay days begin. */
const MORNING = 6;

/** The local date at this moment, as its midnight in London. */
export const dayIn = (timeZone: string, now: number): number =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(now));

/** The same, for automatic bookings. */
export function payDayIn(timeZone: string, now: number): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(now);
  return dayIn(timeZone, now) - (Number(hour) < MORNING ? DAY_MS : 0);
}

/** The first such weekday, starting from this day. */
export const firstOn = (weekday: number, day: number): number =>
  new Date(day).getUTCDay() === weekday ? day : firstOn(weekday, day + DAY_MS);
