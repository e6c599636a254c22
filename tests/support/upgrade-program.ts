/**
 * Upgrades a database as the program does at its start, in a process that a test kills. The address
 * and the folder of the backups come as JSON. Says `begins` just before.
 */
import { upgrade } from '../../src/app/backups.ts';
import { connect } from '../../src/server/db/database.ts';
import type { Address } from '../../src/server/db/sql.ts';

const given = JSON.parse(process.argv[2] as string) as { address: Address; folder: string };
const db = connect(given.address, 1);
await db.owner`SELECT 1`;
process.stdout.write('begins\n');
await upgrade(
  { backupDir: given.folder, secretKey: new Uint8Array(32).fill(7) },
  db,
  given.address,
  {
    clock: () => new Date(),
    log: () => undefined,
  },
);
await db.close();
