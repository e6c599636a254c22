/**
 * The PostgreSQL of a test run, in a separate process. It lives as long as its standard input is
 * open, so however the run ends (done, Ctrl-C, kill -9), the server ends too, and the run's folder
 * is removed with everything in it.
 * node tests/support/run-server.ts <folder of the run>
 * With TEST_DATABASE_URL it uses that server and, at the end, drops the databases of the run. It
 * prints one line of JSON when the server is ready: its Address.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { addressOf } from '../../src/server/db/app-role.ts';
import { asAccount, chooseAccount } from '../../src/server/db/embedded-account.ts';
import { findBinaries, packageFolder } from '../../src/server/db/embedded-binaries.ts';
import {
  ensureCluster,
  openFolders,
  openSocketFolder,
  PORT,
  SUPERUSER,
} from '../../src/server/db/embedded-cluster.ts';
import { readPostmasterFile, waitUntil } from '../../src/server/db/embedded-postmaster.ts';
import { listArguments } from '../../src/server/db/embedded-settings.ts';
import type { Address } from '../../src/server/db/sql.ts';
import { adminOf } from './address.ts';
import { databasesOf } from './run-names.ts';

type Server = { address: Address; stop: () => Promise<unknown> };

/**
 * Nothing in a test run has to survive a power cut, so nothing waits for the disk; and nothing
 * tidies up the hundreds of databases that it leaves behind.
 */
const FOR_TESTS = {
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  // Tables of some rows: starting workers costs far more than they read.
  max_parallel_workers_per_gather: '0',
};
const START_MS = 120_000;
/** How long programs started by tests may take to end. */
const LAST_MS = 20_000;

const folder = process.argv[2] ?? '';
const run = process.ppid;
const url = process.env.TEST_DATABASE_URL;
const server = url ? serverAt(url) : await startServer();
process.stdout.write(`${JSON.stringify(server.address)}\n`);
process.stdin.resume();
await once(process.stdin, 'close');
await server.stop();
await stopPrograms();
await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

function serverAt(where: string): Server {
  const address = addressOf(where, { databaseAppUrl: undefined, secretKey: Buffer.alloc(32) });
  return { address, stop: () => dropDatabases(address) };
}

async function dropDatabases(address: Address): Promise<void> {
  const admin = postgres(adminOf(address));
  const all = await admin<{ datname: string }[]>`
    SELECT datname FROM pg_database WHERE datname ~ ${databasesOf(run)}`;
  for (const { datname } of all) await admin.unsafe(`DROP DATABASE ${datname} WITH (FORCE)`);
  await admin.end();
}

async function startServer(): Promise<Server> {
  const folders = await openFolders(join(folder, 'server'));
  const binaries = await findBinaries(packageFolder(), folders.librariesDir);
  const account = await chooseAccount({ ...folders, binaries });
  await ensureCluster(folders, account, binaries);
  const socketDir = await openSocketFolder(folders.dataDir, account);
  const settings = Object.entries(FOR_TESTS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const place = { ...folders, binaries, socketDir };
  const argv = [binaries.postgres, ...listArguments(place), ...settings];
  const { file, args, options } = asAccount(account, binaries, argv);
  const log = openSync(folders.logFile, 'a');
  const child = spawn(file, args, { ...options, stdio: ['ignore', log, log] });
  const exit = once(child, 'exit');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const isReady = async () => (await readPostmasterFile(folders.clusterDir))?.status === 'ready';
  await waitUntil(async () => isOver() || (await isReady()), START_MS);
  if (isOver() || !(await isReady()))
    throw new Error(`PostgreSQL did not start: ${readFileSync(folders.logFile, 'utf8')}`);
  return {
    address: { socketDir, port: PORT, user: SUPERUSER, database: 'postgres' },
    stop: () => {
      child.kill('SIGQUIT');
      return exit;
    },
  };
}

/** Programs started by tests end on their own (program.ts); the rest are ended now. */
async function stopPrograms(): Promise<void> {
  const left = () => globSync(join(folder, '**/postgres/postmaster.pid'));
  if (await waitUntil(() => left().length === 0, LAST_MS)) return;
  for (const file of left())
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT');
}
