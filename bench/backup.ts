/**
 * A database backup of 1 million rows, and its restore into an empty database. The floor is the
 * same rows through COPY to a file, by PostgreSQL alone.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#server/db/database.ts';
import type { Address } from '#server/db/sql.ts';
import { fillTables } from '#tests/support/shared-tables.ts';
import { writeBackup } from '#tools/backup-tool.ts';
import { restoreDatabase } from '#tools/database-backup/restore.ts';
import { type BenchServer, startServer, withDatabase } from './support/database.ts';
import { seedFamilies } from './support/families.ts';
import { log, report } from './support/measure.ts';

/** 100 lines of a family are 400 rows, 20,000 lines of one family 80,000. */
const FAMILIES = Number(process.env.BENCH_FAMILIES ?? 2_300);
const SECRET_KEY = new Uint8Array(32).fill(5);
const folder = mkdtempSync(join(tmpdir(), 'satling-bench-'));
const file = join(folder, 'one.backup');

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function bench(on: BenchServer): Promise<void> {
  const full = await on.fresh();
  const made = await withDatabase(full, async (db) => {
    const [one] = await seedFamilies(db.owner, { count: 1, children: () => 1 });
    await fillTables({ db, clock: { now: new Date() } }, one?.familyId ?? '', FAMILIES);
    await db.owner`ANALYZE`;
    const origin = { secretKey: SECRET_KEY, now: new Date(), passphrase: undefined };
    return timed(() => writeBackup(db, file, origin));
  });
  const copied = await timed(() => copyOut(on, full));
  const { rows } = made.result;
  const mb = (statSync(file).size / 1e6).toFixed(0);
  log(`  ${rows} rows, ${mb} MB; COPY alone took ${copied.seconds.toFixed(1)} s`);
  const db = connect(await on.fresh());
  const back = await timed(() => restoreDatabase(db, file, SECRET_KEY)).finally(db.close);
  if (back.result.rows !== rows) throw new Error(`${back.result.rows} of ${rows} came back`);
  const million = 1e6 / rows;
  report('backup: seconds for a million rows', made.seconds * million, '≤ 10');
  report('backup: restore / backup', back.seconds / made.seconds, '≤ 5');
}

async function copyOut(on: BenchServer, of: Address): Promise<void> {
  const sql = on.plain(of);
  for (const table of ['entry', 'entry_text', 'posting', 'account'])
    for await (const _ of await sql`COPY ${sql(table)} TO STDOUT`.readable());
  await sql.end();
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { seconds: (performance.now() - began) / 1000, result };
}
