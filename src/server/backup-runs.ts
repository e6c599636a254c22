/**
 * Results of the nightly backups: written by the task; read by pages, mails and metrics collectors.
 */
import { DAY, HOUR } from '#core/time.ts';
import type { Sql } from './db/sql.ts';
import type { Given } from './setting-values.ts';

export const BACKUP_PROBLEMS = [
  'disk_full',
  'not_written',
  'may_not_create',
  'no_room',
  'not_proven',
] as const;
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

export const PLACE_PROBLEMS = ['not_encrypted', 'refused', 'unreachable', 'differs'] as const;
/** Faults of the off-site storage; `differs`: the copy read back is not the one that was sent. */
export type PlaceProblem = (typeof PLACE_PROBLEMS)[number];

export type BackupRun = {
  ranAt: Date;
  /** When the newest copy was made; null if there is none. */
  copiedAt: Date | null;
  bytes: number | null;
  /** That copy was restored into a scratch database, and its book adds up. */
  isProven: boolean;
  problem: BackupProblem | null;
  /** When a copy was last sent off-site and read back; null if never. */
  placedAt: Date | null;
  placeProblem: PlaceProblem | null;
};

/** `provenAt`: when the newest copy known to restore was made. */
export type BackupState = { last: BackupRun | undefined; provenAt: Date | null };

/** BACKUP_DIR=none means that backups are made outside Satling. */
export const makesBackups = ({ BACKUP_DIR: dir }: Given): boolean => dir !== 'none';

/** A proven backup older than this is treated as missing. */
export const STALE_AFTER = 48 * HOUR;
const KEPT_DAYS = 40;

export const isStale = ({ last, provenAt }: BackupState, now: Date): boolean =>
  last !== undefined && now.getTime() - (provenAt?.getTime() ?? 0) > STALE_AFTER;

/** The newest run failed, or no recent backup is proven. */
export const isTroubled = (state: BackupState, now: Date): boolean =>
  state.last?.problem != null || isStale(state, now);

export async function noteRun(sql: Sql, run: BackupRun): Promise<void> {
  const { ranAt, copiedAt, bytes, isProven, problem, placedAt, placeProblem } = run;
  await sql`
    INSERT INTO backup_run (ran_at, copied_at, bytes, is_proven, problem, placed_at, place_problem)
    VALUES (${ranAt}, ${copiedAt}, ${bytes}, ${isProven}, ${problem}, ${placedAt}, ${placeProblem})
    ON CONFLICT (ran_at) DO NOTHING`;
  await sql`DELETE FROM backup_run WHERE ran_at < ${new Date(ranAt.getTime() - KEPT_DAYS * DAY)}`;
}

export async function backupState(sql: Sql): Promise<BackupState> {
  const [last] = await sql<BackupRun[]>`
    SELECT ran_at, copied_at, bytes::float8 AS bytes, is_proven, problem, place_problem,
      (SELECT max(placed_at) FROM backup_run) AS placed_at
    FROM backup_run
    ORDER BY ran_at DESC LIMIT 1`;
  const [proven] = await sql<{ copiedAt: Date | null }[]>`
    SELECT max(copied_at) AS copied_at FROM backup_run WHERE is_proven`;
  return { last, provenAt: proven?.copiedAt ?? null };
}
