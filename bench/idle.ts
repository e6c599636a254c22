/**
 * Idle: the real program with 1,000 watched wallets and no visitors, its chain at one block. CPU
 * time, statements and memory of the program and its database, for two minutes. The floor is the
 * same program with an empty book.
 */
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Program } from '#tests/support/program.ts';
import { startElectrum } from '#tests/support/scripted-electrum.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { cookieOf } from './support/app.ts';
import { type SeededFamily, seedFamilies } from './support/families.ts';
import { databaseSeconds, log, report, secondsOf } from './support/measure.ts';
import { databaseOf, seedFolder } from './support/real-program.ts';

const WALLETS = Number(process.env.BENCH_FAMILIES ?? 1_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120);
/** By then every task that runs each minute has run. */
const SETTLE_MS = Number(process.env.BENCH_SETTLE ?? 90_000);

const electrum = await startElectrum();
const chain = {
  ...{ BITCOIN_NETWORK: 'regtest', CHAIN_SERVER: electrum.url, CHAIN_HOSTS: '127.0.0.1' },
};
try {
  const floor = await idle(0);
  const ours = await idle(WALLETS);
  const { core, statements, mb } = floor;
  log(`  an empty book: ${core.toFixed(2)} %, ${statements.toFixed(0)}/min, ${mb} MB`);
  report(`idle: % of a core, ${WALLETS} wallets`, ours.core, '≤ 1');
  report('idle: statements a minute', ours.statements, '≤ 400');
  report('idle: MB of the program and its database', ours.mb, '≤ 200');
} finally {
  await electrum.close();
}

async function idle(wallets: number) {
  const folder = await seedFolder(async (db) => {
    await db.owner`CREATE EXTENSION pg_stat_statements`;
    await db.owner`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`;
    return seedFamilies(db.owner, { count: wallets, children: () => 2 });
  });
  try {
    const program = await folder.start(chain);
    for (const family of folder.seeded) await watch(program, family);
    await untilScanned(folder.dataDir);
    await program.stop();
    const again = await folder.start(chain);
    await sleep(SETTLE_MS);
    const found = await watched(again, folder.dataDir);
    await again.stop();
    return found;
  } finally {
    folder.remove();
  }
}

/** A wallet, and a child's address that is watched from now on. */
async function watch({ origin }: Program, { session, children }: SeededFamily): Promise<void> {
  const send = async (path: string, body: object): Promise<void> => {
    const reply = await fetch(origin + path, {
      method: 'POST',
      headers: { cookie: cookieOf(session), origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // While a thousand wallets are looked up for the first time, a busy machine is slow to reply.
    if (reply.status === 503) return send(path, body);
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  };
  await send('/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
  await send(`/api/wallet/create/${children[0]?.childId}`, {});
}

/** Each wallet has been looked up once, and the round of this block is over. */
async function untilScanned(dataDir: string): Promise<void> {
  const sql = postgres(databaseOf(dataDir).options);
  for (;;) {
    const [row] = await sql`SELECT (SELECT count(*)::int FROM wallet_scan WHERE look_at IS NOT NULL)
      + (SELECT count(*)::int FROM chain_tip WHERE reached IS NOT NULL) AS left_over`;
    if (row?.left_over === 0) break;
    await sleep(5_000);
  }
  await sql.end();
}

async function watched({ process: { pid } }: Program, dataDir: string) {
  const { postmaster, options } = databaseOf(dataDir);
  const sql = postgres(options);
  const calls = async () => {
    const [row] = await sql`SELECT sum(calls)::float AS calls FROM pg_stat_statements`;
    return Number(row?.calls);
  };
  const processor = () => secondsOf(pid as number) + databaseSeconds(postmaster);
  const before = { calls: await calls(), seconds: processor() };
  await sleep(SECONDS * 1000);
  const core = (100 * (processor() - before.seconds)) / SECONDS;
  const statements = ((await calls()) - before.calls) / (SECONDS / 60);
  await sql.end();
  return { core, statements, mb: memoryOf([pid as number, postmaster]) };
}

/** Memory in MB of these processes and their children, counting shared memory once. */
function memoryOf(pids: readonly number[]): number {
  const children = globSync(`/proc/{${pids.join(',')}}/task/*/children`)
    .flatMap((file) => readFileSync(file, 'utf8').trim().split(' '))
    .filter((one) => one !== '')
    .map(Number);
  const all = [...new Set([...pids, ...children])];
  const kB = all.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  );
  return Math.round(kB.reduce((sum, one) => sum + one, 0) / 1024);
}
