/** Shared by the commands for database backups: names, passphrase, and messages. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { deriveKey } from '#server/env.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { BadSetting } from '#server/setting-values.ts';
import { dumpDatabase, type Origin } from '#tools/database-backup/dump.ts';
import type { Total } from '#tools/database-backup/format.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** For a folder, a file with the time in its name. */
export function fileFor(place: string, now: Date): string {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(place, `satling-${stamp(now)}.backup`) : place;
}

const stamp = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '-');

/** For `npm run restore`. @throws Error for anything except one file and perhaps --foreign */
export function readArguments(given: readonly string[]): { file: string; isForeign: boolean } {
  const [file, ...more] = given.filter((one) => one !== '--foreign');
  if (!file || file.startsWith('-') || more.length > 0)
    throw new Error('Say which file: npm run restore -- FILE (or --foreign FILE)');
  return { file, isForeign: given.includes('--foreign') };
}

/** Shorter ones can be guessed, even if each guess is slow. */
const PASSPHRASE_LEAST = 12;

/**
 * From BACKUP_PASSPHRASE_FILE (its first line) or BACKUP_PASSPHRASE, never from the command line,
 * which every process of the machine can read. Undefined if neither is set.
 * @throws BadSetting, also for an empty file: setting it means that the backup has to be encrypted
 */
export function readPassphrase(env: NodeJS.ProcessEnv): string | undefined {
  // compose.yaml passes every setting, so an empty one is treated as unset.
  const text = env.BACKUP_PASSPHRASE || undefined;
  const file = env.BACKUP_PASSPHRASE_FILE || undefined;
  if (text === undefined && file === undefined) return undefined;
  if (text !== undefined && file !== undefined)
    throw new BadSetting('BACKUP_PASSPHRASE', 'unset when BACKUP_PASSPHRASE_FILE is set', '…');
  const passphrase = text ?? readFileSync(file as string, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  if (passphrase.length < PASSPHRASE_LEAST)
    throw new BadSetting(
      text === undefined ? 'BACKUP_PASSPHRASE_FILE' : 'BACKUP_PASSPHRASE',
      `a passphrase of ${PASSPHRASE_LEAST} characters or more`,
      passphrase === '' ? '' : '…',
    );
  return passphrase;
}

export const writeBackup = (
  db: Database,
  file: string,
  { secretKey, now, passphrase }: Omit<Origin, 'program'>,
) => dumpDatabase(db, file, { secretKey, program: version, now, passphrase });

export const protection = (passphrase: string | undefined) =>
  passphrase === undefined
    ? 'It is not encrypted: whoever has the file can read it. BACKUP_PASSPHRASE_FILE changes that.'
    : 'It is encrypted: without the passphrase nobody can read it, you neither.';

export const inWords = ({ rows, tables }: Total) => `${rows} rows of ${tables} tables`;

/** Reads the whole book that was just restored. @throws if it doesn't add up */
export async function verify(db: Database, secretKey: Uint8Array, now: Date): Promise<string> {
  const key = deriveKey(secretKey, 'seal');
  // The last entries before a backup had no seal yet; by now they would be reported as overdue.
  await sealAll(db.owner, key);
  const { entries, families, problems } = await verifyLedger(db.owner, key, now);
  if (problems.length > 0)
    throw new Error(
      `The rows are back as they were, but the book does not add up, as it did not when the backup was made:\n${problems.join('\n')}`,
    );
  return `${entries} sealed entries of ${families} families: all is well`;
}
