/** The tables that hold a family's rows, read from the database so none can be forgotten. */
import type { Sql } from './sql.ts';

/** Every table with a family_id column, each before the tables it refers to. */
export async function familyTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; parents: string[] }[]>`
    SELECT c.relname AS name,
      coalesce((SELECT array_agg(p.relname::text) FROM pg_constraint k
        JOIN pg_class p ON p.oid = k.confrelid
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid <> c.oid), '{}') AS parents
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'family_id' AND NOT a.attisdropped
    WHERE c.relkind = 'r' ORDER BY c.relname`;
  const ordered: string[] = [];
  let rest = [...rows];
  while (rest.length > 0) {
    const referredTo = new Set(rest.flatMap(({ parents }) => parents));
    const free = rest.filter(({ name }) => !referredTo.has(name));
    if (free.length === 0) throw new Error(`Tables refer to each other: ${rest[0]?.name}`);
    ordered.push(...free.map(({ name }) => name));
    rest = rest.filter((row) => !free.includes(row));
  }
  return ordered;
}

export type Column = { table: string; column: string; type: string };

/** The columns of these tables, in order. */
export async function columnsOf(sql: Sql, tables: readonly string[]): Promise<Column[]> {
  return sql<Column[]>`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    WHERE c.relname = ANY (${[...tables]}::text[]) AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`;
}
