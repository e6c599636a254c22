/**
 * `npm run backup -- FILE` (or a folder): the whole database in one file, while the program runs or
 * not. What it holds and what not: docs/database-backup.md.
 */
import { fileFor, inWords, writeBackup } from '../src/app/backup-tool.ts';
import { openTool, runTool } from '../src/app/tool.ts';

await runTool(async () => {
  const [place, ...more] = process.argv.slice(2);
  if (!place || more.length > 0)
    throw new Error('Say where to: npm run backup -- FILE (or a folder)');
  const now = new Date();
  const { env, db, close } = await openTool({ migrates: false });
  try {
    const file = fileFor(place, now);
    const total = await writeBackup(db, file, env.secretKey, now);
    console.log(`${file}: ${inWords(total)}. Keep SECRET_KEY in another place; both are needed.`);
  } finally {
    await close();
  }
});
