/**
 * Fills an empty database from a backup, in one transaction: all or nothing. The schema is first
 * created as it was when the backup was written, and brought up to date once the rows are in: a
 * restore is a copy followed by an ordinary upgrade.
 */
import { pipeline } from 'node:stream/promises';
import { refuseOthers } from '#server/db/alone.ts';
import { eraOf, OLDER } from '#server/db/baseline.ts';
import { type Database, transaction } from '#server/db/database.ts';
import { migrateIn, sinceBaseline, steps } from '#server/db/migrate.ts';
import { notByFamily } from '#server/db/schema-exceptions.ts';
import type { Tx } from '#server/db/sql.ts';
import { BadBackup } from './bytes.ts';
import { keyCheck, macKey } from './dump.ts';
import { type Migration, type Opened, openFile, type Total } from './format.ts';
import { copied, prepareCopying, quoted, type Shape, shapes } from './tables.ts';

type Options = {
  passphrase?: string | undefined;
  /** Accept a file that nothing proves to be ours. */
  isForeign?: boolean;
  /** Further work of the restore, in its transaction. */
  afterwards?: (tx: Tx, copiedAt: Date) => Promise<unknown>;
};

/** @throws BadBackup, and Errors with one line on what to do */
export async function restoreDatabase(
  { owner }: Pick<Database, 'owner'>,
  file: string,
  secretKey: Uint8Array,
  { passphrase, isForeign = false, afterwards }: Options = {},
): Promise<Total> {
  const backup = await openBackup(file, secretKey, { passphrase, isForeign });
  return transaction(owner, 'BEGIN', async (tx) => {
    await prepareCopying(tx);
    await refuseOthers(tx);
    await makeEmpty(tx);
    await migrateIn(tx, new Set(sinceBaseline(backup.migrations).map(({ name }) => name)));
    await fill(tx, backup);
    await migrateIn(tx);
    await afterwards?.(tx, new Date(backup.head.madeAt));
    await tx`ANALYZE`;
    return backup.total;
  });
}

/**
 * Reads the whole file once, and checks whether it can be restored here; nothing is written.
 * @throws BadBackup
 */
export async function openBackup(
  file: string,
  secretKey: Uint8Array,
  { passphrase, isForeign = false }: Omit<Options, 'afterwards'> = {},
): Promise<Opened> {
  const backup = await openFile(file, { macKey: macKey(secretKey), passphrase });
  checkKey(backup, secretKey);
  if (!backup.isAuthentic && !isForeign) throw new BadBackup(`${file} ${FOREIGN}`, 'FOREIGN');
  checkMigrations(backup.migrations);
  return backup;
}

const FOREIGN =
  'is not a backup that this SECRET_KEY wrote, or was changed since: whoever wrote it may have invented people and amounts. Nothing was changed. If you know where it comes from: npm run restore -- --foreign FILE';

function checkKey({ head }: Opened, secretKey: Uint8Array): void {
  if (head.keyCheck === keyCheck(secretKey)) return;
  throw new BadBackup(
    'This backup belongs to another SECRET_KEY. Set SECRET_KEY, or put the file secret.key of the program that made it into DATA_DIR; without it the ledger’s chain cannot be checked.',
    'OTHER_KEY',
  );
}

function checkMigrations(migrations: readonly Migration[]): void {
  if (eraOf(migrations) === 'older') throw new BadBackup(`The backup ${OLDER}`, 'OLDER');
  const known = new Map(steps().map(({ name, hash }) => [name, hash]));
  const foreign = sinceBaseline(migrations).find(({ name, hash }) => known.get(name) !== hash);
  if (foreign)
    throw new BadBackup(
      `A newer program made this backup: it has the migration ${foreign.name}, which is not known here. Restore it with that program.`,
      'NEWER',
    );
}

/** Tables that a program without people or families may have filled: counters, its own runs. */
const WITHOUT_PEOPLE = new Set(Object.keys(notByFamily).filter((name) => name !== 'users'));

/** Drops all tables, unless one of them holds data of a person or family. @throws Error */
async function makeEmpty(tx: Tx): Promise<void> {
  const found = await shapes(tx);
  const [list] = await tx<{ found: boolean }[]>`
    SELECT to_regclass('public.migration') IS NOT NULL AS found`;
  for (const { name } of found) {
    const [row] = WITHOUT_PEOPLE.has(name)
      ? []
      : await tx.unsafe(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (row || !list?.found)
      throw new Error(
        `The database is not empty: it has the table ${name}${row ? ' with rows' : ''}. Restore into an empty one; nothing was changed.`,
      );
  }
  const names = [...found.map(({ name }) => name), ...(list?.found ? ['migration'] : [])];
  if (names.length > 0) await tx.unsafe(`DROP TABLE ${names.map(quoted).join(', ')}`);
}

async function fill(tx: Tx, backup: Opened): Promise<void> {
  const waiting = new Map((await shapes(tx)).map((shape) => [shape.name, shape]));
  for await (const table of backup.tables) {
    const shape = waiting.get(table.name);
    if (!shape || !sameColumns(shape, table))
      throw new BadBackup(`The backup does not fit its own schema: table ${table.name}`);
    waiting.delete(table.name);
    await pipeline(table.data, await tx.unsafe(`COPY ${copied(table)} FROM STDIN`).writable());
    const [row] = await tx.unsafe(`SELECT count(*)::int AS rows FROM ${quoted(table.name)}`);
    if (row?.rows !== table.rows())
      throw new Error(`Of ${table.rows()} rows of ${table.name}, ${row?.rows} arrived`);
  }
  const [missing] = waiting.keys();
  if (missing) throw new BadBackup(`The backup lacks the table ${missing}`);
}

const sameColumns = (a: Shape, b: Shape) =>
  JSON.stringify([...a.columns].sort()) === JSON.stringify([...b.columns].sort());
