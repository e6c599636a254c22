/**
 * Runs tests/support/embedded-driver.ts as a real process, and the three disasters that its
 * database must survive. The quick test runs few rounds of them, the long one all.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';

/** The driver's output, one JSON object a line. */
export type DriverEvent = {
  ready?: { socketDir: string; port: number; user: string; database: string };
  ms?: number;
  log?: string;
  row?: string;
  failed?: string;
  code?: string | null;
  stopped?: boolean;
};

export type Program = {
  child: ChildProcess;
  said: DriverEvent[];
  /** Waits for a matching line; throws if the program ends without one. */
  waitFor(fits: (line: DriverEvent) => boolean): Promise<DriverEvent>;
  /** Sends the signal and waits until the program has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

type How = { uid?: number | null; mode?: 'insert'; path?: string; prefix?: string[] };

const DRIVER = join(import.meta.dirname, 'embedded-driver.ts');
const NOBODY = 65534;

export const isRoot = process.getuid?.() === 0;
/** The users to run as: null is the tests' own; root also tries an ordinary user. */
export const users: [string, number | null][] = isRoot
  ? [
      ['root', null],
      ['an ordinary user', NOBODY],
    ]
  : [['an ordinary user', null]];

/** A new folder of this user, removed by the caller's clean-up. */
export function makeFolder(uid: number | null = null): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-test-')));
  if (uid !== null) chownSync(folder, uid, uid);
  return folder;
}

export function startProgram(dataDir: string, how: How = {}): Program {
  const who = typeof how.uid === 'number' ? { uid: how.uid, gid: how.uid } : {};
  const argv = [...(how.prefix ?? []), process.execPath, DRIVER, dataDir, how.mode ?? ''];
  const [file = '', ...args] = argv;
  const env = { ...process.env, PATH: how.path ?? process.env.PATH };
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child = spawn(file, args, { ...who, env, cwd: '/', stdio });
  const said: DriverEvent[] = [];
  let ended = false;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => said.push(JSON.parse(line) as DriverEvent));
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void exit.then(() => {
    ended = true;
  });
  const waitFor = async (fits: (line: DriverEvent) => boolean) => {
    for (;;) {
      const over = ended;
      const line = said.find(fits);
      if (line !== undefined) return line;
      if (over) throw new Error(`The program ended without it; it said ${JSON.stringify(said)}`);
      await sleep(5);
    }
  };
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exit;
  };
  return { child, said, waitFor, kill };
}

export async function startReady(dataDir: string, how: How = {}): Promise<Program> {
  const program = startProgram(dataDir, how);
  await program.waitFor((line) => line.ready !== undefined);
  return program;
}

/** Connects to a ready program's database as the tests' user. */
export function connectTo(program: Program): postgres.Sql {
  const ready = program.said.find((line) => line.ready)?.ready;
  if (ready === undefined) throw new Error('The program is not ready');
  return postgres({ ...ready, host: ready.socketDir, max: 1, onnotice: () => {} });
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The PostgreSQL processes working in this data folder (Linux). */
export function listServers(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres');
  return readdirSync('/proc').flatMap((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === cluster ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Ends what a test left running and removes its folder. */
export async function cleanUp(folder: string): Promise<void> {
  killServers(folder);
  killServers(join(folder, 'data'));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function killServers(dataDir: string): void {
  for (const pid of listServers(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

/**
 * Kills only the program with kill -9, many times: each start must succeed. @returns how many did.
 */
export async function killProgramRounds(dataDir: string, how: How, rounds: number) {
  let up = 0;
  let adopted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const program = await startReady(dataDir, how);
    up += 1;
    if (program.said.some((line) => line.log?.includes('used again'))) adopted += 1;
    await program.kill('SIGKILL');
  }
  const last = await startReady(dataDir, how);
  await last.kill('SIGTERM');
  return { up, adopted };
}

/**
 * A restarted container finds this: all processes dead, postmaster.pid and the socket's lock file
 * still there, and their process id reused by another process.
 */
export async function containerRounds(dataDir: string, how: How, rounds: number) {
  let up = 0;
  const other = spawn('sleep', ['600'], typeof how.uid === 'number' ? { uid: how.uid } : {});
  try {
    for (let round = 0; round < rounds; round += 1) {
      const program = await startReady(dataDir, how);
      up += 1;
      const { socketDir } = program.said.find((line) => line.ready)?.ready ?? {};
      await program.kill('SIGKILL');
      killServers(dataDir);
      // On odd rounds the test's own id, which is the new program's parent.
      const pid = round % 2 === 0 ? other.pid : process.pid;
      const files = [join(dataDir, 'postgres/postmaster.pid'), `${socketDir}/.s.PGSQL.5432.lock`];
      for (const file of files) {
        writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)));
      }
    }
    const last = await startReady(dataDir, how);
    await last.kill('SIGTERM');
  } finally {
    other.kill('SIGKILL');
  }
  return { up };
}

/** Inserts until killed with the server, many times; @returns the acknowledged rows not found. */
export async function durabilityRounds(dataDir: string, how: How, rounds: number) {
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const program = startProgram(dataDir, { ...how, mode: 'insert' });
    // Counted, because a crash skips ids.
    const countRows = () => program.said.filter((line) => line.row !== undefined).length;
    await program.waitFor(() => countRows() > 50);
    await sleep(Math.random() * 100);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await program.kill('SIGKILL');
    for (const line of program.said) if (line.row !== undefined) acknowledged.add(line.row);
  }
  const program = await startReady(dataDir, how);
  const sql = connectTo(program);
  const rows = await sql<{ id: string }[]>`SELECT id::text AS id FROM kept`;
  await sql.end();
  await program.kill('SIGTERM');
  for (const row of rows) acknowledged.delete(row.id);
  return { found: rows.length, lost: [...acknowledged] };
}

/** True if this machine allows creating the process namespace of a container. */
export function canMakeContainer(): boolean {
  try {
    execFileSync('unshare', ['-pf', '--mount-proc', 'true'], { stdio: 'ignore' });
    return isRoot;
  } catch {
    return false;
  }
}
