/**
 * Data can be split by family: each statement is about one family, about families it names, or on
 * the list of those about all (docs/scale.md). Judged by PostgreSQL's own plans, over every call by
 * everybody who may make it, what three people read in a full book, every task, every watch, and
 * the check of the chain.
 */
import { beforeAll, expect, test } from 'vitest';
import { billingWatcher } from '#features/money/billing/watch.ts';
import { watchLightning } from '#features/money/lightning/watch.ts';
import { newScanner } from '#features/money/wallet/scan/scanner.ts';
import { readBillingWallet } from '#server/billing-settings.ts';
import { connect, type Database } from '#server/db/database.ts';
import { familyTables } from '#server/db/family-tables.ts';
import { migrate } from '#server/db/migrate.ts';
import { notByFamily } from '#server/db/schema-exceptions.ts';
import type { Address } from '#server/db/sql.ts';
import { startJobs } from '#server/jobs.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { checkOf } from '#server/task-runs.ts';
import { tasks } from '../../src/app/tasks.ts';
import { scanContext } from '../../src/app/workers.ts';
import { ABOUT_ALL } from '../support/about-all.ts';
import { JOBS_KEY, PUBLIC_URL, SEAL_KEY, startApp, type TestApp } from '../support/app.ts';
import { makeBusyFamilies } from '../support/busy-families.ts';
import { callersOf, calls, makeEveryCall } from '../support/every-call.ts';
import { explainAll, explainedIn, oneLine } from '../support/explained.ts';
import { DAY } from '../support/paydays.ts';
import { OPERATOR } from '../support/play-people.ts';
import { startRelay } from '../support/statements.ts';
import { type Leading, untied } from '../support/ties.ts';
import { databaseOf090, NOBODYS_WALLET, recordedAnswers } from '../support/upgrades.ts';
import { ADMIN, makeActors } from '../support/world.ts';

/** A readable wallet, a child's own screens, and a wallet in the vault. */
const READERS = ['parent', 'Leo', 'vera'] as const;

/** Statements without a plan, which read no rows. */
const WITHOUT_PLAN = /^(BEGIN|COMMIT|ROLLBACK|SET|LISTEN|CREATE|ALTER|GRANT|FETCH|CLOSE)\b/;

/** By statement: the tables that it reads without naming a family, or a row by its key. */
const read = new Map<string, Set<string>>();
const sent = new Set<string>();
let answered: ReadonlySet<string>;

beforeAll(async () => {
  await walkCalls();
  await walkBook();
});

test('each statement is about one family, about families it names, or on the list', () => {
  const about = (text: string) =>
    ABOUT_ALL.flatMap(({ statements }) => statements).filter((one) => text.startsWith(one));
  const all = [...read].filter(([, tables]) => tables.size > 0);
  const unlisted = all.filter(([text]) => about(text).length !== 1);
  expect(unlisted.map(([text, tables]) => `${[...tables].join(', ')}: ${text}`)).toEqual([]);
  const found = new Set(all.flatMap(([text]) => about(text)));
  const listed = ABOUT_ALL.flatMap(({ statements }) => statements);
  expect(listed.filter((one) => !found.has(one))).toEqual([]);
});

test('the plan of each statement that was sent was read, and every call was made', () => {
  const unseen = [...sent].filter((text) => !read.has(text) && !WITHOUT_PLAN.test(text));
  expect(unseen).toEqual([]);
  const allowed = calls.filter(([name, e]) => callersOf(name, e).length > 0);
  expect(allowed.map(([name]) => name).filter((name) => !answered.has(name))).toEqual([]);
  expect(read.size).toBeGreaterThan(500);
});

/** Every call by everybody who may make it, then a hundred days of tasks. */
async function walkCalls(): Promise<void> {
  const world = await makeActors();
  await readAlong(world.address, { admins: [ADMIN] }, async (app) => {
    answered = await makeEveryCall(world, app);
    await makeBusyFamilies(app);
    for (const days of [0, 4, 10, 30, 60]) {
      app.clock.advance(days * DAY);
      await runTasks(app);
    }
  });
  await world.close();
}

/** Three people's reads in the book of 0.9.0, then its tasks and watches as time passes. */
async function walkBook(): Promise<void> {
  const address = await databaseOf090();
  const db = connect(address, 1);
  await migrate(db.owner);
  await db.close();
  const { at, people } = recordedAnswers();
  const options = {
    ...{ at, admins: [OPERATOR], publicUrl: 'https://book.satling.org' },
    chain: { network: 'regtest', server: undefined, hosts: [] } as const,
    billing: { ...readBillingWallet(NOBODYS_WALLET), monthlySats: 210n, yearlySats: 2_000n },
  };
  await readAlong(address, options, async (app) => {
    for (const { cookies, answers } of READERS.map((name) => people[name] as (typeof people)[''])) {
      const visitor = app.visitor('10.9.8.7');
      for (const [key, value] of Object.entries(cookies)) visitor.cookies.set(key, value);
      for (const path of Object.keys(answers)) await visitor.get(path);
    }
    const { services, clock, db } = app;
    for (const days of [0, 3, 30]) {
      clock.advance(days * DAY);
      await watchLightning(services).catch(() => undefined); // no wallet answers
      await billingWatcher(services, () => undefined)();
      await newScanner(scanContext(services, services.jobs), () => undefined)();
      await runTasks(app);
    }
    await verifyLedger(db.owner, SEAL_KEY, clock.now);
  });
}

async function runTasks({ db, services, clock }: TestApp): Promise<void> {
  const all = tasks(db, SEAL_KEY, PUBLIC_URL, () => clock.now, services);
  for (const { name, run } of all) await run(services.jobs, checkOf(name, 1n));
}

/** Runs a program on this database, and records the statements it sends and their plans. */
async function readAlong(
  address: Address,
  options: Parameters<typeof startApp>[0],
  work: (app: TestApp) => Promise<void>,
): Promise<void> {
  const db = connect(address, 1);
  await explainAll(db);
  await neverHash(db);
  const leading = await leadingColumns(db);
  const notice = (text: string) => {
    const explained = explainedIn(text);
    if (!explained) return;
    const key = oneLine(explained['Query Text']);
    const tables = read.get(key) ?? new Set();
    for (const one of untied(explained.Plan, leading)) tables.add(one);
    read.set(key, tables);
  };
  const relay = await startRelay(address, { notice });
  const connections = await relay.during(async () => {
    const app = await startApp({ ...options, address: relay.address });
    await startTasks(app, db);
    await work(app);
    await app.close();
  });
  for (const { statements } of connections) for (const text of statements) sent.add(oneLine(text));
  await relay.close();
  await db.close();
}

/**
 * For a small table PostgreSQL may prefer hashing all of it, which it would not for a large one.
 */
async function neverHash({ owner }: Database): Promise<void> {
  const [database] = await owner<{ name: string }[]>`SELECT current_database() AS name`;
  for (const setting of ["work_mem = '64kB'", 'hash_mem_multiplier = 1'])
    await owner.unsafe(`ALTER DATABASE "${database?.name}" SET ${setting}`);
}

/** As the program starts them; each of their runs here is the first. */
async function startTasks(
  { address, db, services, clock }: TestApp,
  owner: Database,
): Promise<void> {
  const all = tasks(db, SEAL_KEY, PUBLIC_URL, () => clock.now, services);
  const mailer = { send: () => Promise.resolve(), close: () => undefined };
  const onError = (error: Error) => {
    throw error;
  };
  const jobs = await startJobs({
    address,
    owner: db.owner,
    key: JOBS_KEY,
    mailer,
    tasks: all,
    onError,
  });
  await jobs.stop();
  await owner.owner`UPDATE task_run SET run_no = 1`;
}

/** The columns that tie a row: its family, or in a directory each of its keys. */
async function leadingColumns({ owner }: Database): Promise<Leading> {
  const byFamily = (await familyTables(owner)).filter((name) => !(name in notByFamily));
  const keys = await owner<{ name: string; columns: string[] }[]>`
    SELECT c.relname AS name, array_agg(DISTINCT a.attname::text) AS columns
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
    GROUP BY 1`;
  return new Map([
    ...byFamily.map((name) => [name, new Set(['family_id'])] as const),
    ...keys
      .filter(({ name }) => notByFamily[name]?.startsWith('directory'))
      .map(({ name, columns }) => [name, new Set(columns)] as const),
  ]);
}
