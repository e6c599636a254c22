/**
 * `DATABASE_URL=… npm run move-to-server`: copies the embedded database of DATA_DIR into an empty
 * PostgreSQL server, through a backup that stays in DATA_DIR on success. The embedded one is left
 * unchanged.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf } from '../src/server/db/app-role.ts';
import { connect } from '../src/server/db/database.ts';
import { readEnv } from '../src/server/env.ts';
import {
  fileFor,
  inWords,
  protection,
  readPassphrase,
  verify,
  writeBackup,
} from '../src/tools/backup-tool.ts';
import { restoreDatabase } from '../src/tools/database-backup/restore.ts';
import { closeWhenAsked, runTool, startForTool } from '../src/tools/tool.ts';

await runTool(async () => {
  const env = readEnv(process.env);
  if (!env.databaseUrl) throw new Error('Say where to: set DATABASE_URL');
  const { secretKey } = env;
  const passphrase = readPassphrase(process.env);
  const now = new Date();
  const file = fileFor(env.dataDir, now);
  // Locks the data folder until it ends, so nothing is written in the meantime.
  const embedded = await startForTool(env);
  const [from, to] = [connect(embedded), connect(addressOf(env.databaseUrl, env))];
  const close = closeWhenAsked(async () => {
    await Promise.all([from.close(), to.close()]);
    await embedded.stop();
  });
  const move = async () => {
    const total = await restoreDatabase(to, file, secretKey, { passphrase });
    console.log(`${inWords(total)} are on the server.`);
    console.log(await verify(to, secretKey, new Date()));
  };
  try {
    // First, to report an unreachable server clearly.
    await to.owner`SELECT 1`;
    await writeBackup(from, file, { secretKey, now, passphrase });
    await move().catch(async (error) => {
      // A forgotten copy would let anyone who finds it read every family's book.
      await rm(file, { force: true });
      throw error;
    });
    console.log(`${file} is the backup it came by. ${protection(passphrase)}`);
    console.log('From now on start with this DATABASE_URL and the same SECRET_KEY or DATA_DIR.');
    console.log(`When you are sure, remove ${join(env.dataDir, 'postgres')}: it grows no further.`);
  } finally {
    await close();
  }
});
