/** The hours for mails and pushes to a child. Pure. */
import { addDays } from './calendar.ts';
import { instantOf, localDate } from './time-zone.ts';

const MORNING = 8;
const EVENING = 20;

/** A child's devices stay silent between 20:00 and 08:00 in the family's time zone. */
export function mailTime(role: 'parent' | 'spouse' | 'child', now: Date, zone: string): Date {
  if (role !== 'child') return now;
  const today = localDate(now, zone);
  const morning = instantOf(today, MORNING, zone);
  if (now < morning) return morning;
  return now < instantOf(today, EVENING, zone) ? now : instantOf(addDays(today, 1), MORNING, zone);
}
