/** The program's own backups: one every night, and one before every migration. */
import { HOUR } from '#core/time.ts';
import { backupMail } from '#features/backups/mails.ts';
import { tellOperators } from '#features/backups/telling.ts';
import { openPlace } from '#server/adapters/place/s3.ts';
import { type Address, type Database, transaction } from '#server/db/database.ts';
import { isUpgrade, migrate } from '#server/db/migrate.ts';
import type { Env } from '#server/env.ts';
import { erasures } from '#server/erasures.ts';
import type { Task } from '#server/jobs.ts';
import { readPassphrase } from '#tools/backup-tool.ts';
import { listBytes, writeList } from '#tools/nightly-backup/erasure-list.ts';
import { openFolder } from '#tools/nightly-backup/folder.ts';
import { copy, type NightlyBackup, runNight } from '#tools/nightly-backup/night.ts';
import { placeList } from '#tools/nightly-backup/place.ts';

type OfCopies = Pick<Env, 'backupDir' | 'secretKey'>;
type WithPlace = Pick<Env, 'backupPlace'>;
type OfBackups = OfCopies & WithPlace & Pick<Env, 'publicUrl' | 'adminEmails'>;
type Around = Pick<NightlyBackup, 'clock' | 'log' | 'free'>;

const passphrase = () => readPassphrase(process.env);

/**
 * Brings the schema up to date; a book of an earlier version is copied first.
 * @throws Error of one line that says how to go back; the book is then as it was
 */
export async function upgrade(
  { backupDir: folder, secretKey }: OfCopies,
  db: Database,
  address: Address,
  around: Around,
): Promise<void> {
  if (!(await isUpgrade(db.owner))) return migrate(db.owner);
  const back = 'The book is as it was: the version that ran before still opens it';
  let file: string | undefined;
  if (folder !== undefined)
    file = await copy(
      { db, address, folder, secretKey, passphrase, ...around },
      'before-upgrade',
    ).catch((cause: Error) => {
      throw new Error(
        `Not upgraded, as no backup could be made first: ${cause.message}. ${back}. With BACKUP_DIR=none it is upgraded without a backup`,
        { cause },
      );
    });
  await migrate(db.owner).catch((cause: Error) => {
    const copied = file === undefined ? '' : `, and ${file} holds a copy`;
    throw new Error(`The upgrade failed: ${cause.message}. ${back}${copied}`, { cause });
  });
}

type Lister = Pick<NightlyBackup, 'folder' | 'secretKey' | 'place' | 'clock' | 'log'>;

/** Written within a minute of each act, and every hour, so that it is newer than the copies. */
function erasureLister({ folder, secretKey, place, clock, log }: Lister, db: Database) {
  let written: { count: number; at: number } | undefined;
  return async () => {
    const until = clock();
    const found = await erasures(db.owner);
    const isOld = !written || until.getTime() - written.at >= HOUR;
    if (!isOld && written?.count === found.length) return;
    openFolder(folder);
    const bytes = listBytes({ until, erasures: found }, secretKey);
    await writeList(folder, bytes);
    const words = passphrase();
    if (place && words !== undefined)
      await placeList(place, bytes, words).catch(({ message }: Error) =>
        log(`Backup: the list of erasures is not at the further place: ${message}`),
      );
    written = { count: found.length, at: until.getTime() };
  };
}

/** Empty where somebody else makes the backups. */
export function backupTasks(
  env: OfBackups,
  db: Database,
  address: Address,
  around: Around,
): Task[] {
  const { backupDir: folder, backupPlace, secretKey, publicUrl, adminEmails } = env;
  if (folder === undefined) return [];
  const place = backupPlace && openPlace(backupPlace, around.clock);
  const night = { place, db, address, folder, secretKey, passphrase, ...around };
  return [
    {
      name: 'list-erasures',
      cron: '* * * * *',
      run: erasureLister(night, db),
    },
    {
      name: 'back-up',
      cron: '12 3 * * *',
      run: async (jobs, check) => {
        const checked = db.checking(check);
        const { problem, placeProblem, ranAt } = await runNight(night, checked);
        if (problem === null && placeProblem === null) return;
        const about = { kind: 'backup_failed', mail: backupMail(publicUrl) } as const;
        const toTell = { admins: adminEmails, now: ranAt, about };
        const families = await transaction(checked.owner, 'BEGIN', (tx) =>
          tellOperators(tx, jobs, toTell),
        );
        db.notifyChange(families);
      },
    },
  ];
}
