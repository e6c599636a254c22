/** Formats dates in the reader's language, and times in the family's time zone. */
import type { CivilDate } from '#core/calendar.ts';
import { dateFormat } from './formats.ts';

/** `brief` has no weekday: `Nov 14`. */
type Width = 'brief' | 'short' | 'full';

/** `2026-11-14` → `Sat, Nov 14`, or with `full` `Saturday, November 14, 2026`. */
export function dateText(date: CivilDate, width: Width = 'short'): string {
  return format(width, 'UTC').format(new Date(`${date}T00:00:00Z`));
}

/** `2026-11-14` → `Nov 14, 2026`. */
export const datedText = (date: CivilDate): string =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** The day of a moment in the family's time zone or, without one, in the reader's. */
export function dayText(
  moment: string,
  timeZone: string | undefined,
  width: Width = 'short',
): string {
  return format(width, timeZone).format(new Date(moment));
}

/** `6:02 PM`, or the reader's local format, as in `momentText`. */
export const timeText = (moment: string, timeZone: string | undefined): string =>
  dateFormat({ timeStyle: 'short', timeZone }).format(new Date(moment));

/** Day and minute of a moment: `Nov 14, 2026, 6:02 PM`. */
export const momentText = (moment: string, timeZone: string | undefined): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment));

/** The day of a moment as `2026-11-14`. */
export const isoDay = (moment: string, timeZone: string | undefined): CivilDate =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(new Date(moment));

/** `2026-11` → `November 2026`. */
export const monthText = (month: string): string =>
  dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

function format(width: Width, timeZone: string | undefined) {
  const parts: Intl.DateTimeFormatOptions =
    width === 'full'
      ? { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }
      : { ...(width === 'short' && { weekday: 'short' }), day: 'numeric', month: 'short' };
  return dateFormat({ ...parts, timeZone });
}
