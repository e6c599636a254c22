/**
 * `DATABASE_URL=… npm run move-to-server`: copies the embedded database of DATA_DIR into an empty
 * PostgreSQL server, by way of a backup that stays in DATA_DIR. The embedded one is left as it was.
 */
import { join } from 'node:path';
import { addressOf } from '../src/server/db/app-role.ts';
import { connect } from '../src/server/db/database.ts';
import { startEmbedded } from '../src/server/db/embedded.ts';
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
import { runTool } from '../src/tools/tool.ts';

await runTool(async () => {
  const env = readEnv(process.env);
  if (!env.databaseUrl) throw new Error('Say where to: set DATABASE_URL');
  const { secretKey } = env;
  const passphrase = readPassphrase(process.env);
  const now = new Date();
  const file = fileFor(env.dataDir, now);
  // It holds the data folder until it ends, so that nothing is written behind its back.
  const embedded = await startEmbedded({ dataDir: env.dataDir, log: () => undefined });
  const [from, to] = [connect(embedded), connect(addressOf(env.databaseUrl, env))];
  try {
    await writeBackup(from, file, { secretKey, now, passphrase });
    console.log(`${file} is written. ${protection(passphrase)}`);
    const total = await restoreDatabase(to, file, secretKey, { passphrase });
    console.log(`${inWords(total)} are on the server.`);
    console.log(await verify(to, secretKey, new Date()));
    console.log('From now on start with this DATABASE_URL and the same SECRET_KEY or DATA_DIR.');
    console.log(`When you are sure, remove ${join(env.dataDir, 'postgres')}: it grows no further.`);
  } finally {
    await Promise.all([from.close(), to.close()]);
    await embedded.stop();
  }
});
