/** Works that need the database for themselves. */
import type { Tx } from './database.ts';

/** Every running program has such a connection from its start to its end. @throws Error */
export async function refuseOthers(tx: Tx): Promise<void> {
  const [other] = await tx`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND application_name IN ('satling-app', 'satling-jobs') AND pid <> pg_backend_pid() LIMIT 1`;
  if (other) throw new Error('A Satling is using this database: stop it first');
}
