/**
 * A book of 20,000 lines in the tables of 1,000 other families. After its fifth use PostgreSQL may
 * plan a statement once for all families (a generic plan), from what it knows of the tables; here
 * it must. Counted are rows that are read, not time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount, search } from '#features/transactions/search.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import type { Tx } from '../../server/db/database.ts';
import { readBalances, readLines } from './store.ts';

const LINES = 20_000;
const FAMILIES = 1_000;
const LINES_OF_OTHERS = 100;
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
  // Copies of this family with one child each, which share nothing but the tables.
  await owner`INSERT INTO family SELECT (r).* FROM (
    SELECT jsonb_populate_record(f, jsonb_build_object('family_id', gen_random_uuid())) AS r
    FROM family f, generate_series(1, ${FAMILIES})) copies`;
  await owner`INSERT INTO child SELECT (r).* FROM (
    SELECT jsonb_populate_record(c, jsonb_build_object('family_id', f.family_id,
      'child_id', gen_random_uuid())) AS r
    FROM child c, family f WHERE f.family_id <> c.family_id) copies`;
  await owner`INSERT INTO account (family_id, account_id, kind, child_id, balance_sats)
    SELECT family_id, gen_random_uuid(), kind, child_id, 0
    FROM child, (VALUES ('savings'), ('spending')) AS k (kind) WHERE family_id <> ${familyId}
    UNION ALL SELECT family_id, gen_random_uuid(), 'outside', NULL, NULL
    FROM family WHERE family_id <> ${familyId}`;
  await addLines(LINES, true);
  await addLines(LINES_OF_OTHERS, false);
  await owner`ANALYZE`;
});
afterAll(() => app.close());

/** For each child one line an hour; every third goes to spending. */
const addLines = (count: number, own: boolean) => app.db.owner`
  WITH made AS (
    INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at,
      recorded_at, made_by)
    SELECT c.family_id, gen_random_uuid(), 'bonus', c.child_id,
      CASE WHEN i % 3 = 0 THEN 2 ELSE 1 END,
      ${app.clock.now}::timestamptz - i * interval '1 hour', now(), c.child_id
    FROM child c, generate_series(1, ${count}) AS i WHERE (c.family_id = ${familyId}) = ${own}
    RETURNING family_id, entry_id, child_id, amount_sats
  ), texts AS (
    INSERT INTO entry_text (family_id, entry_id, salt, text)
    SELECT family_id, entry_id, '\\x00', 'A line of the book' FROM made
  )
  INSERT INTO posting (family_id, entry_id, account_id, amount_sats)
  SELECT m.family_id, m.entry_id, a.account_id,
    CASE WHEN a.kind = 'outside' THEN -m.amount_sats ELSE m.amount_sats END
  FROM made m JOIN account a ON a.family_id = m.family_id AND (a.kind = 'outside'
    OR (a.child_id = m.child_id
      AND a.kind = CASE WHEN m.amount_sats = 2 THEN 'spending' ELSE 'savings' END))`;

test('T54 the statement of an old month reads that book once, beside many families', async () => {
  const span = { childId, since: new Date('2025-01-01'), until: new Date('2025-02-01') };
  const lines = await readBy(async (tx) => {
    expect(await readLines(tx, familyId, span, 10_000)).toHaveLength(JANUARY);
  });
  expect(lines.entry).toBe(JANUARY);
  expect(lines.entry_text).toBe(JANUARY);
  // Each line asks for its two sides four times: from where, to where, and what each account got.
  expect(lines.posting).toBeLessThanOrEqual(8 * JANUARY);
  expect(lines.account).toBeLessThanOrEqual(8 * JANUARY);
  const balances = await readBy((tx) => readBalances(tx, familyId, span));
  expect(balances.entry).toBeLessThanOrEqual(2 * LINES);
  expect(balances.posting).toBeLessThanOrEqual(2 * LINES);
});

test('T54 an old page of an account reads that book once, beside many families', async () => {
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
    // One page: a join read all the texts of the family for it.
    expect(read.entry_text).toBeLessThanOrEqual(51);
  }
});

const TABLES = ['account', 'entry', 'entry_text', 'posting'] as const;
type RowsRead = Record<(typeof TABLES)[number], number>;

/** Rows that a piece of work fetches, as PostgreSQL counts them itself. */
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
