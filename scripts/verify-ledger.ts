/**
 * `npm run verify-ledger`: rereads the whole book; exit code 1 and the first fault of each family.
 */

import { isServed } from '../src/server/db/alone.ts';
import { deriveKey } from '../src/server/env.ts';
import { isSealedWith } from '../src/server/ledger/reseal.ts';
import { sealAll } from '../src/server/ledger/seal.ts';
import { verifyLedger } from '../src/server/ledger/verify.ts';
import { openTool, runTool } from '../src/tools/tool.ts';

await runTool(async () => {
  const { env, db, isOurs, close } = await openTool();
  const key = deriveKey(env.secretKey, 'seal');
  try {
    // With no program running, what a killed one left is unsealed, which is not a fault.
    const isIdle = isOurs || !(await isServed(db.owner));
    if (isIdle && (await isSealedWith(db.owner, key)) !== false) await sealAll(db.owner, key);
    const { entries, families, problems } = await verifyLedger(db.owner, key, new Date());
    for (const problem of problems) console.error(problem);
    const result =
      problems.length === 0 ? 'all is well' : `${problems.length} families with a fault`;
    console.log(`${entries} sealed entries of ${families} families: ${result}`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await close();
  }
});
