/** What the commands for database backups share: names, versions, and what they say. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dumpDatabase } from '#server/database-backup/dump.ts';
import type { Total } from '#server/database-backup/format.ts';
import type { Database } from '#server/db/database.ts';
import { deriveKey } from '#server/env.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** A folder gets a file with the moment in its name. */
export function fileFor(place: string, now: Date): string {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(place, `satling-${stamp(now)}.backup`) : place;
}

const stamp = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '-');

export const writeBackup = (db: Database, file: string, secretKey: Uint8Array, now: Date) =>
  dumpDatabase(db, file, { secretKey, program: version, now });

export const inWords = ({ rows, tables }: Total) => `${rows} rows of ${tables} tables`;

/** Reads the whole book that has just arrived. @throws when it does not add up. */
export async function verify(db: Database, secretKey: Uint8Array, now: Date): Promise<string> {
  const key = deriveKey(secretKey, 'seal');
  // The last entries before a backup had no seal yet; by now they would count as overdue.
  await sealAll(db.owner, key);
  const { entries, families, problems } = await verifyLedger(db.owner, key, now);
  if (problems.length > 0)
    throw new Error(
      `The rows are back as they were, but the book does not add up, as it did not when the backup was made:\n${problems.join('\n')}`,
    );
  return `${entries} sealed entries of ${families} families: all is well`;
}
