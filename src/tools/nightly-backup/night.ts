/**
 * Makes the night's backup: a new copy, and the proof that the newest one restores. Faults are
 * recorded for the pages and reported to the operators.
 */
import type { Place } from '#server/adapters/place/s3.ts';
import { type BackupProblem, type BackupRun, noteRun } from '#server/backup-runs.ts';
import { isDiskFull } from '#server/db/away.ts';
import type { Database } from '#server/db/database.ts';
import type { Address } from '#server/db/sql.ts';
import { writeBackup } from '../backup-tool.ts';
import * as folders from './folder.ts';
import { placeCopy, whyNotPlaced } from './place.ts';
import { MayNotCreate, prove } from './proof.ts';

export type NightlyBackup = {
  db: Database;
  address: Address;
  folder: string;
  secretKey: Uint8Array;
  /** @throws if the passphrase's file can't be read */
  passphrase: () => string | undefined;
  clock: () => Date;
  log: (line: string) => void;
  free?: (folder: string) => Promise<number>;
  /** Undefined if none is set. */
  place: Place | undefined;
};

class DiskFull extends Error {}
class NoRoom extends Error {}

/** @param checked the same database; each write checks that no newer run has begun */
export async function runNight(night: NightlyBackup, checked: Database): Promise<BackupRun> {
  const { folder, clock, log } = night;
  const ranAt = clock();
  const failed = (what: string, problem: (error: Error) => BackupProblem) => (error: Error) => {
    log(`Backup: ${what}: ${error.message}`);
    return problem(error);
  };
  const notWritten = await copy(night, 'nightly').then(
    () => undefined,
    failed('no copy was made', whyNotWritten),
  );
  const newest = newestIn(folder);
  const notProven =
    newest && (await proveCopy(night, newest).catch(failed('not proven', whyNotProven)));
  const run: BackupRun = {
    ranAt,
    copiedAt: newest?.madeAt ?? null,
    bytes: newest?.bytes ?? null,
    isProven: newest !== undefined && notProven === undefined,
    problem: notWritten ?? notProven ?? null,
    ...(await placed(night, notProven ? undefined : newest)),
  };
  await noteRun(checked.owner, run);
  return run;
}

/** Only proven copies are sent. */
async function placed(
  { place, clock, log }: NightlyBackup,
  proven: folders.Copy | undefined,
): Promise<Pick<BackupRun, 'placedAt' | 'placeProblem'>> {
  if (!place || !proven) return { placedAt: null, placeProblem: null };
  try {
    await placeCopy(place, proven, clock());
    log(`Backup: ${proven.file} is off-site too, and was read back`);
    return { placedAt: proven.madeAt, placeProblem: null };
  } catch (error) {
    log(`Backup: not off-site: ${(error as Error).message}`);
    return { placedAt: null, placeProblem: whyNotPlaced(error as Error) };
  }
}

function newestIn(folder: string): folders.Copy | undefined {
  try {
    return folders.copiesIn(folder)[0];
  } catch {
    return undefined; // the folder itself cannot be read, as the copy has reported
  }
}

/**
 * @returns the file of a new copy, after removing expired ones
 * @throws Error with one line
 */
export async function copy(
  {
    db,
    folder,
    secretKey,
    passphrase,
    clock,
    log,
    free = folders.freeIn,
  }: Omit<NightlyBackup, 'place'>,
  reason: folders.Reason,
): Promise<string> {
  folders.openFolder(folder);
  const now = clock();
  await folders.sweepFolder(folder, now);
  const [newest] = folders.copiesIn(folder);
  if (!folders.hasRoom(await free(folder), newest))
    throw new DiskFull(
      `less than twice the newest copy is free in ${folder}. Make room, or set BACKUP_DIR to another disk`,
    );
  const file = folders.newName(folder, reason, now);
  await writeBackup(db, file, { secretKey, now, passphrase: passphrase() });
  await folders.sweepFolder(folder, now);
  log(`Backup: ${file} is written`);
  return file;
}

async function proveCopy(night: NightlyBackup, { file }: folders.Copy): Promise<undefined> {
  const { db, address, secretKey, passphrase, clock, log } = night;
  await refuseWithoutRoom(night);
  const keys = { secretKey, passphrase: passphrase(), now: clock() };
  log(`Backup: ${file} is proven: ${await prove(db.owner, address, file, keys)}`);
}

/**
 * Reserve for the program's own writes in the meantime; with a separate database server the free
 * space is unknown.
 */
const SPARE_BYTES = 512 * 1024 * 1024;

/** The scratch database is on the same disk as the book, and as large. @throws NoRoom */
async function refuseWithoutRoom({ db, address, free = folders.freeIn }: NightlyBackup) {
  if ('url' in address) return;
  const [row] = await db.owner<{ folder: string; bytes: number }[]>`
    SELECT current_setting('data_directory') AS folder,
      pg_database_size(current_database())::float8 AS bytes`;
  if (row && (await free(row.folder)) < row.bytes + SPARE_BYTES)
    throw new NoRoom('there is no room for a second copy of the book. Make room on that disk');
}

const whyNotWritten = (error: Error): BackupProblem =>
  error instanceof DiskFull || isDiskFull(error) ? 'disk_full' : 'not_written';

function whyNotProven(error: Error): BackupProblem {
  if (error instanceof MayNotCreate) return 'may_not_create';
  return error instanceof NoRoom || isDiskFull(error) ? 'no_room' : 'not_proven';
}
