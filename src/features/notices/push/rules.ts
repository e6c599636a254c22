/** When a device may ring, and how long a push may be delayed. Pure. */
import { addDays } from '#core/calendar.ts';
import { mailTime } from '#core/quiet-hours.ts';
import { instantOf, localDate } from '#core/time-zone.ts';

const EVENING = 20;
const LONGEST_S = 12 * 3600;

/** Between 08:00 and 20:00 in the family's time zone. */
export const isDaytime = (now: Date, zone: string): boolean =>
  mailTime('child', now, zone).getTime() === now.getTime();

/**
 * How many seconds the push service may hold it for a device that is off: a child's never past the
 * evening, or it would ring at night.
 */
export function secondsToLive(
  role: 'parent' | 'spouse' | 'child',
  now: Date,
  zone: string,
): number {
  if (role !== 'child') return LONGEST_S;
  const today = localDate(now, zone);
  const evening = instantOf(today, EVENING, zone);
  const end = now < evening ? evening : instantOf(addDays(today, 1), EVENING, zone);
  return Math.min(LONGEST_S, Math.floor((end.getTime() - now.getTime()) / 1000));
}
