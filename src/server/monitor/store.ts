/** Stores counts in the database: every instance adds its own, and reading sums them up. */
import { DAY, MINUTE } from '#core/time.ts';
import type { Sql, Tx } from '../db/sql.ts';
import type { ErrorNote, Figure, Incident, Taken } from './tally.ts';

const SLOT_MS = 10 * MINUTE;
const KEPT_DAYS = 7;

/** Ten minutes: the length of a slot. */
const slotOf = (now: Date): Date => new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS);

/** Includes the previous slot, because the current one is empty when it has just begun. */
export const recentSlot = (now: Date): Date => new Date(slotOf(now).getTime() - SLOT_MS);

export const oldestSlot = (now: Date): Date => slotOf(new Date(now.getTime() - KEPT_DAYS * DAY));

export async function writeDown(owner: Sql, taken: Taken, now: Date): Promise<void> {
  const slot = slotOf(now);
  await Promise.all([
    taken.figures.length > 0 && addFigures(owner, slot, taken.figures),
    taken.incidents.length > 0 && addIncidents(owner, slot, taken.incidents),
    taken.notes.length > 0 && addNotes(owner, taken.notes),
  ]);
}

// Sorted by key, because two instances adding at once would otherwise deadlock.
const addFigures = (owner: Sql, slot: Date, figures: readonly Figure[]) => owner`
  INSERT INTO request_figure AS f (slot, route, status, latency_class, count, total_us)
  SELECT ${slot}::timestamptz, n.* FROM unnest(
    ${figures.map((f) => f.route)}::text[], ${figures.map((f) => f.status)}::smallint[],
    ${figures.map((f) => f.latencyClass)}::smallint[], ${figures.map((f) => f.count)}::bigint[],
    ${figures.map((f) => f.totalUs)}::bigint[]
  ) AS n (route, status, latency_class, count, total_us) ORDER BY 2, 3, 4
  ON CONFLICT (slot, route, status, latency_class) DO UPDATE
    SET count = f.count + excluded.count, total_us = f.total_us + excluded.total_us`;

const addIncidents = (owner: Sql, slot: Date, incidents: readonly Incident[]) => owner`
  INSERT INTO incident AS i (slot, kind, detail, subject, count, total_us, last_at)
  SELECT ${slot}::timestamptz, n.* FROM unnest(
    ${incidents.map((i) => i.kind)}::text[], ${incidents.map((i) => i.detail)}::text[],
    ${incidents.map((i) => i.subject)}::text[], ${incidents.map((i) => i.count)}::bigint[],
    ${incidents.map((i) => Math.round(i.totalUs))}::bigint[],
    ${incidents.map((i) => i.lastAt.toISOString())}::timestamptz[]
  ) AS n (kind, detail, subject, count, total_us, last_at) ORDER BY 2, 3, 4
  ON CONFLICT (slot, kind, detail, subject) DO UPDATE
    SET count = i.count + excluded.count, total_us = i.total_us + excluded.total_us,
      last_at = greatest(i.last_at, excluded.last_at)`;

const addNotes = (owner: Sql, notes: readonly ErrorNote[]) => owner`
  INSERT INTO error_note (error_id, happened_at, method, path, error)
  SELECT * FROM unnest(
    ${notes.map((n) => n.id)}::uuid[], ${notes.map((n) => n.at.toISOString())}::timestamptz[],
    ${notes.map((n) => n.method)}::text[], ${notes.map((n) => n.path)}::text[],
    ${notes.map((n) => n.error)}::text[])
  ON CONFLICT (error_id) DO NOTHING`;

/**
 * Merges counts older than a week into one slot without their networks, because a metrics collector
 * expects counters that only grow. The notes are deleted.
 */
export async function sweepFigures(tx: Tx, now: Date): Promise<void> {
  const before = oldestSlot(now);
  await tx`
    WITH old AS (
      DELETE FROM request_figure WHERE slot < ${before} AND slot > to_timestamp(0)
      RETURNING route, status, latency_class, count, total_us
    )
    INSERT INTO request_figure AS f (slot, route, status, latency_class, count, total_us)
    SELECT to_timestamp(0), route, status, latency_class, sum(count), sum(total_us)
    FROM old GROUP BY route, status, latency_class ORDER BY 2, 3, 4
    ON CONFLICT (slot, route, status, latency_class) DO UPDATE
      SET count = f.count + excluded.count, total_us = f.total_us + excluded.total_us`;
  await tx`
    WITH old AS (
      DELETE FROM incident WHERE slot < ${before} AND slot > to_timestamp(0)
      RETURNING kind, detail, count, total_us
    )
    INSERT INTO incident AS i (slot, kind, detail, subject, count, total_us, last_at)
    SELECT to_timestamp(0), kind, detail, '', sum(count), sum(total_us), to_timestamp(0)
    FROM old GROUP BY kind, detail ORDER BY 2, 3
    ON CONFLICT (slot, kind, detail, subject) DO UPDATE
      SET count = i.count + excluded.count, total_us = i.total_us + excluded.total_us`;
  await tx`DELETE FROM error_note WHERE happened_at < ${before}`;
}
