/**
 * Converts between the wall calendar and real time: the only place that uses a library for time
 * zones. Zones are IANA ids (`Europe/London`). No clock: the instant is an argument.
 */

import { Temporal } from 'temporal-polyfill';
import { MINUTE } from '#core/time.ts';
import type { CivilDate } from './calendar.ts';

/** An id and nothing else: Temporal also reads `+01:00` and `2026-01-01T00:00Z[Asia/Tokyo]`. */
const ZONE_SHAPE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const MAX_ZONE_LENGTH = 64;
/** There are about 600 ids; this only bounds the memory if they come in every mix of case. */
const MAX_REMEMBERED = 1000;

/**
 * The last answer per zone. A run over many families needs the same few zones at the same minute,
 * and no zone has changed its offset in the middle of a minute since 1972.
 */
const lastAnswers = new Map<string, { minute: number; date: CivilDate }>();

/**
 * True for an IANA id the library knows, in any case; links and `Etc/GMT+5` too, but not offsets.
 */
export function isTimeZone(zone: string): boolean {
  if (zone.length > MAX_ZONE_LENGTH || !ZONE_SHAPE.test(zone)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch (error) {
    // An unknown id means "no"; anything else is a fault and must surface.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The local date at that instant. An unknown zone or an invalid Date throws RangeError. */
export function localDate(at: Date, zone: string): CivilDate {
  const minute = Math.floor(at.getTime() / MINUTE);
  const last = lastAnswers.get(zone);
  if (last?.minute === minute) return last.date;
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  const date = instant.toZonedDateTimeISO(zone).toPlainDate().toString();
  if (lastAnswers.size >= MAX_REMEMBERED) lastAnswers.clear();
  lastAnswers.set(zone, { minute, date });
  return date;
}

/**
 * The instant of a full local hour (0 to 23). An hour the zone skips (clocks go forward) is moved
 * later by the gap; of an hour that comes twice (clocks go back), the first.
 */
export const instantOf = (date: CivilDate, hour: number, zone: string): Date =>
  instantAt(date, hour, 0, zone);

/** Like instantOf, to the minute. */
export function instantAt(date: CivilDate, hour: number, minute: number, zone: string): Date {
  const local = Temporal.PlainDate.from(date).toPlainDateTime(
    Temporal.PlainTime.from({ hour, minute }, { overflow: 'reject' }),
  );
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}
