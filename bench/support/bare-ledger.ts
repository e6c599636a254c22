/**
 * The anchors of the ledger, as fast as this engine does them for clients that do nothing else:
 * pgbench's TPC-B-like transaction; the smallest double entry in one statement (an entry, two
 * postings, two balances); and one statement that writes the very rows our transfer writes, into
 * our tables. All in pgbench's default way (no prepared statements). By pgbench, or by a
 * postgres.js loop where that is not installed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import type { Address } from '#server/db/database.ts';
import { type BenchServer, findPgbench, pgbench } from './database.ts';
import type { SeededFamily } from './families.ts';

export type Rate = { done: number; perSecond: number };

/** Each runs for so many seconds. */
export type BareLedger = {
  by: 'pgbench' | 'postgres.js';
  tpcb(seconds: number): Promise<Rate>;
  tpcbPrepared(seconds: number): Promise<Rate>;
  oneStatement(seconds: number): Promise<Rate>;
  sameRows(seconds: number): Promise<Rate>;
  /** The one statement as a prepared one, which pgbench does not do unless asked. */
  prepared(seconds: number): Promise<Rate>;
  close(): Promise<void>;
};

/** 1,000,000 accounts, 100 tellers, 10 branches, as `pgbench -i -s 10` makes them. */
const SCALE = 10;
const ACCOUNTS = 100_000 * SCALE;

export async function prepareBare(
  server: BenchServer,
  { clients, address, families }: { clients: number; address: Address; families: SeededFamily[] },
): Promise<BareLedger> {
  const bare = await server.fresh();
  const setup = server.plain(bare);
  await setup.unsafe(TABLES);
  if (findPgbench()) await pgbench(bare, ['-i', '-q', '-s', String(SCALE)]);
  else await setup.unsafe(TPCB_TABLES);
  await setup.unsafe('VACUUM ANALYZE');
  await setup.end();
  const ours = server.plain(address, { max: clients });
  await ours.unsafe(NUMBERED);
  await ours`
    INSERT INTO bare_numbered SELECT n, f, o, s, c FROM unnest(
      ${families.map((_, n) => n)}::int[], ${families.map((f) => f.familyId)}::uuid[],
      ${families.map((f) => f.outside)}::uuid[],
        ${families.map((f) => f.children[0]?.savings ?? '')}::uuid[],
      ${families.map((f) => f.children[0]?.childId ?? '')}::uuid[]) AS x (n, f, o, s, c)`;
  await ours.unsafe('ANALYZE bare_numbered');
  const targets = { bare, address, families: families.length };
  if (!findPgbench()) return byLoop(server.plain(bare, { max: clients }), ours, targets, clients);
  await ours.end();
  return byPgbench(targets, clients);
}

type Targets = { bare: Address; address: Address; families: number };

function byPgbench({ bare, address, families }: Targets, clients: number): BareLedger {
  const folder = mkdtempSync(join(tmpdir(), 'satling-pgbench-'));
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return ['-f', join(folder, name)];
  };
  const oneLine = (statement: string) => `${statement.replaceAll(/\s+/g, ' ')};\n`;
  // a < b, so that no two statements wait for each other.
  const one = script(
    'one.sql',
    `\\set a random(1, ${ACCOUNTS / 2})\n\\set b random(${ACCOUNTS / 2 + 1}, ${ACCOUNTS})\n` +
      `\\set s random(1, 5000)\n${oneLine(doubleEntry(':a', ':b', ':s'))}`,
  );
  const same = script('same.sql', `\\set n random(0, ${families - 1})\n${oneLine(sameRows(':n'))}`);
  const run = async (on: Address, seconds: number, args: string[]) => {
    const base = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)];
    const perSecond = await pgbench(on, [...base, ...args]);
    return { perSecond, done: perSecond * seconds };
  };
  return {
    by: 'pgbench',
    tpcb: (seconds) => run(bare, seconds, ['-s', String(SCALE), '-b', 'tpcb-like']),
    tpcbPrepared: (seconds) =>
      run(bare, seconds, ['-M', 'prepared', '-s', String(SCALE), '-b', 'tpcb-like']),
    oneStatement: (seconds) => run(bare, seconds, one),
    sameRows: (seconds) => run(address, seconds, same),
    prepared: (seconds) => run(bare, seconds, ['-M', 'prepared', ...one]),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function byLoop(
  sql: postgres.Sql,
  ours: postgres.Sql,
  { families }: Targets,
  clients: number,
): BareLedger {
  const oneBy = (prepare: boolean) => (seconds: number) =>
    loop(clients, seconds, async () => {
      const half = ACCOUNTS / 2;
      const ids = [random(half), half + random(half), random(5_000)];
      await sql.unsafe(doubleEntry('$1', '$2', '$3'), ids, { prepare });
    });
  return {
    by: 'postgres.js',
    tpcb: (seconds) => loop(clients, seconds, () => tpcb(sql)),
    tpcbPrepared: (seconds) => loop(clients, seconds, () => tpcb(sql)),
    oneStatement: oneBy(false),
    prepared: oneBy(true),
    sameRows: (seconds) =>
      loop(clients, seconds, async () => {
        await ours.unsafe(sameRows('$1'), [random(families) - 1]);
      }),
    close: async () => {
      await Promise.all([sql.end(), ours.end()]);
    },
  };
}

const TABLES = `
  CREATE TABLE bare_account (account_id integer PRIMARY KEY, balance bigint NOT NULL);
  CREATE TABLE bare_entry (entry_id uuid PRIMARY KEY, made_at timestamptz NOT NULL);
  CREATE TABLE bare_posting (entry_id uuid, account_id integer, amount bigint NOT NULL,
    PRIMARY KEY (entry_id, account_id));
  INSERT INTO bare_account SELECT n, 1000000000 FROM generate_series(1, ${ACCOUNTS}) AS n;`;

const doubleEntry = (from: string, to: string, sats: string) => `
  WITH e AS (
    INSERT INTO bare_entry VALUES (gen_random_uuid(), now()) RETURNING entry_id
  ), p AS (
    INSERT INTO bare_posting
    SELECT entry_id, account_id, amount
    FROM e, (VALUES (${from}::int, - (${sats}::bigint)),
      (${to}::int, ${sats}::bigint)) AS v (account_id, amount)
  )
  UPDATE bare_account SET balance = balance + v.amount
  FROM (VALUES (${from}::int, - (${sats}::bigint)), (${to}::int, ${sats}::bigint)) AS v (account_id,
    amount)
  WHERE bare_account.account_id = v.account_id`;

/**
 * pgbench knows no UUIDs: the families by number. Ids in order of time, as the program makes them.
 */
const NUMBERED = `
  CREATE TABLE bare_numbered (
    n integer PRIMARY KEY, family_id uuid, outside uuid, savings uuid, child_id uuid);
  CREATE SEQUENCE bare_order CACHE 50;`;

const sameRows = (n: string) => `
  WITH f AS MATERIALIZED (
    SELECT *, lpad(to_hex(1700000000000 + nextval('bare_order')), 12, '0')
      || '7' || substr(gen_random_uuid()::text, 16, 3) || substr(gen_random_uuid()::text, 20) AS id
    FROM bare_numbered WHERE n = ${n}::int
  ), e AS (
    INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at, recorded_at,
      made_by)
    SELECT family_id, id::uuid, 'bonus', child_id, 21, now(), now(), family_id FROM f
  ), u AS (
    INSERT INTO unsealed SELECT family_id, id::uuid, now(), 1 FROM f
  ), p AS (
    INSERT INTO posting
    SELECT family_id, id::uuid, outside, -21 FROM f UNION ALL
      SELECT family_id, id::uuid, savings, 21 FROM f
  )
  UPDATE account SET balance_sats = balance_sats + 21 FROM f
  WHERE account.family_id = f.family_id AND account.account_id = f.savings`;

const TPCB_TABLES = `
  CREATE TABLE pgbench_branches (bid integer PRIMARY KEY, bbalance integer);
  CREATE TABLE pgbench_tellers (tid integer PRIMARY KEY, bid integer, tbalance integer);
  CREATE TABLE pgbench_accounts (aid integer PRIMARY KEY, bid integer, abalance integer,
    filler char(84));
  CREATE TABLE pgbench_history (tid integer, bid integer, aid integer, delta integer,
    mtime timestamp);
  INSERT INTO pgbench_branches SELECT n, 0 FROM generate_series(1, ${SCALE}) AS n;
  INSERT INTO pgbench_tellers SELECT n, n / 10, 0 FROM generate_series(1, ${SCALE * 10}) AS n;
  INSERT INTO pgbench_accounts SELECT n, n / 100000, 0, ''
    FROM generate_series(1, ${ACCOUNTS}) AS n;`;

/** The seven statements of pgbench's built-in tpcb-like script. */
async function tpcb(sql: postgres.Sql): Promise<void> {
  const [aid, bid, tid] = [random(ACCOUNTS), random(SCALE), random(SCALE * 10)];
  const delta = random(10_000) - 5_000;
  const tx = await sql.reserve();
  try {
    await tx`BEGIN`;
    await tx`UPDATE pgbench_accounts SET abalance = abalance + ${delta} WHERE aid = ${aid}`;
    await tx`SELECT abalance FROM pgbench_accounts WHERE aid = ${aid}`;
    await tx`UPDATE pgbench_tellers SET tbalance = tbalance + ${delta} WHERE tid = ${tid}`;
    await tx`UPDATE pgbench_branches SET bbalance = bbalance + ${delta} WHERE bid = ${bid}`;
    await tx`INSERT INTO pgbench_history VALUES (${tid}, ${bid}, ${aid}, ${delta}, CURRENT_TIMESTAMP)`;
    await tx`END`;
  } finally {
    tx.release();
  }
}

const random = (most: number) => 1 + Math.floor(Math.random() * most);

/** Works in so many workers for so many seconds. */
export async function loop(
  workers: number,
  seconds: number,
  work: (worker: number) => Promise<void>,
): Promise<Rate> {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end) {
        await work(worker);
        done += 1;
      }
    }),
  );
  return { done, perSecond: (done * 1000) / (performance.now() - begun) };
}
