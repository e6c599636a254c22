/** Checks whether a program is running on this database. */
import type { Sql, Tx } from './sql.ts';

/** Every running program holds a connection with one of these names. @throws Error */
export async function refuseOthers(tx: Tx): Promise<void> {
  const [other] = await tx`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND application_name IN ('satling-app', 'satling-jobs') AND pid <> pg_backend_pid() LIMIT 1`;
  if (other) throw new Error('A Satling is using this database: stop it first');
}

/** True if a program that runs jobs is connected: it fetches new ones every second. */
export async function isServed(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'satling-jobs') AS found`;
  return row?.found ?? false;
}
