/**
 * A book of 20,000 lines in the tables of 1,000 other families. After its fifth use PostgreSQL may
 * plan a statement once for all families (a generic plan), from its knowledge of the tables; here
 * it must. The measure is rows read, not time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount, search } from '#features/book/transactions/search.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { LINES, shareTables } from '#tests/support/shared-tables.ts';
import type { Tx } from '../../../server/db/sql.ts';
import { readBalances, readLines } from './store.ts';

/** One line an hour. */
const JANUARY = 31 * 24;
let app: TestApp;
let familyId: string;
let childId: string;

beforeAll(async () => {
  app = await startApp({ at: '2026-11-01T12:00:00Z' });
  const parent = await app.signIn('long@example.com');
  childId = (await addChild(parent, { name: 'Max', weeklyAllowance: '0' })).id;
  const { owner } = app.db;
  const [own] = await owner<{ familyId: string }[]>`SELECT family_id FROM child`;
  familyId = own?.familyId as string;
  await shareTables(app, familyId);
});
afterAll(() => app.close());

test('the statement of an old month reads that book once, among many families (T54)', async () => {
  const span = { childId, since: new Date('2025-01-01'), until: new Date('2025-02-01') };
  const lines = await readBy(async (tx) => {
    expect(await readLines(tx, familyId, span, 10_000)).toHaveLength(JANUARY);
  });
  expect(lines.entry).toBe(JANUARY);
  expect(lines.entry_text).toBe(JANUARY);
  // Each line reads its two sides four times: from, to, and each account's amount.
  expect(lines.posting).toBeLessThanOrEqual(8 * JANUARY);
  expect(lines.account).toBeLessThanOrEqual(8 * JANUARY);
  const balances = await readBy((tx) => readBalances(tx, familyId, span));
  expect(balances.entry).toBeLessThanOrEqual(2 * LINES);
  expect(balances.posting).toBeLessThanOrEqual(2 * LINES);
});

test('an old page of an account reads that book once, among many families (T54)', async () => {
  const [old] = await app.db.owner<{ entryId: string; accountId: string }[]>`
    SELECT e.entry_id, a.account_id FROM entry e JOIN posting p USING (family_id, entry_id)
    JOIN account a USING (family_id, account_id)
    WHERE e.family_id = ${familyId} AND a.kind = 'savings'
    ORDER BY e.occurred_at OFFSET 100 LIMIT 1`;
  if (!old) throw new Error('No old entry');
  const account = await app.db.readFamily(familyId, (tx) =>
    findAccount(tx, familyId, old.accountId),
  );
  for (const before of [old.entryId, undefined]) {
    const wanted = { account, childId, ...(before && { before }) };
    const read = await readBy((tx) => search(tx, familyId, wanted));
    expect(read.entry).toBeLessThanOrEqual(2 * LINES);
    expect(read.posting).toBeLessThanOrEqual(LINES);
    // One page: a join would read all of the family's texts.
    expect(read.entry_text).toBeLessThanOrEqual(51);
  }
});

const TABLES = ['account', 'entry', 'entry_text', 'posting'] as const;
type RowsRead = Record<(typeof TABLES)[number], number>;

/** Rows read by some work, according to PostgreSQL's own counters. */
const readBy = (work: (tx: Tx) => Promise<unknown>) =>
  app.db.readFamily(familyId, async (tx) => {
    await tx`SET LOCAL plan_cache_mode = force_generic_plan`;
    const before = await rowsRead(tx);
    await work(tx);
    const after = await rowsRead(tx);
    const rows = TABLES.map((table) => [table, after[table] - before[table]]);
    return Object.fromEntries(rows) as RowsRead;
  });

async function rowsRead(tx: Tx): Promise<RowsRead> {
  const rows = await tx<{ relname: string; rows: bigint }[]>`
    SELECT relname, coalesce(idx_tup_fetch, 0) + seq_tup_read AS rows
    FROM pg_stat_xact_user_tables WHERE relname = ANY (${[...TABLES]})`;
  return Object.fromEntries(rows.map((row) => [row.relname, Number(row.rows)])) as RowsRead;
}
