/** Guards the tools that need the database to themselves. */
import type { Tx } from './database.ts';

/** Every running program holds such a connection from start to end. @throws Error */
export async function refuseOthers(tx: Tx): Promise<void> {
  const [other] = await tx`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND application_name IN ('satling-app', 'satling-jobs') AND pid <> pg_backend_pid() LIMIT 1`;
  if (other) throw new Error('A Satling is using this database: stop it first');
}
