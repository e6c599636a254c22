/**
 * Reads a database folder's postmaster.pid and checks whether it is still true.
 *
 * The file outlives a killed server, and by then any process may have its process number (after a
 * restart of a container, usually one of our own). PostgreSQL refuses to start if a process of that
 * number is alive; we check whether it is the server of this folder.
 * For the lines of the file, see PostgreSQL's src/include/utils/pidfile.h.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './embedded-binaries.ts';

export type Postmaster = { pid: number; socketDir: string; status: string };

/** Milliseconds between two checks of a starting or stopping server. */
const LOOK_MS = 10;
/** Short enough to keep a whole stop below 15 s, with everything else that closes (app/main.ts). */
const FAST_STOP_MS = 6_000;
const HARD_STOP_MS = 3_000;
/** A server finishes writing its file within this time of creating it. */
const HALF_WRITTEN_MS = 1_000;

/** The contents of the file, true or stale; null if it is missing or empty. */
export async function readPostmasterFile(clusterDir: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/** The live server of this folder, if there is one. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  const said = await readPostmasterFile(clusterDir);
  if (said === null) return null;
  return (await isPostmasterOf(said.pid, clusterDir)) ? said : null;
}

/** Removes the postmaster.pid of a dead server. Call it only while holding the lock. */
export async function removeStaleFile(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid');
  const found = await stat(file).catch(() => null);
  if (found === null) return;
  // Empty: killed while writing it, or a server that a killed program has just started.
  if (found.size === 0 && Date.now() - found.mtimeMs < HALF_WRITTEN_MS)
    await sleep(HALF_WRITTEN_MS);
  if ((await findPostmaster(clusterDir)) === null) await rm(file, { force: true });
}

/**
 * True if this process is a PostgreSQL server running in this folder; a zombie is not. We compare
 * its working folder or, where that is hidden from us (macOS, or root without CAP_SYS_PTRACE), its
 * command line, which names the folder.
 */
export async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  const command = await readCommand(pid);
  if (command === null || !/^postgres\b/.test(basename(command.program))) return false;
  try {
    const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(clusterDir)]);
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch (error) {
    const died = process.platform === 'linux' && hasCode(error, 'ENOENT', 'ESRCH');
    return !died && command.line.includes(clusterDir);
  }
}

/**
 * Stops a server: by a fast shutdown (SIGINT), then by a simulated crash, which loses nothing
 * either.
 */
export async function stopPostmaster(pid: number, isGone: () => Promise<boolean>): Promise<void> {
  send(pid, 'SIGINT');
  if (await waitUntil(isGone, FAST_STOP_MS)) return;
  send(pid, 'SIGQUIT');
  if (await waitUntil(isGone, HARD_STOP_MS)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not stop: end it, then start again`);
}

/** Polls every few milliseconds; false if the condition is not met within `limitMs`. */
export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > end) return false;
    await sleep(LOOK_MS);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

type Command = { program: string; line: string };

async function readCommand(pid: number): Promise<Command | null> {
  if (process.platform !== 'linux') return askPs(pid);
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  // Empty for a zombie.
  return text === '' ? null : { program: text.split('\0')[0] ?? '', line: text };
}

function askPs(pid: number): Promise<Command | null> {
  const args = ['-ww', '-o', 'command=', '-p', String(pid)];
  return new Promise((resolve) => {
    execFile('ps', args, (error, stdout) => {
      const line = stdout.trim();
      const program = line.split(' -D ')[0] ?? '';
      resolve(error !== null || line === '' ? null : { program, line });
    });
  });
}
