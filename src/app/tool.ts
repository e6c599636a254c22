/** What a command-line tool opens: the database of the program, running or not. */
import { join } from 'node:path';
import { type Address, connect, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { PORT, SUPERUSER } from '#server/db/embedded-cluster.ts';
import { findPostmaster } from '#server/db/embedded-postmaster.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Env, readEnv } from '#server/env.ts';

export type Tool = { env: Env; db: Database; address: Address; close: () => Promise<void> };

/** Joins the embedded server of a running program, else starts it for as long as the tool runs. */
export async function openTool(): Promise<Tool> {
  const env = readEnv(process.env);
  const { address, stop } = await open(env);
  const db = connect(address, 4);
  await migrate(db.owner);
  return {
    env,
    db,
    address,
    close: async () => {
      await db.close();
      await stop();
    },
  };
}

async function open(env: Env): Promise<{ address: Address; stop: () => Promise<void> }> {
  const stay = () => Promise.resolve();
  if (env.databaseUrl) return { address: { url: env.databaseUrl }, stop: stay };
  try {
    const server = await startEmbedded({ dataDir: env.dataDir, log: () => undefined });
    return { address: server, stop: server.stop };
  } catch (error) {
    if ((error as { code?: string }).code !== 'DATA_DIR_IN_USE') throw error;
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
