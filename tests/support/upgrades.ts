/** The books of earlier versions, as those programs left them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { makeAppRole } from '#server/db/app-role.ts';
import { connect, type Database } from '#server/db/database.ts';
import { steps } from '#server/db/migrate.ts';
import type { Address, Tx } from '#server/db/sql.ts';
import { freshDatabase } from './app.ts';

export const KEPT = 'tests/fixtures/upgrades';
export const OLDEST = '0.9.0';
/** A folder each: its README.md says how the book was made. */
export const VERSIONS: readonly string[] = readdirSync(KEPT).sort();
const unzipped = (folder: string, name: string) =>
  gunzipSync(readFileSync(join(folder, name))).toString();

/** For every stored backup; also the key of the books' chains. */
export const KEYS = {
  passphrase: 'the oldest book that opens',
  secretKey: new Uint8Array(32).fill(7),
} as const;
export const OLD_BACKUP = { file: `${KEPT}/${OLDEST}/book.backup`, ...KEYS } as const;

/** An operator's wallet that nothing answers for. */
export const NOBODYS_WALLET = `nostr+walletconnect://79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798?relay=ws%3A%2F%2F127.0.0.1%3A1&secret=${'7'.repeat(64)}`;

type Answer = { status: number; body: unknown };
export type Recorded = {
  /** When it was recorded. */
  at: string;
  people: Record<string, { cookies: Record<string, string>; answers: Record<string, Answer> }>;
};

export const recordedAnswers = (version = OLDEST, kept = KEPT) =>
  JSON.parse(unzipped(join(kept, version), 'answers.json.gz')) as Recorded;

/** A database as this version has left it. */
export async function databaseOf(version: string, kept = KEPT): Promise<Address> {
  const address = await freshDatabase('template0');
  const db = connect(address, 1);
  await db.owner.begin(async (tx) => {
    await makeAppRole(tx);
    await play(tx as unknown as Tx, unzipped(join(kept, version), 'book.sql.gz'));
  });
  await db.close();
  return address;
}

export const databaseOf090 = () => databaseOf(OLDEST);

/** Statements end with a semicolon at a line's end, and rows with a separate line. */
async function play(tx: Tx, text: string): Promise<void> {
  for (let at = 0; text.indexOf(';\n', at) >= 0; ) {
    const end = text.indexOf(';\n', at);
    const sql = text.slice(at, end);
    at = end + 2;
    if (!sql.trim().startsWith('COPY ')) await tx.unsafe(sql);
    else {
      const last = text.indexOf('\n\\.\n', at);
      const rows = Readable.from([Buffer.from(text.slice(at, last + 1))]);
      await pipeline(rows, await tx.unsafe(sql).writable());
      at = last + '\n\\.\n'.length;
    }
  }
}

/** As left by a version before 0.9.0, without 0.9.0's last migration. */
export async function databaseBefore090(): Promise<Address> {
  const address = await databaseOf090();
  const db = connect(address, 1);
  for (const name of ['currency', 'minor'])
    await db.owner.unsafe(`ALTER TABLE allowance_plan DROP COLUMN agreed_${name};
      ALTER TABLE allowance_occurrence DROP COLUMN agreed_${name}`);
  await db.owner`ALTER TABLE allowance_occurrence DROP COLUMN minor_per_btc`;
  await db.owner`DELETE FROM migration WHERE name LIKE '0173%'`;
  await db.close();
  return address;
}

/** As if the table of backups came with a later version: removes two statements. */
export async function takeBackupRunsOut({ owner }: Pick<Database, 'owner'>): Promise<void> {
  const late = steps().filter(({ sql }) => /^(GRANT|CREATE) .*\bbackup_run\b/ms.test(sql));
  await owner`DROP TABLE backup_run`;
  await owner`DELETE FROM migration WHERE name = ANY (${late.map(({ name }) => name)}::text[])`;
}
