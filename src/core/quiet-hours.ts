/** The hours in which a mail or a push may reach a child. Pure. */
import { addDays } from './calendar.ts';
import { instantOf, localDate } from './time-zone.ts';

const MORNING = 8;
const EVENING = 20;

/** Nothing rings at a child between 20:00 and 08:00 where the family lives. */
export function mailTime(role: 'parent' | 'spouse' | 'child', now: Date, zone: string): Date {
  if (role !== 'child') return now;
  const today = localDate(now, zone);
  const morning = instantOf(today, MORNING, zone);
  if (now < morning) return morning;
  return now < instantOf(today, EVENING, zone) ? now : instantOf(addDays(today, 1), MORNING, zone);
}
