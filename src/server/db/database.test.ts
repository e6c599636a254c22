/** Who learns of a slow transaction, and who waits for a connection. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { connect, type Database, SLOW_MS, transaction } from './database.ts';
import type { Tx } from './sql.ts';

let db: Database;
let other: Database;
const slow: number[] = [];
const ofOther: number[] = [];
const FAMILY = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';

beforeAll(async () => {
  const address = await freshDatabase();
  [db, other] = [connect(address, 1), connect(address, 1)];
  db.onSlow((ms) => slow.push(ms));
  other.onSlow((ms) => ofOther.push(ms));
});
afterAll(() => Promise.all([db.close(), other.close()]));

/** Slightly above the threshold, by the database's clock. */
const sleep = (tx: Tx) => tx`SELECT pg_sleep(${SLOW_MS / 1_000 + 0.05})`;

test('a slow query is counted: in either role, alone, and when it fails (ADMIN-28)', async () => {
  slow.length = 0; // on a busy machine others may have been slow
  await transaction(db.owner, 'BEGIN', sleep);
  expect(slow.length).toBe(1);
  await db.readFamily(FAMILY, sleep);
  expect(slow.length).toBe(2);
  await db.askFamily(FAMILY, sleep);
  expect(slow.length).toBe(3);
  await expect(
    db.readFamily(FAMILY, async (tx) => {
      await sleep(tx);
      await tx`SELECT 1 / 0`;
    }),
  ).rejects.toThrow('division by zero');
  expect(slow.length).toBe(4);
  expect(Math.min(...slow)).toBeGreaterThanOrEqual(SLOW_MS);
});

test('what another program asks is not counted here (ADMIN-28)', () => {
  expect(ofOther).toEqual([]);
});

test('a change of a family that does not exist is rolled back', async () => {
  await expect(db.changeFamily(FAMILY, async () => undefined)).rejects.toThrow('no such family');
});

test('a removal does not wait for jobs that hold all of their connections (T54)', async () => {
  const held = Promise.withResolvers<void>();
  const jobs = Array.from({ length: 3 }, () => transaction(db.owner, 'BEGIN', () => held.promise));
  const removal = db.changeFamilyAsOwner(FAMILY, async () => undefined);
  await expect(removal).rejects.toThrow('no such family');
  held.resolve();
  await Promise.all(jobs);
});
