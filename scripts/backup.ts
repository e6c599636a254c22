/**
 * `npm run backup -- FILE` (or a folder): the whole database in one file, whether or not the
 * program is running; encrypted if BACKUP_PASSPHRASE_FILE is set. More: docs/database-backup.md.
 */
import {
  fileFor,
  inWords,
  protection,
  readPassphrase,
  writeBackup,
} from '../src/tools/backup-tool.ts';
import { openTool, runTool } from '../src/tools/tool.ts';

await runTool(async () => {
  const [place, ...more] = process.argv.slice(2);
  if (!place || more.length > 0)
    throw new Error('Say where to: npm run backup -- FILE (or a folder)');
  const passphrase = readPassphrase(process.env);
  const now = new Date();
  const { env, db, close } = await openTool({ migrates: false });
  try {
    const file = fileFor(place, now);
    const { secretKey } = env;
    const total = await writeBackup(db, file, { secretKey, now, passphrase });
    console.log(`${file}: ${inWords(total)}. Keep SECRET_KEY in another place; both are needed.`);
    console.log(protection(passphrase));
  } finally {
    await close();
  }
});
