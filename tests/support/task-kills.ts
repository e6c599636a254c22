/**
 * Kills programs in the middle of their tasks, freezes them until they are believed dead, or kills
 * only their database, and measures how long it takes until every task has run again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Address } from '../../src/server/db/sql.ts';
import { verifyLedger } from '../../src/server/ledger/verify.ts';
import { postmasterPid } from './embedded-program.ts';
import { END_WITH_RUN } from './program.ts';
import { randomFrom } from './restarts.ts';

/** Kinds of death. A frozen program continues later, unaware. */
export type Death = 'kill' | 'terminate' | 'freeze' | 'database';

export type TaskKills = {
  deaths: number;
  /** The longest time from a death until every task had completed again. */
  slowestSeconds: number;
  tasks: number;
  /** Writes by a run after a newer one had written. */
  lateWrites: number;
  writes: number;
  /** Families with a faulty book in the end, according to `npm run verify-ledger`. */
  faults: number;
};

const PROGRAM = join(import.meta.dirname, 'task-program.ts');
/** The same as in task-program.ts. */
const KEY_OF_TASKS = new Uint8Array(32).fill(7);
const DRIVER = join(import.meta.dirname, 'embedded-driver.ts');

export async function killInTasks(
  deaths: readonly Death[],
  instances: number,
  seed = Date.now() % 2 ** 31,
): Promise<TaskKills> {
  const random = randomFrom(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-tasks-'));
  const server = spawn(process.execPath, ['--import', END_WITH_RUN, DRIVER, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const programs: ChildProcess[] = [];
  try {
    const address = await addressOf(server);
    const db = connect(address);
    await migrate(db.owner);
    await db.owner`
      CREATE TABLE wrote (no bigint GENERATED ALWAYS AS IDENTITY, task text, run_no bigint)`;
    for (let i = 0; i < instances; i++) programs.push(await start(address));
    let slowest = 0;
    for (const death of deaths) {
      await askAll(db);
      // By then most of the slow runs are under way.
      await sleep(1_000 + random() * 3_000);
      const { now } = await clockOf(db);
      const at = Math.floor(random() * instances);
      const later = await die(death, programs, at, { dataDir, address, random });
      await untilAsked(db);
      slowest = Math.max(slowest, await untilAllRan(db, now));
      await later();
    }
    const found = await outcome(db);
    const { problems } = await verifyLedger(db.owner, KEY_OF_TASKS, new Date());
    await db.close();
    return { deaths: deaths.length, slowestSeconds: slowest, ...found, faults: problems.length };
  } finally {
    for (const one of programs) one.kill('SIGKILL');
    server.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addressOf(server: ChildProcess): Promise<Address> {
  for await (const line of createInterface({
    input: server.stdout as NonNullable<unknown> as never,
  })) {
    const { ready } = JSON.parse(line) as { ready?: Address };
    if (ready) return ready;
  }
  throw new Error('The database did not start');
}

async function start(address: Address): Promise<ChildProcess> {
  const args = ['--import', END_WITH_RUN, PROGRAM, JSON.stringify(address)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  lines.on('line', () => undefined);
  return child;
}

type World = { dataDir: string; address: Address; random: () => number };

/** @returns the action once every task has run again */
async function die(
  death: Death,
  programs: ChildProcess[],
  at: number,
  { dataDir, address, random }: World,
): Promise<() => Promise<void>> {
  const program = programs[at] as ChildProcess;
  if (death === 'database') {
    process.kill(postmasterPid(dataDir), random() < 0.5 ? 'SIGKILL' : 'SIGINT');
    // A server ending four times within a minute is abandoned.
    const rest = sleep(21_000);
    return () => rest;
  }
  if (death === 'freeze') {
    program.kill('SIGSTOP');
    // A single instance is replaced by a new one.
    programs[at] = await start(address);
    return async () => {
      program.kill('SIGCONT');
      await sleep(4_000);
      program.kill('SIGKILL');
    };
  }
  program.kill(death === 'kill' ? 'SIGKILL' : 'SIGTERM');
  await once(program, 'exit');
  await sleep(random() * 1_000);
  programs[at] = await start(address);
  return async () => undefined;
}

/** A job in every task's queue, as the clock would add it. */
const askAll = ({ owner }: Database) => owner`
  INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, keep_until, deletion_seconds, policy, heartbeat_seconds)
  SELECT q.name, '{}', q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
    q.expire_seconds, now() + interval '1 day', q.deletion_seconds, q.policy, q.heartbeat_seconds
  FROM pgboss.queue q JOIN task_run t ON t.name = q.name`;

/** The database may be down. */
async function untilAsked(db: Database): Promise<void> {
  for (;;)
    try {
      await askAll(db);
      return;
    } catch {
      await sleep(100);
    }
}

async function clockOf({ owner }: Database): Promise<{ now: Date }> {
  const [row] = await owner<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return row as { now: Date };
}

async function untilAllRan(db: Database, since: Date): Promise<number> {
  for (;;) {
    const rows = await db.owner<{ name: string }[]>`
      SELECT name FROM task_run WHERE done_at <= ${since}`.catch(() => [{ name: 'the database' }]);
    const { now } = await clockOf(db).catch(() => ({ now: new Date() }));
    const seconds = (now.getTime() - since.getTime()) / 1_000;
    if (rows.length === 0) return Math.round(seconds * 10) / 10;
    if (seconds > 600)
      throw new Error(`Not run again in 10 minutes: ${rows.map(({ name }) => name).join(', ')}`);
    await sleep(200);
  }
}

async function outcome({ owner }: Database) {
  const [row] = await owner<{ tasks: number; writes: number; lateWrites: number }[]>`
    SELECT (SELECT count(*)::integer FROM task_run) AS tasks, count(*)::integer AS writes,
      (count(*) FILTER (WHERE run_no < highest))::integer AS late_writes
    FROM (SELECT run_no, max(run_no) OVER (PARTITION BY task ORDER BY no) AS highest FROM wrote) w`;
  return row as { tasks: number; writes: number; lateWrites: number };
}
