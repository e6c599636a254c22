/**
 * The statements of a transfer as the program sends them (BEGIN and the name of the family, the
 * lock, the entry, COMMIT: prepared, one round trip), sent by pgbench. So it is compared with
 * pgbench's TPC-B-like transaction SQL against SQL, without our process. One script for each of 100
 * families, as pgbench has no text variables.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transfer } from '#core/ledger.ts';
import type { Address, Tx } from '#server/db/database.ts';
import { lockForChange } from '#server/db/revision.ts';
import { statementOf } from '#server/ledger/post.ts';
import type { Rate } from './bare-ledger.ts';
import { type BenchServer, nameOf, pgbench } from './database.ts';
import type { SeededFamily } from './families.ts';

const SCRIPTS = 100;

/** Stands in place of the driver's tag, and makes plain text with the values in it. */
class Text {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const tag = (strings: TemplateStringsArray | string, ...values: unknown[]) =>
  new Text(typeof strings === 'string' ? strings : String.raw(strings, ...values.map(literal)));
const asText = Object.assign(tag, { unsafe: (text: string) => new Text(text) }) as unknown as Tx;

function literal(value: unknown): string {
  if (value instanceof Text) return value.text;
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`;
  return `'${Array.isArray(value) ? `{${value.join(',')}}` : value}'`;
}
const textOf = (statement: unknown) => (statement as Text).text.replaceAll(/\s+/g, ' ');

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

/** Stands for the id of the entry, which is another one each time. */
const ID = '11111111-1111-1111-1111-111111111111';

function script({ familyId, userId, outside, children }: SeededFamily, newId: string): string {
  const child = children[0] as SeededFamily['children'][number];
  const now = new Date();
  const entry = {
    entryId: ID,
    familyId,
    type: 'bonus',
    childId: child.childId,
    amountSats: 21n,
    occurredAt: now,
    madeBy: userId,
    postings: transfer(outside, child.savings, 21n),
  };
  const fresh = '(SELECT id FROM fresh)';
  const posting = textOf(statementOf(asText, [entry], now))
    .replace('WITH', `WITH fresh AS MATERIALIZED (SELECT ${newId} AS id),`)
    .replaceAll(`'{${ID}}'`, `ARRAY[${fresh}]`)
    .replaceAll(`'{${ID},${ID}}'`, `ARRAY[${fresh}, ${fresh}]`);
  return [
    '\\startpipeline',
    'BEGIN;',
    `SET LOCAL app.family_id = '${familyId}';`,
    `${textOf(lockForChange(asText, familyId))};`,
    `${posting};`,
    'COMMIT;',
    '\\endpipeline',
    '',
  ].join('\n');
}
