/**
 * `npm run restore -- FILE`: fills an empty database from a backup, all of it or nothing, and reads
 * the whole book again. Into the server named by DATABASE_URL, else into DATA_DIR. `--foreign` also
 * takes a file that this SECRET_KEY did not write.
 */
import { inWords, readArguments, readPassphrase, verify } from '../src/tools/backup-tool.ts';
import { restoreDatabase } from '../src/tools/database-backup/restore.ts';
import { openTool, runTool } from '../src/tools/tool.ts';

const FOREIGN =
  'WARNING: with --foreign nothing proves who wrote this file. People, sessions and entries that were not yet sealed may be invented: check who is in each family, and sign everybody out (docs/operations.md).';

await runTool(async () => {
  const { file, isForeign } = readArguments(process.argv.slice(2));
  const passphrase = readPassphrase(process.env);
  const { env, db, close } = await openTool({ migrates: false, alone: true });
  try {
    const total = await restoreDatabase(db, file, env.secretKey, { passphrase, isForeign });
    console.log(`${inWords(total)} are back.`);
    if (isForeign) console.log(FOREIGN);
    console.log(await verify(db, env.secretKey, new Date()));
  } finally {
    await close();
  }
});
