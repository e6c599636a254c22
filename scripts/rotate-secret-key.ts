/**
 * `npm run rotate-secret-key`: replaces SECRET_KEY, while the program is stopped. A key in DATA_DIR
 * is replaced with a new one; if SECRET_KEY is set, NEW_SECRET_KEY is its replacement.
 */

import { deriveKey, keyFromText } from '../src/server/env.ts';
import { isSealedWith } from '../src/server/ledger/reseal.ts';
import { nextKey, takeOver } from '../src/tools/key-files.ts';
import { type Rotated, rotateSecretKey } from '../src/tools/rotate-secret-key.ts';
import { openTool, runTool } from '../src/tools/tool.ts';

await runTool(async () => {
  if (process.argv.length > 2) throw new Error('A key on the command line can be read by others');
  const { SECRET_KEY, NEW_SECRET_KEY } = process.env;
  if (SECRET_KEY && !NEW_SECRET_KEY)
    throw new Error('Set NEW_SECRET_KEY to the key that SECRET_KEY shall be from now on');
  if (!SECRET_KEY && NEW_SECRET_KEY)
    throw new Error('The key lies in DATA_DIR and is made by the program: unset NEW_SECRET_KEY');
  const { env, db, close } = await openTool({ alone: true });
  try {
    const to = NEW_SECRET_KEY
      ? keyFromText('NEW_SECRET_KEY', NEW_SECRET_KEY)
      : nextKey(env.dataDir);
    // After an interrupted rotation, the database already has the new key.
    const isDone = await isSealedWith(db.owner, deriveKey(to, 'seal'));
    const keys = { from: env.secretKey, to };
    console.log(
      isDone ? 'The book is under the new key.' : inWords(await rotateSecretKey(db, keys)),
    );
    if (NEW_SECRET_KEY) console.log('From now on start with this key as SECRET_KEY.');
    else console.log(`The former key is ${takeOver(env.dataDir, new Date())}.`);
    console.log(
      'Backups made until now need the former key: keep it apart, as long as you keep them.',
    );
  } finally {
    await close();
  }
});

function inWords({ entries, families, mails, devices }: Rotated): string {
  return `${entries} entries of ${families} families and ${mails} mails are under the new key; ${devices} devices have to ask again to be told.`;
}
