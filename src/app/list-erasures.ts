/**
 * The list of erasures stored with the backups: up to date within a minute of each erasure, and
 * rewritten every hour, to be newer than the copies.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR } from '#core/time.ts';
import type { Database } from '#server/db/database.ts';
import { type Erasure, erasures, isKept, nameOf } from '#server/erasures.ts';
import { BadBackup } from '#tools/database-backup/bytes.ts';
import { LIST_NAME, listBytes, listIn, writeList } from '#tools/nightly-backup/erasure-list.ts';
import { openFolder } from '#tools/nightly-backup/folder.ts';
import type { NightlyBackup } from '#tools/nightly-backup/night.ts';
import { placeList } from '#tools/nightly-backup/place.ts';

type Lister = Pick<
  NightlyBackup,
  'db' | 'folder' | 'secretKey' | 'passphrase' | 'place' | 'clock' | 'log'
>;

/** @returns the work for each minute */
export function erasureLister({ db, folder, place, passphrase, clock, log, ...more }: Lister) {
  const { secretKey } = more;
  let written: { count: number; at: number } | undefined;
  return async () => {
    // A new server on an old folder has no erasures, and must not overwrite the list.
    if (!(await hasPeople(db))) return;
    const until = clock();
    const found = await erasures(db.owner);
    const isOld = !written || until.getTime() - written.at >= HOUR;
    if (!isOld && written?.count === found.length) return;
    openFolder(folder);
    const all = together(await listedBefore(folder, secretKey, log), found);
    const kept = all.filter((one) => isKept(one, until));
    const bytes = listBytes({ until, erasures: kept }, secretKey);
    await writeList(folder, bytes);
    const words = place && passphrase();
    if (place && words !== undefined)
      await placeList(place, bytes, words).catch(({ message }: Error) =>
        log(`Backup: the list of erasures did not get off-site: ${message}`),
      );
    written = { count: found.length, at: until.getTime() };
  };
}

async function hasPeople({ owner }: Database): Promise<boolean> {
  const [row] = await owner`SELECT FROM users LIMIT 1`;
  return row !== undefined;
}

/** A restored book may lack erasures that an older list has. */
const together = (before: readonly Erasure[], now: readonly Erasure[]): Erasure[] => [
  ...new Map([...before, ...now].map((one) => [nameOf(one), one])).values(),
];

/** A list under another key can't be read here; it is set aside for the holder of that key. */
async function listedBefore(
  folder: string,
  secretKey: Uint8Array,
  log: (line: string) => void,
): Promise<readonly Erasure[]> {
  try {
    return listIn(folder, secretKey)?.erasures ?? [];
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    const file = join(folder, LIST_NAME);
    await rename(file, `${file}.of-another-key`);
    log(`Backup: ${file} was written with another key. It is now ${file}.of-another-key`);
    return [];
  }
}
