/** The full count: pruning 150,000 entries of one family at once. */
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { pruneMany } from '#tests/support/prune-many.ts';
import { connect } from '../db/database.ts';

test('150,000 old entries go in sets; balances, sums and chain are exact (T34)', async () => {
  const db = connect(await freshDatabase());
  const count = 150_000;
  const pruned = await pruneMany(db, count);
  const sum = (BigInt(count) * BigInt(count + 1)) / 2n;
  expect(pruned).toMatchObject({
    deletedCount: count,
    balanceSats: sum,
    carriedSats: sum,
    left: 0,
    problems: [],
  });
  // Reading and verifying takes pages of 1,000; removing no more than for one entry.
  expect(pruned.statements).toBeLessThan(2 * (count / 1_000) + 20);
  await db.close();
}, 300_000);
