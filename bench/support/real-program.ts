/** The program as started by `npm start`, on a separate folder with families already in it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAppRole } from '#server/db/app-role.ts';
import { connect, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Program, startProgram } from '#tests/support/program.ts';
import { cookieOf } from './app.ts';
import type { SeededFamily } from './families.ts';

export type Folder<T> = {
  dataDir: string;
  seeded: T;
  start: (env?: Record<string, string>) => Promise<Program>;
  remove: () => void;
};

/** A new data folder; its database is stopped again when `seed` is done. */
export async function seedFolder<T>(seed: (db: Database) => Promise<T>): Promise<Folder<T>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-bench-'));
  const { stop, ...address } = await startEmbedded({ dataDir, log: () => undefined });
  const db = connect(address);
  try {
    await migrate(db.owner);
    await prepareAppRole(db.owner, address);
    const seeded = await seed(db);
    await db.owner.unsafe('VACUUM ANALYZE');
    return {
      dataDir,
      seeded,
      start: (env = {}) =>
        startProgram({ DATA_DIR: dataDir, ...env }, undefined, 'scripts/start.js'),
      remove: () => rmSync(dataDir, { recursive: true, force: true }),
    };
  } finally {
    await db.close();
    await stop();
  }
}

/** SIGKILL to the program; its database may live on, as after a crash. */
export async function kill({ process: child }: Program): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** ms until a family's Home has loaded. @throws unless it does */
export async function openHome(
  { origin }: Pick<Program, 'origin'>,
  { session }: SeededFamily,
): Promise<number> {
  const began = performance.now();
  const reply = await fetch(`${origin}/api/dashboard`, { headers: { cookie: cookieOf(session) } });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`Home answered ${reply.status}`);
  return performance.now() - began;
}

export const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN;

/** How to connect to the database of a running program, and its first process. */
export function databaseOf(dataDir: string) {
  const file = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(file)) throw new Error('The program has no database here');
  const [pid, , , port, host] = readFileSync(file, 'utf8').split('\n');
  return {
    postmaster: Number(pid),
    options: { host: host ?? '', port: Number(port), user: 'satling', database: 'satling', max: 1 },
  };
}
