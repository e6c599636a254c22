/** What the watcher asks of the database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#server/db/database.ts';
import { freshDatabase } from '#tests/support/app.ts';
import { dueRows } from './watch.ts';

let db: Database;
beforeAll(async () => {
  db = connect(await freshDatabase());
});
afterAll(() => db.close());

test.each([
  ['lightning_payment', 'payment_id'],
  ['lightning_invoice', 'payment_hash'],
  ['lightning_connection', 'purpose'],
  ['gift', 'gift_id'],
  ['payout', 'entry_id'],
])(
  'what is due in %s is found by its time, however many families there are',
  async (table, key) => {
    const plan = await db.owner.begin(async (tx) => {
      // The tables are empty: a plan for a large one is asked for.
      await tx`SET LOCAL enable_seqscan = off`;
      await tx`SET LOCAL enable_bitmapscan = off`;
      return tx`EXPLAIN ${dueRows(tx as never, table, key, new Date())}`;
    });
    const lines = plan.map((row) => String(Object.values(row)[0])).join('\n');
    expect(lines).toContain(`Index Scan using ${table}_due`);
    expect(lines).toContain('Index Cond: (look_at <=');
    // Neither sorted nor filtered: only what is due is read.
    expect(lines).not.toMatch(/Sort|Filter/);
  },
);
