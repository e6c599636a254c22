/** Opens the program's database for a command-line tool, whether the program is running or not. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressOf, prepareAppRole } from '#server/db/app-role.ts';
import { connect, type Database } from '#server/db/database.ts';
import { type EmbeddedServer, startEmbedded } from '#server/db/embedded.ts';
import { PORT, SUPERUSER } from '#server/db/embedded-cluster.ts';
import { findPostmaster } from '#server/db/embedded-postmaster.ts';
import { hasBook, migrate } from '#server/db/migrate.ts';
import type { Address } from '#server/db/sql.ts';
import { type Env, readEnv } from '#server/env.ts';
import { onAskedToEnd } from '#server/signals.ts';

export type Tool = {
  env: Env;
  db: Database;
  address: Address;
  /** The tool has started the embedded database, so no program is running on it. */
  isOurs: boolean;
  close: () => Promise<void>;
};

type Options = {
  /** Make a book if there is none; by default that is refused, and nothing is written. */
  creates?: boolean;
  /** Bring the schema up to date first, as a start of the program does. */
  migrates?: boolean;
  /** Refuse while the program is running on the data folder, instead of joining its database. */
  alone?: boolean;
};

/**
 * Joins the embedded server of a running program, otherwise starts it for as long as the tool runs.
 */
export async function openTool({
  creates = false,
  migrates = true,
  alone = false,
}: Options = {}): Promise<Tool> {
  if (!creates) requireFolder(process.env);
  const env = readEnv(process.env);
  const { address, isOurs, stop } = await open(env, alone);
  const db = connect(address, 4);
  const close = closeWhenAsked(async () => {
    await db.close();
    await stop();
  });
  try {
    if (!(creates || (await hasBook(db.owner))))
      throw new Error('There is no book of Satling in this database');
    if (migrates) {
      await migrate(db.owner);
      await prepareAppRole(db.owner, address);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { env, db, address, close, isOurs };
}

/** Comes before the settings are read, which would make the folder and a key. */
function requireFolder({ DATABASE_URL, DATA_DIR }: NodeJS.ProcessEnv): void {
  const folder = resolve(DATA_DIR || 'data');
  if (DATABASE_URL || existsSync(join(folder, 'postgres'))) return;
  throw new Error(
    `There is no book in ${folder}: set DATA_DIR or DATABASE_URL as the program has it`,
  );
}

/**
 * Returns `close`, which may be called any number of times. A signal calls it too: the work then
 * fails, removes its unfinished files, and leaves no PostgreSQL behind.
 */
export function closeWhenAsked(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const once = () => {
    closing ??= close();
    return closing;
  };
  onAskedToEnd((exitCode) => {
    process.exitCode = exitCode;
    once().catch((error: Error) => console.error(error.message));
  });
  return once;
}

/** Runs a tool that reports failures in one line, without a stack. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error((error as Error).message || String(error));
    process.exitCode ??= 1;
  }
}

/** A signal during the start ends it. */
export function startForTool({ dataDir }: Pick<Env, 'dataDir'>): Promise<EmbeddedServer> {
  const asked = new AbortController();
  onAskedToEnd((exitCode) => {
    process.exitCode = exitCode;
    asked.abort(new Error('Nothing was done: the command was asked to end'));
  });
  return startEmbedded({ dataDir, log: () => undefined, stopping: asked.signal });
}

async function open(
  env: Env,
  alone: boolean,
): Promise<{ address: Address; isOurs: boolean; stop: () => Promise<void> }> {
  const stay = () => Promise.resolve();
  if (env.databaseUrl)
    return { address: addressOf(env.databaseUrl, env), isOurs: false, stop: stay };
  try {
    const server = await startForTool(env);
    return { address: server, isOurs: true, stop: server.stop };
  } catch (error) {
    if (alone || (error as { code?: string }).code !== 'DATA_DIR_IN_USE') throw error;
    const running = await findPostmaster(join(env.dataDir, 'postgres'));
    if (!running) throw error;
    const address = {
      socketDir: running.socketDir,
      port: PORT,
      user: SUPERUSER,
      database: 'satling',
    };
    return { address, isOurs: false, stop: stay };
  }
}
