/**
 * `npm run verify-ledger`: reads the whole book again; exit code 1 and the first fault of each
 * family.
 */

import { deriveKey } from '../src/server/env.ts';
import { verifyLedger } from '../src/server/ledger/verify.ts';
import { openTool } from '../src/tools/tool.ts';

const { env, db, close } = await openTool();
const report = await verifyLedger(db.owner, deriveKey(env.secretKey, 'seal'), new Date());
await close();
for (const problem of report.problems) console.error(problem);
console.log(
  `${report.entries} sealed entries of ${report.families} families: ${
    report.problems.length === 0 ? 'all is well' : `${report.problems.length} families with a fault`
  }`,
);
process.exitCode = report.problems.length === 0 ? 0 : 1;
