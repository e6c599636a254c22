/**
 * The statements of a transfer as the program sends them (BEGIN and the name of the family, the
 * lock, the entry, COMMIT: prepared, one round trip), sent by pgbench. So it is compared with
 * pgbench's TPC-B-like transaction SQL against SQL, without our process. One script for each of 100
 * families, as pgbench has no text variables.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '#server/db/database.ts';
import { lockForChange } from '#server/db/revision.ts';
import { ONE_TRANSFER } from '#server/ledger/post.ts';
import type { Rate } from './bare-ledger.ts';
import { type BenchServer, nameOf, pgbench } from './database.ts';
import type { SeededFamily } from './families.ts';

const SCRIPTS = 100;

/** The text of the program's own statement. */
const lock = (familyId: string) => String(lockForChange(String.raw as never, familyId));

export async function prepareOwnSql(
  server: BenchServer,
  address: Address,
  families: readonly SeededFamily[],
  clients: number,
): Promise<{ run: (seconds: number) => Promise<Rate>; close: () => void }> {
  const sql = server.plain(address);
  const [row] = await sql<{ version: number }[]>`
    SELECT current_setting('server_version_num')::int AS version`;
  await sql.end();
  // Ids in order of time, as the program makes them, where the engine can.
  const newId = (row?.version ?? 0) >= 180_000 ? 'uuidv7()' : 'gen_random_uuid()';
  // What database.ts sets for the connections of the program.
  for (const set of ['enable_seqscan = off', 'plan_cache_mode = force_generic_plan', 'jit = off'])
    await server.run(`ALTER DATABASE ${nameOf(address)} SET ${set}`);
  const folder = mkdtempSync(join(tmpdir(), 'satling-own-sql-'));
  const files = families.slice(0, SCRIPTS).flatMap((family, i) => {
    const file = join(folder, `${i}.sql`);
    writeFileSync(file, script(family, newId));
    return ['-f', file];
  });
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', ...files];
  return {
    run: async (seconds) => {
      const perSecond = await pgbench(address, [...args, '-T', String(seconds)]);
      return { perSecond, done: perSecond * seconds };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function script({ familyId, userId, outside, children }: SeededFamily, newId: string): string {
  const child = children[0] as SeededFamily['children'][number];
  const uuid = (value: string) => `'${value}'::uuid`;
  const values = [
    ...[uuid(familyId), '(SELECT id FROM fresh)', "'bonus'", uuid(child.childId), '21::bigint'],
    ...['now()', 'now()', uuid(userId), 'NULL', 'NULL'],
    ...[uuid(outside), '-21::bigint', uuid(child.savings), '21::bigint'],
  ];
  const entry = ONE_TRANSFER.replace('WITH', `WITH fresh AS MATERIALIZED (SELECT ${newId} AS id),`)
    .replaceAll(/\$(\d+)/g, (_, n) => values[Number(n) - 1] as string)
    .replaceAll(/\s+/g, ' ');
  return [
    '\\startpipeline',
    'BEGIN;',
    `SET LOCAL app.family_id = '${familyId}';`,
    `${lock(`'${familyId}'`)};`,
    `${entry};`,
    'COMMIT;',
    '\\endpipeline',
    '',
  ].join('\n');
}
