/**
 * The parts of a database in a backup: every table except the list of migrations, read from the
 * database itself.
 */
import type { Tx } from '#server/db/sql.ts';

export type Shape = { name: string; columns: string[] };

/**
 * Every table of the program with its columns; those that others refer to come first. (The mail
 * queue has a separate schema and is excluded: docs/decisions/0028.)
 */
export async function shapes(tx: Tx): Promise<Shape[]> {
  const rows = await tx<{ name: string; columns: string[]; parents: string[] }[]>`
    SELECT c.relname AS name,
      coalesce((SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attgenerated = ''), '{}') AS columns,
      coalesce((SELECT array_agg(p.relname::text) FROM pg_constraint k
        JOIN pg_class p ON p.oid = k.confrelid
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid <> c.oid), '{}') AS parents
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    WHERE c.relkind = 'r' AND c.relname <> 'migration' ORDER BY c.relname`;
  const ordered: Shape[] = [];
  let rest = [...rows];
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const free = rest.filter(({ parents }) => !parents.some((parent) => waiting.has(parent)));
    if (free.length === 0) throw new Error(`Tables refer to each other: ${rest[0]?.name}`);
    ordered.push(...free.map(({ name, columns }) => ({ name, columns })));
    rest = rest.filter((row) => !free.includes(row));
  }
  return ordered;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A table and its columns, in COPY's syntax. */
export const copied = ({ name, columns }: Shape) =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/**
 * Removes the time limits for copying, and fixes the text form of values, independent of the
 * server's settings.
 */
export async function prepareCopying(tx: Tx): Promise<void> {
  await tx.unsafe(`SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL lock_timeout = '20s'; SET LOCAL client_encoding = 'UTF8'; SET LOCAL DateStyle = 'ISO, YMD';
    SET LOCAL IntervalStyle = 'iso_8601'; SET LOCAL bytea_output = 'hex';
    SET LOCAL extra_float_digits = 1`);
}
