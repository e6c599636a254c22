/** The contents of a database, to check that a secret is not in it. */
import type { Database } from '../../src/server/db/database.ts';

/**
 * Every row of every table as text, including the job queue and stored replies; or only those of
 * one schema, without some tables.
 */
export async function everyRow(
  { owner }: Database,
  schema = '%',
  without: readonly string[] = [],
): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname LIKE ${schema}
      AND tablename <> ALL(${[...without]})`;
  const rows: string[] = [];
  for (const { name } of tables)
    rows.push(JSON.stringify(await owner.unsafe(`SELECT t::text FROM ${name} t`)));
  return rows.join('\n');
}
