/** Finding entries: every filter, and the parts of a balance. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, record } from '#tests/support/family.ts';
import { type Details, PAGE, type Page } from './contract.ts';

const DAY = 86_400_000;

let app: TestApp;
let anna: Visitor;
let mia: Child;
let leo: Child;
let families = 0;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.clock.now = new Date('2026-11-01T12:00:00Z');
  anna = await app.signIn(`anna${++families}@example.com`);
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

describe('find (TXN-06)', () => {
  beforeEach(async () => {
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

  test('entries without a description are found by their displayed text', async () => {
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

  test('a child finds its own entries and no other child’s, whatever it searches for (T19)', async () => {
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
    // With filtered entries there is no running balance to reveal the others.
    const some = await list(anna, {
      accountId: await accountOf(mia.id, 'spending'),
      type: 'earned',
    });
    expect(some.entries.map(({ balanceAfter }) => balanceAfter)).toEqual([null]);
  });

  test('the balance continues across pages that divide entries of the same moment', async () => {
    for (let i = 1; i <= PAGE + 3; i += 1)
      await record(anna, leo.id, 'earned', '0.00000001', `Leaf ${i}`);
    const accountId = await accountOf(leo.id, 'spending');
    const first = await list(anna, { accountId });
    const second = await list(anna, { accountId, before: String(first.entries.at(-1)?.id) });
    const balances = [first, second].flatMap(({ entries }) =>
      entries.map(({ balanceAfter }) => Number(balanceAfter?.slice(2))),
    );
    expect(first.entries).toHaveLength(PAGE);
    expect(balances).toEqual(Array.from({ length: PAGE + 3 }, (_, i) => PAGE + 3 - i));
  });

  test('up to a date, the balance of an entry is that of then, not of today', async () => {
    const accountId = await accountOf(mia.id, 'spending');
    const { entries } = await list(anna, { accountId, to: '2026-11-03' });
    expect(entries.map(({ description, balanceAfter }) => [description, balanceAfter])).toEqual([
      ['Lemonade stand', '0.00100000'],
    ]);
  });

  test('one entry shows who made it, what it moved and its outcome (TXN-01)', async () => {
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
