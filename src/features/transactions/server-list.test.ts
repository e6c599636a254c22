/** Finding entries: every filter, page by page, what a balance is made of, and 100,000 entries. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message, record } from '#tests/support/family.ts';
import type { Tx } from '../../server/db/database.ts';
import type { Child } from '../children/contract.ts';
import type { Details, Page } from './contract.ts';
import { findAccount, search, type Wanted } from './search.ts';

const DAY = 86_400_000;

let app: TestApp;
let anna: Visitor;
let mia: Child;
let leo: Child;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-01T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
  mia = await addChild(anna, { weeklyAllowance: '0' });
  leo = await addChild(anna, { name: 'Leo', weeklyAllowance: '0' });
});
afterAll(() => app.close());

const list = async (who: Visitor, query: Record<string, string> = {}): Promise<Page> => {
  const reply = await who.get(`/api/transactions?${new URLSearchParams(query)}`);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
};
const status = async (who: Visitor, query: Record<string, string>) =>
  (await who.get(`/api/transactions?${new URLSearchParams(query)}`)).status;
const words = ({ entries }: Page) => entries.map(({ description }) => description);
const accountOf = async (childId: string, kind: string) => {
  const [row] = await app.db.owner<{ accountId: string }[]>`
    SELECT account_id FROM account WHERE child_id = ${childId} AND kind = ${kind}`;
  return row?.accountId as string;
};

describe('TXN-06 find', () => {
  beforeAll(async () => {
    const lines: [Child, string, string, string][] = [
      [mia, 'bonus', '0.003', 'Grüße von Oma'],
      [leo, 'bonus', '0.002', 'Birthday'],
      [mia, 'earned', '0.001', 'Lemonade stand'],
      [mia, 'spending', '0.0004', 'Ice cream'],
      [leo, 'chore_payment', '0.0001', 'Raked the leaves'],
    ];
    for (const [child, type, amount, text] of lines) {
      await record(anna, child.id, type, amount, text);
      app.clock.advance(DAY);
    }
  });

  test('by child, type, date and words, the newest first', async () => {
    const cases: [Record<string, string>, string[]][] = [
      [{}, ['Raked the leaves', 'Ice cream', 'Lemonade stand', 'Birthday', 'Grüße von Oma']],
      [{ childId: mia.id }, ['Ice cream', 'Lemonade stand', 'Grüße von Oma']],
      [{ type: 'bonus' }, ['Birthday', 'Grüße von Oma']],
      [{ type: 'bonus', childId: leo.id }, ['Birthday']],
      [{ from: '2026-11-03', to: '2026-11-04' }, ['Ice cream', 'Lemonade stand']],
      [{ to: '2026-11-01' }, ['Grüße von Oma']],
      [{ from: '2026-11-06' }, []],
      [{ text: 'OMA grusse' }, ['Grüße von Oma']],
      [{ text: 'e' }, ['Raked the leaves', 'Ice cream', 'Lemonade stand', 'Grüße von Oma']],
      [{ text: '%' }, []],
      [{ text: '_' }, []],
    ];
    for (const [query, expected] of cases)
      expect(words(await list(anna, query)), JSON.stringify(query)).toEqual(expected);
  });

  test('entries without words of their own are found by what they say', async () => {
    const zoe = await app.signIn('zoe@example.com');
    await addChild(zoe, { name: 'Kim', allowanceDay: app.clock.now.getUTCDay() });
    await zoe.send('POST', '/api/process-allowances');
    expect(words(await list(zoe, { text: 'weekly' }))).toEqual(['Weekly allowance']);
    expect(words(await list(zoe, { text: 'monthly' }))).toEqual([]);
  });

  test('wrong questions are refused', async () => {
    for (const query of [{ from: '2026-02-30' }, { type: 'gift' }, { limit: '1' }, { before: 'x' }])
      expect(await status(anna, query as never), JSON.stringify(query)).toBe(400);
    const nobody = '01a1fca1-0000-7000-8000-000000000000';
    for (const query of [{ childId: nobody }, { accountId: nobody }, { before: nobody }])
      expect(await status(anna, query as never), JSON.stringify(query)).toBe(404);
  });

  test('T19 a child finds its own entries and no other child’s, whatever it asks', async () => {
    const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
    const own = ['Ice cream', 'Lemonade stand', 'Grüße von Oma'];
    expect(words(await list(kid))).toEqual(own);
    expect(words(await list(kid, { childId: mia.id }))).toEqual(own);
    expect(words(await list(kid, { text: 'leaves' }))).toEqual([]);
    expect(await status(kid, { childId: leo.id })).toBe(404);
    expect(await status(kid, { accountId: await accountOf(leo.id, 'savings') })).toBe(404);
    const [foreign] = (await list(anna, { childId: leo.id })).entries;
    expect((await kid.get(`/api/transactions/${foreign?.id}`)).status).toBe(404);
    const [mine] = (await list(kid)).entries;
    expect((await kid.get(`/api/transactions/${mine?.id}`)).status).toBe(200);
  });

  test('why a balance is what it is: each line of the account, and what was there after it', async () => {
    const page = await list(anna, { accountId: await accountOf(mia.id, 'spending') });
    expect(page.account).toMatchObject({
      kind: 'spending',
      childName: 'Mia',
      balance: '0.00060000',
      held: '0.00000000',
    });
    expect(
      page.entries.map(({ description, change, balanceAfter }) => [
        description,
        change,
        balanceAfter,
      ]),
    ).toEqual([
      ['Ice cream', '-0.00040000', '0.00060000'],
      ['Lemonade stand', '0.00100000', '0.00100000'],
    ]);
    const { spendingBalance } = await getChild(anna, mia.id);
    expect(page.account?.balance).toBe(spendingBalance);
    // With lines left out there is no running balance that could be read off.
    const some = await list(anna, {
      accountId: await accountOf(mia.id, 'spending'),
      type: 'earned',
    });
    expect(some.entries.map(({ balanceAfter }) => balanceAfter)).toEqual([null]);
  });

  test('TXN-01 one entry tells who made it, what it moved and what became of it', async () => {
    await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
    const [entry] = (await list(anna, { text: 'ice' })).entries;
    await anna.send('POST', `/api/transactions/${entry?.id}/paid`);
    const details = (await anna.get(`/api/transactions/${entry?.id}`)).body as Details;
    expect(details).toMatchObject({
      entry: { description: 'Ice cream', state: 'paid' },
      pair: null,
      madeBy: 'Anna',
      changes: [{ kind: 'spending', childName: 'Mia', change: '-0.00040000' }],
      payments: [{ state: 'paid', source: 'parent', madeBy: 'Anna' }],
      undoUntil: null,
      undoObstacle: 'This is marked as paid. Take that back first',
      payable: true,
    });
    await anna.send('DELETE', `/api/transactions/${entry?.id}/paid`);
    await record(anna, mia.id, 'bonus', '0.00000001', 'Wrong');
    const [wrong] = (await list(anna, { text: 'wrong' })).entries;
    await anna.send('POST', `/api/transactions/${wrong?.id}/undo`);
    const undone = (await anna.get(`/api/transactions/${wrong?.id}`)).body as Details;
    expect(undone.pair).toMatchObject({ reverses: wrong?.id, description: 'Taken back: Wrong' });
  });
});

describe('TXN-05 100,000 entries', () => {
  const COUNT = 100_000;
  let max: Child;
  let big: Visitor;
  let familyId: string;
  let savings: string;

  beforeAll(async () => {
    big = await app.signIn('big@example.com');
    max = await addChild(big, { name: 'Max', weeklyAllowance: '0' });
    savings = await accountOf(max.id, 'savings');
    const { owner } = app.db;
    const [family] = await owner<{ familyId: string; userId: string; outside: string }[]>`
      SELECT f.family_id, u.user_id, a.account_id AS outside
      FROM child c JOIN family f USING (family_id) JOIN users u USING (family_id)
      JOIN account a ON a.family_id = f.family_id AND a.kind = 'outside'
      WHERE c.child_id = ${max.id}`;
    ({ familyId } = family as { familyId: string });
    // Entry i is i sats, one each ten minutes; every tenth in the same moment as the one before.
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
  }, 120_000);

  test('pages neither lose nor double an entry, and the running balance is exact on each', async () => {
    const seen = new Set<string>();
    let before = '';
    let balance = COUNT;
    for (let page = 0; page < 40; page++) {
      const found = await list(big, { accountId: savings, ...(before && { before }) });
      expect(found.entries).toHaveLength(50);
      for (const { id, balanceAfter } of found.entries) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
        expect(balanceAfter).toBe(`0.00${String(balance).padStart(6, '0')}`);
        balance -= 1;
      }
      before = found.next as string;
    }
    const plain = await list(big);
    expect(plain.entries.map(({ id }) => id)).toEqual([...seen].slice(0, 50));
  });

  test('a search goes on where it stopped, and finds the one line among 100,000', async () => {
    let before: string | null = null;
    const found: string[] = [];
    let asked = 0;
    do {
      const page: Page = await list(big, { type: 'earned', ...(before && { before }) });
      found.push(...page.entries.map(({ type }) => type));
      expect(page.searchedTo === null).toBe(page.next === null);
      before = page.next;
      asked += 1;
    } while (before);
    expect(found).toEqual(['earned']);
    expect(asked).toBe(COUNT / 5_000 + 1);
  });

  test('no answer reads the whole book: each follows an index and stops', async () => {
    const [middle] = await app.db.owner<{ entryId: string }[]>`
      SELECT entry_id FROM entry WHERE family_id = ${familyId}
      ORDER BY occurred_at OFFSET 50000 LIMIT 1`;
    const before = middle?.entryId as string;
    const account = await app.db.readFamily(familyId, (tx) => findAccount(tx, familyId, savings));
    const questions: [Wanted, number][] = [
      [{}, 51],
      [{ before }, 51],
      [{ childId: max.id, before }, 51],
      [{ since: new Date('2025-06-01'), until: new Date('2025-09-01') }, 51],
      [{ type: 'earned', before }, 5_000],
      [{ text: 'nothing like it', before }, 5_000],
      [{ account, childId: max.id }, 5_000],
    ];
    for (const [wanted, most] of questions) {
      const read = await readBy((tx) => search(tx, familyId, wanted));
      // The slice, and for each shown line its entry, the one that took it back, and its cursor.
      expect(read.entry, JSON.stringify(Object.keys(wanted))).toBeLessThanOrEqual(most + 160);
      expect(read.posting).toBeLessThanOrEqual(wanted.account ? most + 51 : 0);
      expect(read.entry_text).toBeLessThanOrEqual(wanted.text ? most + 51 : 51);
      expect(read.entry).toBeGreaterThan(50);
      expect(read.whole).toBe(0);
    }
  });

  /** Rows that a piece of work fetches, by table, as PostgreSQL counts them itself. */
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

  test('a cursor that is gone is said to be gone', async () => {
    const reply = await big.get('/api/transactions?before=01a1fca1-0000-7000-8000-000000000000');
    expect(message(reply)).toBe('The entry to continue from is no longer there');
  });
});
