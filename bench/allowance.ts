/**
 * The allowance run: settleAutomatic for 100,000 due children of 40,000 families, against one bare
 * SQL statement that writes the same rows into the same tables (same indexes and constraints),
 * alternating on fresh copies of one database. Then the same run again on the same day, which must
 * pay nothing. Other families read their Home in the meantime; the floor is their reading before.
 */
import { settleAutomatic } from '#features/pocket/allowances/settling.ts';
import type { Database } from '#server/db/database.ts';
import type { Address } from '#server/db/sql.ts';
import { cookieOf, startApp } from './support/app.ts';
import { type BenchServer, startServer, withDatabase } from './support/database.ts';
import { type SeededFamily, seedFamilies } from './support/families.ts';
import { getRequest, startLoader } from './support/load.ts';
import { alternate, type Cpu, cpuSeconds, log, median, report } from './support/measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const FAMILIES = Number(process.env.BENCH_FAMILIES ?? 40_000);
/** A Sunday; the pay day is the Friday of that week. */
const SINCE = '2026-11-15';
const PAYDAY = '2026-11-20';
const NOW = new Date(`${PAYDAY}T12:00:00Z`);
const SATS = 1_000n;
/** Roughly as long as the run takes on a slow machine. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const PAUSE_MS = 20;

type Run = { ms: number; booked: number } & Cpu;

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const template = await on.fresh();
  const families = await seed(template);
  const children = families.reduce((sum, family) => sum + family.children.length, 0);
  log(`${children} children of ${FAMILIES} families are due`);
  const rounds = await alternate(ROUNDS, {
    bare: () => onCopy(on, template, (copy) => bareRun(on, copy)),
    ours: () => onCopy(on, template, (copy) => ourRuns(on, copy)),
  });
  const bare = rounds.bare.map(([run]) => run as Run);
  const first = rounds.ours.map(([run]) => run as Run);
  const second = rounds.ours.map(([, run]) => run as Run);
  for (const { booked } of [...bare, ...first])
    if (booked !== children) throw new Error(`Booked ${booked} of ${children}`);
  for (const { booked } of second) if (booked !== 0) throw new Error(`Booked ${booked} twice`);
  logRuns('bare SQL', bare);
  logRuns('settleAutomatic', first);
  logRuns('settleAutomatic again', second);
  report('allowance: time / bare SQL', ratioOf(first, bare, 'ms'), '≤ 1.5');
  report('allowance: second run / first', ratioOf(second, first, 'ms'), '≤ 0.15');
  const { idle, busy } = await onCopy(on, template, (copy) => othersMeanwhile(copy, families));
  log(`  others’ Home, p95: ${idle.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile`);
  report('allowance: others’ Home meanwhile, p95 / before', busy / idle, '≤ 2');
}

async function seed(template: Address): Promise<SeededFamily[]> {
  return withDatabase(template, async ({ owner }) => {
    const families = await seedFamilies(owner, {
      count: FAMILIES,
      children: (n) => 2 + (n % 2), // 2 and 3 in turn: 2.5 each
      since: SINCE,
      plan: { weekday: 5, amountSats: SATS },
    });
    await owner.unsafe('VACUUM ANALYZE');
    return families;
  });
}

/** The program serves and pays in one process, as it does for an operator. */
function othersMeanwhile(copy: Address, families: readonly SeededFamily[]) {
  return withDatabase(copy, async (db: Database) => {
    const app = await startApp(db, 'error');
    const loader = startLoader();
    const requests = families
      .slice(0, 100)
      .map(({ session }) => getRequest('/api/dashboard', cookieOf(session)));
    const p95 = async (seconds: number) => {
      const load = { port: app.port, connections: 1, pauseMs: PAUSE_MS, seconds, requests };
      return (await loader.run(load)).p95;
    };
    try {
      await p95(1); // warms up
      const idle = await p95(SECONDS);
      const [busy] = await Promise.all([p95(SECONDS), settleAutomatic(db.owner, NOW)]);
      return { idle, busy };
    } finally {
      loader.stop();
      await app.close();
    }
  });
}

async function onCopy<T>(
  on: BenchServer,
  template: Address,
  work: (copy: Address) => Promise<T>,
): Promise<T> {
  const copy = await on.fresh(template);
  await on.run('CHECKPOINT');
  try {
    return await work(copy);
  } finally {
    await on.drop(copy);
  }
}

function ourRuns(on: BenchServer, copy: Address): Promise<Run[]> {
  return withDatabase(copy, async ({ owner }) => [
    await timed(on, () => settleAutomatic(owner, NOW)),
    await timed(on, () => settleAutomatic(owner, NOW)),
  ]);
}

async function bareRun(on: BenchServer, copy: Address): Promise<Run[]> {
  const sql = on.plain(copy);
  try {
    return [
      await timed(on, async () => {
        const [row] = await sql.unsafe(bareStatement());
        return Number(row?.booked);
      }),
    ];
  } finally {
    await sql.end();
  }
}

function bareStatement(): string {
  return `
  WITH due AS MATERIALIZED (
    SELECT c.family_id, c.child_id, c.next_week, c.next_due, gen_random_uuid() AS entry_id,
      p.amount_sats AS sats, s.account_id AS savings, o.account_id AS outside
    FROM child c
    JOIN family f ON f.family_id = c.family_id AND f.pay_automatically
    JOIN allowance_plan p ON p.family_id = c.family_id AND p.child_id = c.child_id
    JOIN account s ON s.family_id = c.family_id AND s.child_id = c.child_id AND s.kind = 'savings'
    JOIN account o ON o.family_id = c.family_id AND o.kind = 'outside'
    WHERE c.next_due <= '${PAYDAY}' AND c.removed_at IS NULL
    ORDER BY c.family_id, c.child_id
  ), week AS (
    INSERT INTO allowance_occurrence (family_id, child_id, week_start, due_date, amount_sats, state,
      entry_id, settled_at)
    SELECT family_id, child_id, next_week, next_due, sats, 'booked', entry_id, now() FROM due
  ), e AS (
    INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at, recorded_at,
      made_by)
    SELECT family_id, entry_id, 'allowance', child_id, sats, now(), now(), family_id FROM due
  ), u AS (
    INSERT INTO unsealed (family_id, entry_id, recorded_at, queue_no)
      SELECT family_id, entry_id, now(), 1
      FROM due
  ), p AS (
    INSERT INTO posting (family_id, entry_id, account_id, amount_sats)
    SELECT family_id, entry_id, savings, sats FROM due
    UNION ALL SELECT family_id, entry_id, outside, - sats FROM due
  ), moved AS (
    UPDATE account SET balance_sats = balance_sats + due.sats FROM due
    WHERE account.family_id = due.family_id AND account.account_id = due.savings
  ), ahead AS (
    UPDATE child SET next_week = child.next_week + 7, next_due = child.next_due + 7 FROM due
    WHERE child.family_id = due.family_id AND child.child_id = due.child_id
  )
  SELECT count(*) AS booked FROM due`;
}

async function timed(on: BenchServer, work: () => Promise<number>): Promise<Run> {
  const [before, begun] = [cpuSeconds(on.postmaster), performance.now()];
  const booked = await work();
  const [ms, after] = [performance.now() - begun, cpuSeconds(on.postmaster)];
  return {
    ms,
    booked,
    own: (after.own - before.own) * 1000,
    database: (after.database - before.database) * 1000,
  };
}

function logRuns(name: string, runs: readonly Run[]): void {
  const of = (key: keyof Run) => median(runs.map((run) => run[key])).toFixed(0);
  log(`  ${name}: ${of('ms')} ms, CPU ms ${of('own')} + database ${of('database')}`);
}

function ratioOf(ours: readonly Run[], anchor: readonly Run[], key: keyof Run): number {
  return median(ours.map((run, i) => run[key] / (anchor[i]?.[key] ?? Number.NaN)));
}
