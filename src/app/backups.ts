/** The program's own backups: one every night, and one before every migration. */
import { backupMail } from '#features/operator/backups/mails.ts';
import { tellOperators } from '#features/operator/backups/telling.ts';
import { openPlace } from '#server/adapters/place/s3.ts';
import { type Database, transaction } from '#server/db/database.ts';
import { isUpgrade, migrate } from '#server/db/migrate.ts';
import type { Address } from '#server/db/sql.ts';
import type { Env } from '#server/env.ts';
import type { Task } from '#server/task-runs.ts';
import { readPassphrase } from '#tools/backup-tool.ts';
import { copy, type NightlyBackup, runNight } from '#tools/nightly-backup/night.ts';
import { erasureLister } from './list-erasures.ts';

type OfCopies = Pick<Env, 'backupDir' | 'secretKey'>;
type WithPlace = Pick<Env, 'backupPlace'>;
type OfBackups = OfCopies & WithPlace & Pick<Env, 'publicUrl' | 'adminEmails'>;
type Around = Pick<NightlyBackup, 'clock' | 'log' | 'free'>;

const passphrase = () => readPassphrase(process.env);

/**
 * Brings the schema up to date, after backing up a book of an earlier version.
 * @throws Error with one line that explains how to go back; the book is then unchanged
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

/** Empty if backups are made outside Satling. */
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
    { name: 'list-erasures', cron: '* * * * *', run: erasureLister(night) },
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
