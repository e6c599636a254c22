/**
 * `npm run restore -- FILE`: fills an empty database from a backup, all of it or nothing, and
 * rereads the whole book. Into the server in DATABASE_URL, otherwise into DATA_DIR. `--foreign`
 * also accepts an unencrypted file that names this SECRET_KEY but lacks its seal.
 */
import { dirname } from 'node:path';
import { afterRestore } from '../src/app/after-restore.ts';
import { inWords, readArguments, readPassphrase, verify } from '../src/tools/backup-tool.ts';
import { restoreDatabase } from '../src/tools/database-backup/restore.ts';
import { listIn } from '../src/tools/nightly-backup/erasure-list.ts';
import { openTool, runTool } from '../src/tools/tool.ts';

const FOREIGN =
  'WARNING: with --foreign nothing proves who wrote this file. People and entries that were not yet sealed may be invented: check who is in each family (docs/operations.md).';

const REPEATED = 'What was erased or removed since this backup is erased again.';
const UNCHECKED =
  'It is not certain that everything erased since this backup is erased again. Until the operator has checked at /admin/backups who is in each family, nobody else can sign in.';

/** The most recent one. */
const newestList = (folders: readonly string[], secretKey: Uint8Array) =>
  folders
    .flatMap((folder) => listIn(folder, secretKey) ?? [])
    .sort((a, b) => b.until.getTime() - a.until.getTime())[0];

await runTool(async () => {
  const { file, isForeign } = readArguments(process.argv.slice(2));
  const passphrase = readPassphrase(process.env);
  const { env, db, close } = await openTool({ creates: true, migrates: false, alone: true });
  try {
    const { secretKey } = env;
    const now = new Date();
    const list = newestList([dirname(file), ...(env.backupDir ? [env.backupDir] : [])], secretKey);
    let isSure = false;
    const total = await restoreDatabase(db, file, secretKey, {
      ...{ passphrase, isForeign },
      afterwards: async (tx, copiedAt) => {
        isSure = await afterRestore(tx, { copiedAt, list, isProven: !isForeign, secretKey, now });
      },
    });
    console.log(`${inWords(total)} are back. Everybody is signed out.`);
    console.log(isSure ? REPEATED : UNCHECKED);
    if (isForeign) console.log(FOREIGN);
    console.log(await verify(db, env.secretKey, new Date()));
  } finally {
    await close();
  }
});
