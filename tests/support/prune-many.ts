/** Prunes a book with many old entries at once, and counts the statements. */
import { transfer } from '../../src/core/ledger.ts';
import type { Database } from '../../src/server/db/database.ts';
import type { Tx } from '../../src/server/db/sql.ts';
import { newId } from '../../src/server/ids.ts';
import { post } from '../../src/server/ledger/post.ts';
import { pruneFamily } from '../../src/server/ledger/prune.ts';
import { sealAll } from '../../src/server/ledger/seal.ts';
import { verifyLedger } from '../../src/server/ledger/verify.ts';
import { makeWorld } from './ledger-world.ts';

const KEY = new Uint8Array(32).fill(7);
const BATCH = 5_000;
const OLD = new Date('2024-01-01T12:00:00Z');
const NOW = new Date('2026-11-18T12:00:00Z');

export async function pruneMany(db: Database, count: number) {
  const { familyId, outside, children } = await makeWorld(db, 1);
  const savings = children[0]?.savings as string;
  for (let done = 0; done < count; done += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, count - done) }, (_, i) => ({
      entryId: newId(OLD.getTime() + done + i),
      familyId,
      type: 'bonus',
      childId: children[0]?.childId,
      amountSats: BigInt(done + i + 1),
      occurredAt: OLD,
      madeBy: familyId,
      postings: transfer(outside, savings, BigInt(done + i + 1)),
    }));
    await db.changeFamily(familyId, (tx) => post(tx, entries, OLD));
  }
  await sealAll(db.owner, KEY);
  let statements = 0;
  const { deletedCount } = await db.changeFamilyAsOwner(familyId, (tx) => {
    const counting = new Proxy(tx, {
      apply: (target, self, sent) => {
        // A whole statement, not a fragment of one.
        if (/SELECT|INSERT|DELETE/.test(String(sent[0]))) statements += 1;
        return Reflect.apply(target as never, self, sent);
      },
    }) as Tx;
    return pruneFamily(counting, familyId, { before: NOW, now: NOW, key: KEY, hooks: [] });
  });
  const [row] = await db.owner<{ balanceSats: bigint; carriedSats: bigint; left: number }[]>`
    SELECT a.balance_sats, s.amount_sats AS carried_sats,
      (SELECT count(*)::integer FROM posting WHERE family_id = ${familyId}) AS left
    FROM account a JOIN checkpoint_sum s USING (family_id, account_id)
    WHERE a.account_id = ${savings}`;
  const { problems } = await verifyLedger(db.owner, KEY, NOW);
  return { deletedCount, statements, problems, ...row };
}
