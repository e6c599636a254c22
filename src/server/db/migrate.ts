/**
 * Brings the schema up to date at startup. Forward only: each file in migrations/ is run once, in
 * the order of their names and statement by statement (one DDL each, as distributed engines
 * require), and every statement is recorded by its hash. On PostgreSQL the whole run is one
 * transaction. If several instances start together, a row lock lets one of them do the work.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { makeAppRole } from './app-role.ts';
import { type Applied, eraOf, OLDER } from './baseline.ts';

type Step = Applied & { sql: string };
type Connection = postgres.ISql;

const folder = new URL('migrations/', import.meta.url);

/**
 * Statements end with a semicolon at the end of a line; a comment belongs to the statement after
 * it.
 */
export function steps(): Step[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split(/;[ \t]*\n/)
        .map((text) => text.trim())
        .filter((text) => text.replaceAll(/^--.*$/gm, '').trim() !== '')
        .map((sql, i) => ({
          name: `${file.replace('.sql', '')}#${i + 1}`,
          sql,
          hash: createHash('sha256').update(sql).digest('hex'),
        })),
    );
}

/** True once the program has started on this database, even if no family is in it. */
export async function hasBook(sql: Connection): Promise<boolean> {
  const [list] = await sql<{ found: boolean }[]>`
    SELECT to_regclass('public.migration') IS NOT NULL AS found`;
  return list?.found === true;
}

/** True if `migrate` would change this book, because an earlier version wrote it. */
export async function isUpgrade(owner: postgres.Sql): Promise<boolean> {
  if (!(await hasBook(owner))) return false;
  const rows = await appliedIn(owner);
  const era = eraOf(rows);
  if (era !== 'since') return era === '0.9.0';
  const done = new Set(rows.map(({ name }) => name));
  const known = steps().map(({ name }) => name);
  const isNewer = [...done].some((name) => !known.includes(name));
  return done.size > 0 && !isNewer && known.some((name) => !done.has(name));
}

/** The steps that make up a backup's schema in this version: 0.9.0's schema is our first file. */
export const sinceBaseline = (applied: readonly Applied[]): readonly Applied[] =>
  eraOf(applied) === '0.9.0' ? baseline() : applied;

/**
 * Every error is one line on what to do: database too new, too old, a changed file, a missing
 * right.
 */
export async function migrate(owner: postgres.Sql): Promise<void> {
  // postgres.js 3.4.9 can only reserve an open connection and would wait forever without one.
  await owner`SELECT 1`;
  const connection = await owner.reserve();
  try {
    await makeList(connection);
    await connection`BEGIN`;
    await connection`SELECT 1 FROM migration WHERE name = 'lock' FOR UPDATE`;
    await apply(connection);
    await connection`COMMIT`;
  } catch (error) {
    await connection`ROLLBACK`.catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

/**
 * Runs in the transaction of a restore: first up to the schema of the backup, by the names of its
 * steps; then, once the rows are in, up to this program's.
 */
export async function migrateIn(tx: postgres.ISql, only?: ReadonlySet<string>): Promise<void> {
  await makeList(tx);
  await apply(tx, only);
}

/** unique_violation, duplicate_table, duplicate_object (the table's row type). */
const TAKEN: ReadonlySet<string> = new Set(['23505', '42P07', '42710']);

/**
 * Creates the list of applied statements, and the row in it that serves as the lock.
 *
 * If two programs create it together, the slower one hits the catalog's unique index, because
 * PostgreSQL's IF NOT EXISTS checks before it locks. By then the table is there.
 */
async function makeList(connection: Connection): Promise<void> {
  const make = () =>
    connection`CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL)`;
  await make().catch((error: { code?: string }) => {
    if (!TAKEN.has(error.code ?? '')) throw error;
    return make();
  });
  await connection`INSERT INTO migration VALUES ('lock', '', now()) ON CONFLICT DO NOTHING`;
}

async function apply(connection: Connection, only?: ReadonlySet<string>): Promise<void> {
  const known = steps();
  const rows = await appliedIn(connection);
  const era = eraOf(rows);
  if (era === 'older') throw new Error(`The database ${OLDER}`);
  const done = new Map(sinceBaseline(rows).map(({ name, hash }) => [name, hash]));
  check(known, done);
  if (era === '0.9.0') await takeOver(connection);
  await makeAppRole(connection);
  for (const { name, sql, hash } of known) {
    if (done.has(name) || only?.has(name) === false) continue;
    await connection.unsafe(sql);
    await note(connection, { name, hash });
  }
}

/** The rows of 0.9.0 stay where they are; only the list of applied statements is rewritten. */
async function takeOver(connection: Connection): Promise<void> {
  await connection`DELETE FROM migration WHERE name <> 'lock'`;
  for (const step of baseline()) await note(connection, step);
}

const note = (connection: Connection, { name, hash }: Applied) =>
  connection`INSERT INTO migration VALUES (${name}, ${hash}, now())`;

const appliedIn = (connection: Connection): Promise<Applied[]> =>
  connection<Applied[]>`SELECT name, hash FROM migration WHERE name <> 'lock'`;

const baseline = (): Applied[] => steps().filter(({ name }) => name.startsWith('0001_'));

function check(known: Step[], done: Map<string, string>): void {
  const names = new Set(known.map(({ name }) => name));
  const newer = [...done.keys()].filter((name) => !names.has(name));
  if (newer.length > 0)
    throw new Error(
      `The database is newer than this program: it has the migration ${newer[0]}. Start the newer program, or restore a backup.`,
    );
  const changed = known.find(({ name, hash }) => done.has(name) && done.get(name) !== hash);
  if (changed)
    throw new Error(
      `The migration ${changed.name} was applied in another form. Migrations are never edited.`,
    );
}
