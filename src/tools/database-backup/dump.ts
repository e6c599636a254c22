/**
 * Writes the whole database into one file, from a single snapshot, while the program is running. It
 * needs none of PostgreSQL's programs and only the owner's rights.
 */
import type { Readable } from 'node:stream';
import { type Database, transaction } from '#server/db/database.ts';
import { hasBook } from '#server/db/migrate.ts';
import type { Tx } from '#server/db/sql.ts';
import { deriveKey } from '#server/env.ts';
import { type Migration, type Table, type Total, writeFile } from './format.ts';
import { copied, prepareCopying, type Shape, shapes } from './tables.ts';

export type Origin = {
  secretKey: Uint8Array;
  program: string;
  now: Date;
  /** Encrypts the file; if undefined, the file is in the clear. */
  passphrase?: string | undefined;
};

/** Shows whether two backups were made with the same SECRET_KEY, without revealing the key. */
export const keyCheck = (secretKey: Uint8Array): string =>
  Buffer.from(deriveKey(secretKey, 'backup check')).toString('hex').slice(0, 32);

/** For the HMAC that proves the author of a file. */
export const macKey = (secretKey: Uint8Array) => deriveKey(secretKey, 'backup');

/** Memory use is constant for any number of rows: they are streamed from socket to file. */
export function dumpDatabase(
  { owner }: Pick<Database, 'owner'>,
  file: string,
  { secretKey, program, now, passphrase }: Origin,
): Promise<Total> {
  return transaction(owner, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    await prepareCopying(tx);
    const migrations = await readMigrations(tx);
    const head = { madeAt: now.toISOString(), program, keyCheck: keyCheck(secretKey) };
    const contents = { migrations, tables: tables(tx, await shapes(tx)) };
    return writeFile(file, head, contents, { macKey: macKey(secretKey), passphrase });
  });
}

async function readMigrations(tx: Tx): Promise<Migration[]> {
  if (!(await hasBook(tx))) throw new Error('There is no book of Satling in this database');
  return tx<Migration[]>`SELECT name, hash FROM migration WHERE name <> 'lock' ORDER BY name`;
}

async function* tables(tx: Tx, all: Shape[]): AsyncIterable<Table> {
  for (const shape of all) yield { ...shape, data: rows(tx, shape) };
}

async function* rows(tx: Tx, shape: Shape): AsyncIterable<Uint8Array> {
  const stream: Readable = await tx.unsafe(`COPY ${copied(shape)} TO STDOUT`).readable();
  // postgres.js pauses its socket for a large row and, if that was the last one, forgets to resume.
  stream.once('end', () => stream._read(0));
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    // If the file could not be written, the rest must still be read, or ROLLBACK waits.
    stream.resume();
  }
}
