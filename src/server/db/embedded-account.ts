/**
 * Chooses the account that runs the PostgreSQL programs: they refuse to run as root, and initdb
 * refuses a user without a name.
 *
 * An ordinary user runs them directly. Root runs them in a user namespace, where they see root as
 * an ordinary user (the files stay root's). Where the kernel or the container forbids that, root
 * runs them as another user, who then gets the files of the database.
 */
import { execFile } from 'node:child_process';
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Binaries, noEmbedded } from './embedded-binaries.ts';

export type Account = {
  /** The owner of the files, as this program sees it. */
  uid: number;
  gid: number;
  /** Command to put before the program, such as `unshare …`. */
  prefix: string[];
  /** Change to uid and gid before running. */
  change: boolean;
};

export type Run = {
  file: string;
  args: string[];
  options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
};

type Named = { name: string; uid: number; gid: number };
type Place = { binaries: Binaries; dataDir: string; clusterDir: string };

/** The first account that can run the programs and enter the data folder. */
export async function chooseAccount(place: Place): Promise<Account> {
  const reasons: string[] = [];
  for (const account of await listAccounts(place.clusterDir)) {
    const refusal = await tryAccount(account, place);
    if (refusal === null) return account;
    reasons.push(refusal);
  }
  const why = reasons.at(-1) ?? 'this user has no name in /etc/passwd';
  if (process.getuid?.() !== 0) throw new Error(`PostgreSQL cannot run here: ${why}`);
  throw new Error(
    'PostgreSQL does not run as root, and no other user can reach both the program and ' +
      `${place.dataDir}: run as an ordinary user, or set DATABASE_URL (${why})`,
  );
}

/** How to spawn a program as this account. Our environment is not passed on: it holds secrets. */
export function asAccount(account: Account, binaries: Binaries, argv: string[]): Run {
  const [file = '', ...args] = [...account.prefix, ...argv];
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', ...binaries.env };
  const who = account.change ? { uid: account.uid, gid: account.gid } : {};
  return { file, args, options: { cwd: '/', env, ...who } };
}

/**
 * Gives the account a folder and all its files; the folder itself comes last, so an interrupted run
 * can resume.
 */
export async function giveTo(account: Account, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  if ((await stat(folder)).uid === account.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid);
  }
  await chown(folder, account.uid, account.gid);
}

async function listAccounts(clusterDir: string): Promise<Account[]> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  const users = await listUsers();
  const namespace = namespaceAccount(uid, gid, users);
  const self = { uid, gid, prefix: [], change: false };
  if (uid !== 0) return hasName() ? [self] : [...namespace, self];
  const owner = await stat(clusterDir).catch(() => null);
  const change = (user: { uid: number; gid: number }): Account => {
    return { uid: user.uid, gid: user.gid, prefix: [], change: true };
  };
  const others = ['postgres', 'nobody'].flatMap((name) => users.filter((u) => u.name === name));
  // The owner stays the same, so an ordinary user can continue after a start as root.
  const keeper = owner !== null && owner.uid !== 0 ? [change(owner)] : [];
  return [...keeper, ...namespace, ...others.map(change)];
}

/** initdb needs the name of its user, so the namespace has to map a user that has one. */
function namespaceAccount(uid: number, gid: number, users: Named[]): Account[] {
  const ordinary = users.filter((user) => user.uid !== 0);
  const shown = ordinary.find((user) => user.uid === 1000) ?? ordinary[0];
  if (process.platform !== 'linux' || shown === undefined) return [];
  const maps = [`--map-user=${shown.uid}`, `--map-group=${shown.gid || shown.uid}`];
  return [{ uid, gid, prefix: ['unshare', '-U', ...maps], change: false }];
}

/** Null if it works; otherwise the reason, in one line. */
async function tryAccount(account: Account, place: Place): Promise<string | null> {
  const refusal = await probe(account, place);
  if (refusal === null || !account.change) return refusal;
  const folder = await stat(place.dataDir);
  if (folder.uid !== 0) return refusal;
  // Root's own data folder is closed to others: let this one group pass through it, but not read.
  await chown(place.dataDir, 0, account.gid);
  await chmod(place.dataDir, folder.mode | 0o010);
  const second = await probe(account, place);
  if (second !== null) {
    await chown(place.dataDir, 0, folder.gid);
    await chmod(place.dataDir, folder.mode);
  }
  return second;
}

function probe(account: Account, { binaries, dataDir }: Place): Promise<string | null> {
  const script = 'cd "$1" && exec "$2" --version';
  const argv = ['/bin/sh', '-c', script, 'sh', dataDir, binaries.postgres];
  const run = asAccount(account, binaries, argv);
  return new Promise((resolve, reject) => {
    execFile(run.file, run.args, { ...run.options, timeout: 20_000 }, (error, _out, stderr) => {
      if (error === null) return resolve(null);
      const lines = stderr.trim().split('\n');
      const reason = lines.at(-1) || error.message;
      // The shell found the file, but the kernel didn't find its loader: not a glibc system.
      const noLoader = /postgres: not found|required file not found/.test(reason);
      if (noLoader) reject(noEmbedded('for this C library (musl?)', error));
      else resolve(reason);
    });
  });
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function listUsers(): Promise<Named[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return uid === undefined ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}
