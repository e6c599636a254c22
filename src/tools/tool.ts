/** What a command-line tool opens: the database of the program, running or not. */
import { join } from 'node:path';
import { addressOf, prepareAppRole } from '#server/db/app-role.ts';
import { type Address, connect, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { PORT, SUPERUSER } from '#server/db/embedded-cluster.ts';
import { findPostmaster } from '#server/db/embedded-postmaster.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Env, readEnv } from '#server/env.ts';

export type Tool = { env: Env; db: Database; address: Address; close: () => Promise<void> };

type Options = {
  /** Bring the schema up to date first, as a start of the program does. */
  migrates?: boolean;
  /** Refuse while the program runs on the data folder, instead of joining its database. */
  alone?: boolean;
};

/** Joins the embedded server of a running program, else starts it for as long as the tool runs. */
export async function openTool({ migrates = true, alone = false }: Options = {}): Promise<Tool> {
  const env = readEnv(process.env);
  const { address, stop } = await open(env, alone);
  const db = connect(address, 4);
  const close = async () => {
    await db.close();
    await stop();
  };
  try {
    if (migrates) {
      await migrate(db.owner);
      await prepareAppRole(db.owner, address);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { env, db, address, close };
}

/** Runs a tool that reports failures in one line, without a stack. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error((error as Error).message || String(error));
    process.exitCode = 1;
  }
}

async function open(
  env: Env,
  alone: boolean,
): Promise<{ address: Address; stop: () => Promise<void> }> {
  const stay = () => Promise.resolve();
  if (env.databaseUrl) return { address: addressOf(env.databaseUrl, env), stop: stay };
  try {
    const server = await startEmbedded({ dataDir: env.dataDir, log: () => undefined });
    return { address: server, stop: server.stop };
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
    return { address, stop: stay };
  }
}
