/** The names of the seven days. */
import { dateFormat } from './formats.ts';

/** `6` → `Saturday`, in the reader's language. */
export function weekdayName(day: number, width: 'long' | 'short' | 'narrow' = 'long'): string {
  const format = dateFormat({ weekday: width, timeZone: 'UTC' });
  return format.format(Date.UTC(2023, 0, 1 + day));
}
