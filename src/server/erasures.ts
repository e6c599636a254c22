/**
 * Records what was erased or removed, by id alone. A backup lacks erasures made after it, so a
 * restore repeats them before anyone can sign in (app/after-restore.ts).
 */
import { DAY } from '#core/time.ts';
import type { Sql } from './db/sql.ts';

/** A whole family, a child's book, or a person who left a family or was removed from it. */
export type Erasure = {
  kind: 'family' | 'book' | 'person';
  subjectId: string;
  ofFamily: string;
  erasedAt: Date;
};

/** Backups are deleted after 30 days (tools/nightly-backup/folder.ts), but some turn up late. */
const KEPT_DAYS = 60;

/** Call it in the same transaction as the erasure. */
export const noteErasure = (
  sql: Sql,
  { kind, subjectId, ofFamily, erasedAt }: Erasure,
): PromiseLike<unknown> => sql`
  INSERT INTO erasure (kind, subject_id, of_family, erased_at)
  VALUES (${kind}, ${subjectId}, ${ofFamily}, ${erasedAt}) ON CONFLICT DO NOTHING`;

/** Oldest first. */
export const erasures = (sql: Sql) => sql<Erasure[]>`
  SELECT kind, subject_id, of_family, erased_at FROM erasure ORDER BY erased_at, subject_id`;

/** True while there may still be a backup older than the erasure. */
export const isKept = ({ erasedAt }: Erasure, now: Date): boolean =>
  erasedAt.getTime() >= now.getTime() - KEPT_DAYS * DAY;

/** Identifies an erasure, both in the table and in a list. */
export const nameOf = ({ subjectId, erasedAt }: Erasure): string =>
  `${subjectId} ${erasedAt.toISOString()}`;

export const sweepErasures = (sql: Sql, now: Date): PromiseLike<unknown> =>
  sql`DELETE FROM erasure WHERE erased_at < ${new Date(now.getTime() - KEPT_DAYS * DAY)}`;

/** True if a restore still waits for the operator to check the members of each family. */
export async function isUnchecked(sql: Sql): Promise<boolean> {
  const [row] = await sql`SELECT FROM restored WHERE checked_at IS NULL LIMIT 1`;
  return row !== undefined;
}

export const noteRestored = (
  sql: Sql,
  { copiedAt, checkedAt, now }: { copiedAt: Date; checkedAt: Date | null; now: Date },
): PromiseLike<unknown> => sql`
  INSERT INTO restored (restored_at, copied_at, checked_at)
  VALUES (${now}, ${copiedAt}, ${checkedAt})`;

export const noteChecked = (sql: Sql, now: Date): PromiseLike<unknown> =>
  sql`UPDATE restored SET checked_at = ${now} WHERE checked_at IS NULL`;
