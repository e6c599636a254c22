/** A family's time zone and today's date there, by the program's clock. */
import type { CivilDate } from '#core/calendar.ts';
import { localDate } from '#core/time-zone.ts';
import type { Tx } from './db/sql.ts';

export type FamilyCalendar = { readonly timeZone: string; readonly today: CivilDate };

export async function readCalendar(tx: Tx, familyId: string, now: Date): Promise<FamilyCalendar> {
  const [row] = await tx<{ timeZone: string }[]>`
    SELECT time_zone FROM family WHERE family_id = ${familyId}`;
  if (!row) throw new Error(`The family ${familyId} does not exist`);
  return { timeZone: row.timeZone, today: localDate(now, row.timeZone) };
}

/**
 * For the context of one call: read in its transaction on first use, then cached until the call
 * ends. Calls that need no date cost nothing extra.
 */
export function calendarOf(tx: Tx, familyId: string, now: Date): () => Promise<FamilyCalendar> {
  let calendar: Promise<FamilyCalendar> | undefined;
  return () => {
    calendar ??= readCalendar(tx, familyId, now);
    return calendar;
  };
}
