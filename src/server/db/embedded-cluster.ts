/**
 * The folders of the embedded PostgreSQL: DATA_DIR/postgres for the data, created once by initdb,
 * and a short private folder for its socket.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../data-folder.ts';
import { type Account, asAccount, giveTo } from './embedded-account.ts';
import { type Binaries, hasCode } from './embedded-binaries.ts';

export type Folders = {
  dataDir: string;
  /** PostgreSQL's own folder ("data directory", "cluster"). */
  clusterDir: string;
  logFile: string;
  /** Library links, if the npm package is read-only. */
  librariesDir: string;
};

/** The superuser created by initdb, and the program's database. */
export const SUPERUSER = 'satling';
/** Only used in the socket's file name: nothing listens on the network. */
export const PORT = 5432;

/** macOS has the shortest limit for socket paths: 104 bytes, including the final zero. */
const SOCKET_PATH_MAX = 103;
const HALF_MADE = 'postgres.new-';

/** Creates the data folder if it is missing and resolves symbolic links in its path. */
export async function openFolders(dataDir: string): Promise<Folders> {
  openDataFolder(dataDir);
  const real = await realpath(dataDir);
  return {
    dataDir: real,
    clusterDir: join(real, 'postgres'),
    logFile: join(real, 'postgres.log'),
    librariesDir: join(real, 'postgres-libraries'),
  };
}

/**
 * Creates the cluster unless it exists. initdb works in a folder next to it that is renamed when
 * done, so a cluster is either whole or absent, even if the program is killed. Throws if the folder
 * holds something else or another major version of PostgreSQL, or once `stopping` is aborted.
 */
export async function ensureCluster(
  folders: Folders,
  account: Account,
  binaries: Binaries,
  stopping?: AbortSignal,
): Promise<void> {
  const { dataDir, clusterDir } = folders;
  await removeHalfMade(dataDir);
  const made = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (made !== null) {
    checkVersion(made.trim(), clusterDir, binaries);
    await giveTo(account, clusterDir);
    return;
  }
  await refuseForeign(clusterDir);
  const fresh = await mkdtemp(join(dataDir, HALF_MADE));
  await giveTo(account, fresh);
  await initdb(fresh, account, binaries, stopping);
  await rename(fresh, clusterDir);
  await syncFolder(dataDir);
}

/**
 * A folder that only the account can enter, with a path short enough for a socket. Its name is
 * derived from the data folder, so the next start finds it again. Throws if another user owns a
 * folder of that name.
 */
export async function openSocketFolder(dataDir: string, account: Account): Promise<string> {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const name = `satling-${account.uid}-${digest}`;
  const socketName = `/.s.PGSQL.${PORT}`;
  const wanted = join(await realpath(tmpdir()), name);
  const fits = Buffer.byteLength(wanted + socketName) <= SOCKET_PATH_MAX;
  const folder = fits ? wanted : join('/tmp', name);
  try {
    await mkdir(folder, { mode: 0o700 });
    await chmod(folder, 0o700);
    if (account.change) await chown(folder, account.uid, account.gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const found = await lstat(folder);
  const isPrivate = (found.mode & 0o777) === 0o700;
  if (!found.isDirectory() || found.uid !== account.uid || !isPrivate) {
    throw new Error(`${folder} is not a private folder of ours: remove it, or set TMPDIR`);
  }
  return folder;
}

/**
 * How initdb and recovery flush a whole folder to disk: file by file (1,000 of them, seconds on a
 * busy disk), or in one call. Linux reports errors of that call since 5.8.
 */
export function syncMethod(): 'fsync' | 'syncfs' {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const reports = major > 5 || (major === 5 && minor >= 8);
  return process.platform === 'linux' && reports ? 'syncfs' : 'fsync';
}

/**
 * Removes a dead server's sockets and their lock files, which PostgreSQL would take for live ones.
 */
export async function emptySocketFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}

async function removeHalfMade(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(HALF_MADE)) continue;
    // An initdb whose program was killed may still be writing there: the next start removes it.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch((error: unknown) => {
      if (!hasCode(error, 'ENOTEMPTY')) throw error;
    });
  }
}

function checkVersion(made: string, clusterDir: string, binaries: Binaries): void {
  const major = binaries.version.split('.')[0];
  if (made === major) return;
  throw new Error(
    `${clusterDir} was made by PostgreSQL ${made}, this program brings ${major}. Nothing was changed. Two commands move the book: with the program that made it, npm run backup -- FILE; then with this one and an empty DATA_DIR that holds only secret.key, npm run restore -- FILE`,
  );
}

/** @throws Error if something else occupies the folder */
async function refuseForeign(clusterDir: string): Promise<void> {
  const found = await readdir(clusterDir).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  if (found.length === 0) return;
  throw new Error(
    `${clusterDir} holds no database of PostgreSQL, but other files: set DATA_DIR to another folder, or restore from a backup into an empty one`,
  );
}

function initdb(
  folder: string,
  account: Account,
  binaries: Binaries,
  signal?: AbortSignal,
): Promise<void> {
  const argv = [
    binaries.initdb,
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    // The socket is in a private folder, and nothing listens on the network.
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    `--sync-method=${syncMethod()}`,
    '--no-instructions',
  ];
  const run = asAccount(account, binaries, argv);
  return new Promise((resolve, reject) => {
    const limits = { timeout: 120_000, signal };
    execFile(run.file, run.args, { ...run.options, ...limits }, (error, out, stderr) => {
      if (error === null) return resolve();
      const lines = `${out}\n${stderr}`.trim().split('\n').slice(-3);
      reject(new Error(`initdb failed: ${lines.join(' | ')}`, { cause: error }));
    });
  });
}

/** Makes the rename survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Empties the server's log if it has grown too large; returns its size in bytes. */
export async function trimLog(logFile: string, maxBytes: number): Promise<number> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= maxBytes) return size;
  await rename(logFile, `${logFile}.old`);
  return 0;
}
