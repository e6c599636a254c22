/** A book of 100,000 entries, page by page: exact, reading only what is shown. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, message } from '#tests/support/family.ts';
import type { Tx } from '../../../server/db/sql.ts';
import { PAGE, type Page } from './contract.ts';
import { findAccount, search, type Wanted } from './search.ts';

const COUNT = 100_000;
let app: TestApp;
let max: Child;
let big: Visitor;
let familyId: string;
let savings: string;

beforeAll(async () => {
  app = await startApp({ at: '2026-11-01T12:00:00Z' });
  big = await app.signIn('big@example.com');
  max = await addChild(big, { name: 'Max', weeklyAllowance: '0' });
  const { owner } = app.db;
  const [family] = await owner<{ familyId: string; userId: string; outside: string }[]>`
    SELECT f.family_id, u.user_id, a.account_id AS outside
    FROM child c JOIN family f USING (family_id) JOIN users u USING (family_id)
    JOIN account a ON a.family_id = f.family_id AND a.kind = 'outside'
    WHERE c.child_id = ${max.id}`;
  ({ familyId } = family as { familyId: string });
  const [account] = await owner<{ accountId: string }[]>`
    SELECT account_id FROM account WHERE child_id = ${max.id} AND kind = 'savings'`;
  savings = account?.accountId as string;
  // Entry i is i sats, one each ten minutes; every tenth at the same time as the one before.
  await owner`
    WITH made AS (
      INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at,
        recorded_at, made_by)
      SELECT ${familyId}, gen_random_uuid(), CASE WHEN i = 77 THEN 'earned' ELSE 'bonus'
        END, ${max.id}, 1,
        ${app.clock.now}::timestamptz - (${COUNT} - i + (i % 10 = 0)::int) * interval '10 minutes',
        now(), ${family?.userId as string}
      FROM generate_series(1, ${COUNT}) AS i
      RETURNING entry_id
    ), texts AS (
      INSERT INTO entry_text (family_id, entry_id, salt, text)
      SELECT ${familyId}, entry_id, '\\x00', 'Line of the book' FROM made
    )
    INSERT INTO posting (family_id, entry_id, account_id, amount_sats)
    SELECT ${familyId}, entry_id, a.account, a.sats
    FROM made, (VALUES (${savings}::uuid, 1::bigint),
      (${family?.outside as string}::uuid, -1::bigint)) AS a (account, sats)`;
  await owner`UPDATE account SET balance_sats = ${COUNT} WHERE account_id = ${savings}`;
  await owner`ANALYZE entry, posting, entry_text, account`;
});
afterAll(() => app.close());

const list = async (query: Record<string, string> = {}): Promise<Page> => {
  const reply = await big.get(`/api/transactions?${new URLSearchParams(query)}`);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
};

test('pages neither lose nor repeat an entry, and the running balance is exact on each (TXN-05)', async () => {
  const seen = new Set<string>();
  let before = '';
  let balance = COUNT;
  for (let page = 0; page < 40; page++) {
    const found = await list({ accountId: savings, ...(before && { before }) });
    expect(found.entries).toHaveLength(PAGE);
    for (const { id, balanceAfter } of found.entries) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      expect(balanceAfter).toBe(`0.00${String(balance).padStart(6, '0')}`);
      balance -= 1;
    }
    before = found.next as string;
  }
  const plain = await list();
  expect(plain.entries.map(({ id }) => id)).toEqual([...seen].slice(0, PAGE));
});

test('a search continues where it stopped, and finds the one entry among 100,000 (TXN-05)', async () => {
  let before: string | null = null;
  const found: string[] = [];
  let asked = 0;
  do {
    const page: Page = await list({ type: 'earned', ...(before && { before }) });
    found.push(...page.entries.map(({ type }) => type));
    expect(page.searchedTo === null).toBe(page.next === null);
    before = page.next;
    asked += 1;
  } while (before);
  expect(found).toEqual(['earned']);
  expect(asked).toBe(COUNT / 5_000 + 1);
});

test('no answer reads the whole book: each follows an index and stops (TXN-05)', async () => {
  const [middle] = await app.db.owner<{ entryId: string }[]>`
    SELECT entry_id FROM entry WHERE family_id = ${familyId}
    ORDER BY occurred_at OFFSET 50000 LIMIT 1`;
  const before = middle?.entryId as string;
  const account = await app.db.readFamily(familyId, (tx) => findAccount(tx, familyId, savings));
  const questions: [Wanted, number][] = [
    [{}, PAGE + 1],
    [{ before }, PAGE + 1],
    [{ childId: max.id, before }, PAGE + 1],
    [{ since: new Date('2025-06-01'), until: new Date('2025-09-01') }, PAGE + 1],
    [{ type: 'earned', before }, 5_000],
    [{ text: 'nothing like it', before }, 5_000],
    [{ account, childId: max.id }, 5_000],
  ];
  for (const [wanted, most] of questions) {
    const read = await readBy((tx) => search(tx, familyId, wanted));
    // The slice, and for each shown line its entry, the one that undid it, and its cursor.
    expect(read.entry, JSON.stringify(Object.keys(wanted))).toBeLessThanOrEqual(most + 160);
    // The shown entries' postings, for their accounts.
    expect(read.posting).toBeLessThanOrEqual(
      (wanted.account ? most + PAGE + 1 : 0) + 4 * (PAGE + 1),
    );
    expect(read.entry_text).toBeLessThanOrEqual(wanted.text ? most + PAGE + 1 : PAGE + 1);
    expect(read.entry).toBeGreaterThan(PAGE);
    expect(read.whole).toBe(0);
  }
});

/** Rows read by some work, by table, according to PostgreSQL's counters. */
const readBy = (work: (tx: Tx) => Promise<unknown>) =>
  app.db.readFamily(familyId, async (tx) => {
    const before = await counts(tx);
    await work(tx);
    const after = await counts(tx);
    const of = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    return {
      entry: of('entry'),
      posting: of('posting'),
      entry_text: of('entry_text'),
      whole: of('whole'),
    };
  });

async function counts(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx<{ relname: string; fetched: bigint; whole: bigint }[]>`
    SELECT relname, coalesce(idx_tup_fetch, 0) AS fetched, seq_tup_read AS whole
    FROM pg_stat_xact_user_tables WHERE relname IN ('entry', 'posting', 'entry_text')`;
  const whole = Number(rows.reduce((sum, row) => sum + row.whole, 0n));
  return new Map([
    ...rows.map((row) => [row.relname, Number(row.fetched)] as const),
    ['whole', whole],
  ]);
}

test('an invalid cursor is refused as such (TXN-05)', async () => {
  const reply = await big.get('/api/transactions?before=01a1fca1-0000-7000-8000-000000000000');
  expect(message(reply)).toBe('The entry to continue from is no longer there');
});
