/** The full count: 1,000 random histories of 100 operations, four writers each. */
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { history } from '#tests/support/ledger-history.ts';
import { connect } from '../db/database.ts';

test('1,000 random histories of 100 operations, pruning among them, keep every invariant (T34)', async () => {
  const db = connect(await freshDatabase());
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const done = await history(db, new Uint8Array(32).fill(7), {
    seed,
    runs: 1_000,
    operations: 100,
  });
  expect(done.problems, `SEED=${seed}`).toEqual([]);
  expect(done.booked).toBeGreaterThan(20_000);
  await db.close();
});
