/** The watcher's statements to the database. */
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
  ['outgoing', 'payment'],
  ['incoming', 'payment'],
  ['connection', 'lightning_connection'],
  ['payout', 'payout'],
] as const)(
  'what is due of kind %s is found by its time, however many families there are',
  async (kind, table) => {
    const plan = await db.owner.begin(async (tx) => {
      // The tables are empty, so the plan of a large one is forced.
      await tx`SET LOCAL enable_seqscan = off`;
      await tx`SET LOCAL enable_bitmapscan = off`;
      return tx`EXPLAIN ${dueRows(tx as never, kind, new Date())}`;
    });
    const lines = plan.map((row) => String(Object.values(row)[0])).join('\n');
    expect(lines).toContain(`Index Scan using ${table}_due`);
    expect(lines).toMatch(/Index Cond: .*look_at <=/);
    // No sort and no filter: only due rows are read.
    expect(lines).not.toMatch(/Sort|Filter/);
  },
);
