/**
 * The embedded database: starts the PostgreSQL that npm installed as a child of this program, over
 * a Unix socket that only this program can reach. Acknowledged rows survive kill -9.
 *
 * The order matters: our own lock on the data folder comes first, so only one program at a time
 * does the rest (removing what a dead server left, adopting a live one).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { type Account, asAccount, chooseAccount } from './embedded-account.ts';
import { type Binaries, findBinaries, packageFolder } from './embedded-binaries.ts';
import {
  emptySocketFolder,
  ensureCluster,
  type Folders,
  openFolders,
  openSocketFolder,
  PORT,
  SUPERUSER,
  trimLog,
} from './embedded-cluster.ts';
import {
  findPostmaster,
  isPostmasterOf,
  readPostmasterFile,
  removeStaleFile,
  stopPostmaster,
  waitUntil,
} from './embedded-postmaster.ts';
import { hasSameArguments, listArguments } from './embedded-settings.ts';
import { type Running, supervise } from './embedded-supervisor.ts';
import { lockFolder } from './folder-lock.ts';

export type EmbeddedServer = {
  /** Private folder with the socket; see startEmbedded for how to connect. */
  socketDir: string;
  port: number;
  /** The superuser. */
  user: string;
  database: string;
  /** Fast shutdown: ends all connections, waits for PostgreSQL to exit, frees the data folder. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: (line: string) => void;
  /** Called with a one-line reason when the server keeps dying and we give up. */
  giveUp?: (why: string) => void;
  /** Once aborted, the start fails soon and leaves nothing running. */
  stopping?: AbortSignal;
};
type Place = Folders & { account: Account; binaries: Binaries; socketDir: string };

const DATABASE = 'satling';
/** Recovery after a crash replays at most max_wal_size, which takes seconds. */
const START_MS = 300_000;
/** An orphan whose postmaster.pid was deleted notices within a minute. */
const LEFTOVER_MS = 90_000;
const LOG_MAX_BYTES = 1_000_000;
/** How long an adopted server may take to become ready. */
const ADOPT_MS = 20_000;
/** A start that takes longer than this logs the reason. */
const PATIENCE_MS = 2_000;

/**
 * Starts the PostgreSQL of this data folder, or adopts one that outlived a killed program; the
 * database exists when this returns.
 *
 * Connect with `postgres({ host: socketDir, port, user, database })`: postgres.js reads a host with
 * a slash as the folder of `.s.PGSQL.<port>` (its src/index.js, `path`). There is no password.
 *
 * Throws an Error with a one-line message: code DATA_DIR_IN_USE if another program has the folder,
 * code NO_EMBEDDED_POSTGRES if there are no binaries, otherwise with the last lines of PostgreSQL's
 * log.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedServer> {
  const { dataDir, log, stopping } = options;
  const packageDir = packageFolder();
  const folders = await openFolders(dataDir);
  const lock = lockFolder(folders.dataDir);
  try {
    const place = await prepare(folders, packageDir, stopping);
    const running = await bringUp(place, log, stopping).catch(async (error) => {
      await rm(place.socketDir, { recursive: true, force: true });
      throw error;
    });
    await createDatabase(place, running);
    return serve(place, running, lock.release, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function prepare(
  folders: Folders,
  packageDir: string,
  stopping?: AbortSignal,
): Promise<Place> {
  const binaries = await findBinaries(packageDir, folders.librariesDir);
  const account = await chooseAccount({ ...folders, binaries });
  await ensureCluster(folders, account, binaries, stopping);
  stopping?.throwIfAborted();
  const socketDir = await openSocketFolder(folders.dataDir, account);
  return { ...folders, account, binaries, socketDir };
}

async function bringUp(
  place: Place,
  log: Options['log'],
  stopping?: AbortSignal,
): Promise<Running> {
  const end = Date.now() + LEFTOVER_MS;
  for (let attempt = 1; ; attempt += 1) {
    const adopted = await adoptOrStop(place, log);
    if (adopted !== null) return adopted;
    await removeStaleFile(place.clusterDir);
    await emptySocketFolder(place.socketDir);
    stopping?.throwIfAborted();
    const started = await launch(place, log, stopping);
    if ('running' in started) return started.running;
    // Processes of a killed server may still be exiting, or an orphan has just been started.
    const isLeftover = /pre-existing shared memory|lock file "[^"]*" already exists/;
    if (!isLeftover.test(started.failure) || stopping?.aborted || Date.now() > end) {
      throw new Error(`PostgreSQL did not start: ${started.failure}`);
    }
    if (attempt === 1) log('Waiting for what is left of an earlier PostgreSQL to end');
    await sleep(Math.min(100 * attempt, 1_000));
  }
}

/** The folder's live server if its arguments match ours; any other is stopped. */
async function adoptOrStop(place: Place, log: Options['log']): Promise<Running | null> {
  const { clusterDir } = place;
  const found = await findPostmaster(clusterDir);
  if (found === null) return null;
  const { pid } = found;
  const isGone = async () => !(await isPostmasterOf(pid, clusterDir));
  const same = await hasSameArguments(place);
  if (same && found.status !== 'stopping' && (await answers(place))) {
    log(`PostgreSQL (process ${pid}) outlived an earlier program and is used again`);
    return { pid, isGone, describeEnd: () => `process ${pid} is gone` };
  }
  log(`Stopping the PostgreSQL (process ${pid}) that an earlier program left behind`);
  await stopPostmaster(pid, isGone);
  return null;
}

async function answers(place: Place): Promise<boolean> {
  const { clusterDir } = place;
  const isDecided = async () => {
    const status = (await readPostmasterFile(clusterDir))?.status ?? 'stopping';
    return status === 'ready' || status === 'stopping';
  };
  if (!(await waitUntil(isDecided, ADOPT_MS))) return false;
  const sql = connect(place, 'postgres');
  try {
    const [row] = await sql<{ folder: string }[]>`
      SELECT current_setting('data_directory') AS folder`;
    return row?.folder === clusterDir;
  } catch {
    // Any error has the same result: the caller stops it and starts a new one.
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

type Started = { running: Running } | { failure: string };

async function launch(place: Place, log: Options['log'], stopping?: AbortSignal): Promise<Started> {
  const logStart = await trimLog(place.logFile, LOG_MAX_BYTES);
  const { child, problem } = spawnServer(place);
  const isOver = () => problem() !== null || child.exitCode !== null || child.signalCode !== null;
  const isReady = async () => {
    const said = await readPostmasterFile(place.clusterDir);
    return said !== null && said.pid === child.pid && said.status === 'ready';
  };
  const isDecided = async () => stopping?.aborted || isOver() || (await isReady());
  const patience = setTimeout(async () => {
    const last = (await readTail(place.logFile, logStart)).split(' | ').at(-1);
    log(`Waiting for PostgreSQL to start; it last said: ${last || 'nothing yet'}`);
  }, PATIENCE_MS);
  const done = (await waitUntil(isDecided, START_MS)) && !stopping?.aborted;
  clearTimeout(patience);
  const { pid } = child;
  if (done && !isOver() && pid !== undefined) {
    const describeEnd = () => `${child.signalCode ?? `code ${child.exitCode}`}`;
    return { running: { pid, isGone: async () => isOver(), describeEnd } };
  }
  if (!done && pid !== undefined) await stopPostmaster(pid, async () => isOver());
  const lines = await readTail(place.logFile, logStart);
  return { failure: problem() ?? (lines || `it ended without a word (${child.exitCode})`) };
}

function spawnServer(place: Place): { child: ChildProcess; problem: () => string | null } {
  const argv = [place.binaries.postgres, ...listArguments(place)];
  const run = asAccount(place.account, place.binaries, argv);
  const output = openSync(place.logFile, 'a', 0o600);
  const { account } = place;
  let problem: string | null = null;
  try {
    // This user must be able to continue after a start as root.
    if (account.change) fchownSync(output, account.uid, account.gid);
    // Detached: Ctrl-C in a terminal must reach only the program, which then stops PostgreSQL. A
    // file instead of a pipe: the server may outlive us and must be able to keep writing.
    const stdio = ['ignore' as const, output, output];
    const child = spawn(run.file, run.args, { ...run.options, detached: true, stdio });
    child.once('error', (error) => {
      problem = error.message;
    });
    child.unref();
    return { child, problem: () => problem };
  } finally {
    closeSync(output);
  }
}

async function createDatabase(place: Place, running: Running): Promise<void> {
  const sql = connect(place, 'postgres');
  try {
    const found = await sql`SELECT FROM pg_database WHERE datname = ${DATABASE}`;
    if (found.length === 0) await sql`CREATE DATABASE ${sql(DATABASE)}`;
  } catch (error) {
    await stopPostmaster(running.pid, running.isGone);
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connect({ socketDir }: Place, database: string): postgres.Sql {
  const who = { host: socketDir, port: PORT, user: SUPERUSER, database };
  return postgres({ ...who, max: 1, connect_timeout: 20, fetch_types: false, onnotice: () => {} });
}

function serve(
  place: Place,
  first: Running,
  release: () => void,
  { log, giveUp }: Options,
): EmbeddedServer {
  const server = supervise(first, {
    restart: (stopping) => bringUp(place, log, stopping),
    log,
    giveUp: (why) => (giveUp ?? log)(`${why}; see ${place.logFile}`),
  });
  const stopNow = async () => {
    await server.stop();
    await rm(place.socketDir, { recursive: true, force: true });
    release();
  };
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= stopNow();
    return stopping;
  };
  return { socketDir: place.socketDir, port: PORT, user: SUPERUSER, database: DATABASE, stop };
}

/** The last lines written after byte `from`, joined into one. */
async function readTail(file: string, from: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(64_000),
      position: from,
    });
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n');
    return lines.slice(-5).join(' | ');
  } finally {
    await handle.close();
  }
}
