/**
 * `npm run restore -- FILE`: fills an empty database from a backup, all of it or nothing, and reads
 * the whole book again. Into the server named by DATABASE_URL, else into DATA_DIR.
 */
import { inWords, readPassphrase, verify } from '../src/tools/backup-tool.ts';
import { restoreDatabase } from '../src/tools/database-backup/restore.ts';
import { openTool, runTool } from '../src/tools/tool.ts';

await runTool(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new Error('Say which file: npm run restore -- FILE');
  const passphrase = readPassphrase(process.env);
  const { env, db, close } = await openTool({ migrates: false, alone: true });
  try {
    const total = await restoreDatabase(db, file, env.secretKey, passphrase);
    console.log(`${inWords(total)} are back.`);
    console.log(await verify(db, env.secretKey, new Date()));
  } finally {
    await close();
  }
});
