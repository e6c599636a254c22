/**
 * A noisy neighbour: one family does its worst in thirty ways, for some seconds each, while other
 * families read their dashboards and a probe calls /health. Their p95 is compared with that of the
 * same calls without the neighbour, made before every fifth abuse of the same run. Everything,
 * including the neighbour, runs on the same processors.
 */
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { transfer } from '#core/ledger.ts';
import { connect, type Database } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { type Abuse, thirtyAbuses } from './support/abuses.ts';
import { cookieOf, startApp } from './support/app.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { type SeededFamily, seedFamilies } from './support/families.ts';
import { getRequest, startLoader } from './support/load.ts';
import { log, median, report } from './support/measure.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** Some of the abuses, by their names. */
const ONLY = new RegExp(process.env.BENCH_ABUSES ?? '');
const OTHERS = 10;
const ENTRIES = 5_000;
/** The pause between two calls of a probe: fifty a second would be noise themselves. */
const PAUSE_MS = 20;
const IDLE_EVERY = 5;
const WARM_UP_MS = 500;

type Probe = { dashboard: number; health: number; refused: number };
type Row = Probe & { name: string; answers: string };

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const families = await seedFamilies(db.owner, { count: OTHERS + 2, children: () => 2 });
  const [parent, tablet, ...others] = families as [SeededFamily, SeededFamily, ...SeededFamily[]];
  await fill(db, parent);
  await handOver(db, tablet);
  await db.owner.unsafe('VACUUM ANALYZE');
  const app = await startApp(db, 'error');
  const loaders = [startLoader(), startLoader()] as const;
  const probe = () => ask(loaders, app.port, others);
  const idle: Probe[] = [];
  const rows: Row[] = [];
  try {
    await probe(); // warms up
    const abuses = thirtyAbuses(parent, tablet).filter(({ name }) => ONLY.test(name));
    for (const [i, abuse] of abuses.entries()) {
      if (i % IDLE_EVERY === 0) idle.push(await probe());
      rows.push(await under(abuse, app.port, probe));
    }
    show(rows, idle);
  } finally {
    for (const loader of loaders) loader.stop();
    await app.close();
    await db.close();
  }
}

/** How long other families and an operator wait, p95 in ms. */
async function ask(
  [one, other]: readonly [ReturnType<typeof startLoader>, ReturnType<typeof startLoader>],
  port: number,
  families: readonly SeededFamily[],
): Promise<Probe> {
  const load = { port, connections: 1, seconds: SECONDS, pauseMs: PAUSE_MS };
  const dashboards = families.map(({ session }) => getRequest('/api/dashboard', cookieOf(session)));
  const [dashboard, health] = await Promise.all([
    one.run({ ...load, requests: dashboards }),
    other.run({ ...load, requests: [getRequest('/health')] }),
  ]);
  const refused = [dashboard, health].map(({ done, statuses }) => done - (statuses['200'] ?? 0));
  return {
    dashboard: dashboard.p95,
    health: health.p95,
    refused: refused.reduce((sum, one) => sum + one),
  };
}

async function under(abuse: Abuse, port: number, probe: () => Promise<Probe>): Promise<Row> {
  const file = fileURLToPath(new URL('./support/abuse-worker.ts', import.meta.url));
  const neighbour = fork(file, { stdio: 'inherit' });
  let statuses: Record<string, number> = {};
  neighbour.on('message', (counted: Record<string, number>) => {
    statuses = counted;
  });
  neighbour.send({ port, abuse });
  await sleep(WARM_UP_MS);
  const found = await probe();
  neighbour.kill('SIGKILL');
  await sleep(WARM_UP_MS);
  const answers = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`);
  return { name: abuse.name, ...found, answers: answers.join(', ') || 'none' };
}

function show(rows: readonly Row[], idles: readonly Probe[]): void {
  const idle = {
    dashboard: median(idles.map(({ dashboard }) => dashboard)),
    health: median(idles.map(({ health }) => health)),
  };
  const times = (row: Probe, key: keyof typeof idle) => row[key] / idle[key];
  log(`idle, p95: dashboard ${idle.dashboard.toFixed(1)} ms, /health ${idle.health.toFixed(1)} ms`);
  log('| under | dashboard | × idle | `/health` | × idle | refused | answers to the neighbour |');
  log('|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const figures = (['dashboard', 'health'] as const).flatMap((key) => [
      `${row[key].toFixed(0)} ms`,
      times(row, key).toFixed(1),
    ]);
    log(`| ${[row.name, ...figures, row.refused, row.answers].join(' | ')} |`);
  }
  for (const key of ['dashboard', 'health'] as const) {
    const all = rows.map((row) => times(row, key));
    const name = `noisy-neighbour: ${key}, p95 / idle`;
    report(`${name}, the median abuse`, median(all), '≤ 2');
    report(`${name}, the worst abuse`, Math.max(...all), '≤ 3');
  }
}

/** A long history, so that reading all of it costs something. */
async function fill(db: Database, family: SeededFamily): Promise<void> {
  const { familyId, userId, outside, children } = family;
  const [child] = children;
  if (!child) throw new Error('A family has children here');
  const entries = Array.from({ length: ENTRIES }, (_, i) => {
    const occurredAt = new Date(Date.UTC(2026, 0, 1) + i * 600_000);
    return {
      ...{ entryId: newId(occurredAt.getTime()), familyId, type: 'bonus', occurredAt },
      ...{ childId: child.childId, amountSats: 1_000n, madeBy: userId },
      postings: transfer(outside, child.savings, 1_000n),
    };
  });
  await db.changeFamily(familyId, (tx) => post(tx, entries, new Date()));
}

async function handOver(db: Database, { userId, children }: SeededFamily): Promise<void> {
  await db.owner`
    UPDATE session SET handed_to = ${children[0]?.childId ?? null} WHERE user_id = ${userId}`;
}
