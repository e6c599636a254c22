/** Slow statements are heard, of each client of its own; fast ones are not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { connect, type Database } from './database.ts';
import { SLOW_STATEMENT_MS } from './timing.ts';

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

/** A little longer than the threshold, by the clock of the database. */
const SECONDS = SLOW_STATEMENT_MS / 1_000 + 0.05;

test('ADMIN-28 a slow statement is heard: of a pool, in a transaction, alone, and when it fails', async () => {
  await db.owner`SELECT pg_sleep(${SECONDS})`;
  expect(slow.length).toBe(1);
  await db.readFamily(FAMILY, async (tx) => {
    await tx`SELECT pg_sleep(${SECONDS})`;
  });
  expect(slow.length).toBeGreaterThanOrEqual(2);
  const before = slow.length;
  await db.askFamily(FAMILY, (tx) => tx`SELECT pg_sleep(${SECONDS})`);
  expect(slow.length).toBeGreaterThan(before);
  const failed = slow.length;
  await expect(
    db.app.unsafe(`DO $$ BEGIN PERFORM pg_sleep(${SECONDS}); RAISE 'no'; END $$`),
  ).rejects.toThrow();
  expect(slow.length).toBeGreaterThan(failed);
  expect(Math.min(...slow)).toBeGreaterThanOrEqual(SLOW_STATEMENT_MS);
});

test('ADMIN-28 what another client asks is not counted here', () => {
  expect(ofOther).toEqual([]);
});
