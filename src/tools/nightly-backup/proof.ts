/**
 * Proves that a backup restores: it is restored into a scratch database on the same server, every
 * row is counted and summed against the file, and the whole book in it is verified.
 */
import { createHash } from 'node:crypto';
import { connect } from '#server/db/database.ts';
import type { Address, Pool } from '#server/db/sql.ts';
import { restoreDatabase } from '#tools/database-backup/restore.ts';
import { verify } from '../backup-tool.ts';

type Keys = { secretKey: Uint8Array; passphrase: string | undefined };

/** The role in DATABASE_URL lacks CREATEDB. */
export class MayNotCreate extends Error {}

/**
 * @returns the result, in words
 * @throws MayNotCreate, BadBackup, and Errors about what doesn't add up
 */
export async function prove(
  owner: Pool,
  address: Address,
  file: string,
  { secretKey, passphrase, now }: Keys & { now: Date },
): Promise<string> {
  const name = await makeScratch(owner);
  try {
    const scratch = connect(inScratch(address, name), 1);
    try {
      const { rows, tables } = await restoreDatabase(scratch, file, secretKey, { passphrase });
      const book = await verify(scratch, secretKey, now);
      return `${rows} rows of ${tables} tables; ${book}`;
    } finally {
      await scratch.close();
    }
  } finally {
    await drop(owner, name);
  }
}

/** First drops anything left by an earlier proof that was killed. */
async function makeScratch(owner: Pool): Promise<string> {
  const [like] = await owner<{ name: string; collation: string; characters: string }[]>`
    SELECT datname AS name, datcollate AS collation, datctype AS characters
    FROM pg_database WHERE datname = current_database()`;
  if (!like) throw new Error('PostgreSQL does not know its own database');
  const name = scratchOf(like.name);
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  try {
    await drop(owner, name);
    await owner.unsafe(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'
        LC_COLLATE ${quoted(like.collation)} LC_CTYPE ${quoted(like.characters)}`,
    );
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MayNotCreate(
      'The database user may not create a database, so no backup is proven. Have an administrator run: ALTER ROLE … CREATEDB',
      { cause: error },
    );
  }
  return name;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** An unlikely name for any other database, different for each book on a server. */
export const scratchOf = (database: string): string =>
  `satling_proof_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;

const drop = (owner: Pool, name: string) =>
  owner.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

function inScratch(address: Address, database: string): Address {
  if (!('url' in address)) return { ...address, database };
  const url = new URL(address.url);
  url.pathname = `/${database}`;
  return { ...address, url: url.href };
}
