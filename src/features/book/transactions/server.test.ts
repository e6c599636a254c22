/** Book entries through the API: what moves which balance, and what people see. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  getChild,
  joinAsChild,
  joinAsSpouse,
  message,
  record,
} from '#tests/support/family.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Transaction } from './contract.ts';
import { PARENT_TYPES, TYPES } from './contract.ts';

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/);

let app: TestApp;
let anna: Visitor;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.now = new Date('2026-11-18T12:00:00Z');
});

const recent = async (who: Visitor, query = '') =>
  (await who.get(`/api/transactions/recent${query}`)).body as Transaction[];
const balances = async (id: string) => {
  const { savingsBalance, spendingBalance } = await getChild(anna, id);
  return [savingsBalance, spendingBalance];
};

test('an entry needs an amount above zero, words and a type that a parent may enter (TXN-09 TXN-10)', async () => {
  const mia = await addChild(anna);
  const good = { childId: mia.id, type: 'bonus', amount: '0.001', description: 'Leaves' };
  const add = (change: object) => anna.send('POST', '/api/transactions', { ...good, ...change });
  const before = await snapshot(app);
  for (const amount of ['0', 0, '0.00000000', '-1', '', 'abc', '1e-8', null]) {
    const reply = await add({ amount });
    expect([reply.status, message(reply)]).toEqual([400, 'Please enter a valid amount']);
  }
  for (const description of ['', '   ', '\n\t', '\u202e'])
    expect(message(await add({ description }))).toBe('Please fill in all fields');
  expect(message(await add({ description: 'x'.repeat(201) }))).toBe('At most 200 characters');
  const byHand: readonly string[] = [...PARENT_TYPES, 'savings_deposit'];
  const byProgram = TYPES.filter((type) => !byHand.includes(type));
  expect(byProgram).toHaveLength(3);
  for (const type of [...byProgram, 'gift', '', 'toString']) {
    const reply = await add({ type });
    expect([reply.status, message(reply)], type).toEqual([
      400,
      'Expected one of bonus, chore_payment, earned, spending, lightning_spend, savings_deposit',
    ]);
  }
  expect((await add({ createdAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
  expect(await snapshot(app)).toBe(before);
});

test('there are these types and no others (TXN-02)', () => {
  expect(TYPES).toEqual([
    'allowance',
    'bonus',
    'chore_payment',
    'spending_adjustment',
    'spending',
    'lightning_spend',
    'savings_deposit',
    'savings_withdrawal',
    'earned',
  ]);
});

test('each type moves its own balance, with its own sign (TXN-01 TXN-02 TXN-03 CHILD-01)', async () => {
  const mia = await addChild(anna);
  const toSavings = { from: null, to: 'savings' };
  const toSpending = { from: null, to: 'spending' };
  const fromSpending = { from: 'spending', to: null };
  const steps: [string, string, string, string[], object][] = [
    ['bonus', '0.003', '0.00300000', ['0.00300000', '0.00000000'], toSavings],
    ['chore_payment', '0.001', '0.00100000', ['0.00400000', '0.00000000'], toSavings],
    ['earned', '0.0005', '0.00050000', ['0.00400000', '0.00050000'], toSpending],
    ['spending', '0.0002', '-0.00020000', ['0.00400000', '0.00030000'], fromSpending],
    ['lightning_spend', '0.00000001', '-0.00000001', ['0.00400000', '0.00029999'], fromSpending],
  ];
  for (const [type, amount, signed, after, places] of steps) {
    const reply = await record(anna, mia.id, type, amount, `A ${type}`);
    expect(reply.body, type).toEqual({
      id: UUID,
      childId: mia.id,
      type,
      amount: signed,
      description: `A ${type}`,
      childName: 'Mia',
      createdAt: '2026-11-18T12:00:00.000Z',
      state: 'recorded',
      reverses: null,
      undoneBy: null,
      ...places,
    });
    expect(await balances(mia.id), type).toEqual(after);
    const all = (await anna.get(`/api/children/${mia.id}/transactions`)).body as Transaction[];
    expect(all).toContainEqual(reply.body);
  }
});

test('nobody spends more than there is: 409 with a readable message, and nothing is written (T29)', async () => {
  const mia = await addChild(anna);
  await record(anna, mia.id, 'bonus', '1'); // Savings can't be spent.
  await record(anna, mia.id, 'earned', '0.001');
  const before = await snapshot(app);
  for (const type of ['spending', 'lightning_spend']) {
    const reply = await record(anna, mia.id, type, '0.00100001');
    expect([reply.status, reply.body]).toEqual([
      409,
      {
        message: 'You don’t have enough for this',
        code: 'CONFLICT',
        reason: 'NOT_ENOUGH',
        field: 'amount',
      },
    ]);
  }
  expect(await snapshot(app)).toBe(before);
  expect((await record(anna, mia.id, 'spending', '0.001')).status).toBe(200);
  expect(await balances(mia.id)).toEqual(['1.00000000', '0.00000000']);
});

test('twenty spend the same money at once: one of them has it (T29)', async () => {
  const mia = await addChild(anna);
  await record(anna, mia.id, 'earned', '0.001');
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => record(anna, mia.id, 'spending', '0.0006')),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  expect(await balances(mia.id)).toEqual(['0.00000000', '0.00040000']);
});

test('the 5 latest, or all, the newest first (TXN-04 TXN-05 TXN-24 TXN-25)', async () => {
  const zoe = await app.signIn('zoe@example.com');
  const [kim, leo] = [await addChild(zoe, { name: 'Kim' }), await addChild(zoe, { name: 'Leo' })];
  expect(await recent(zoe)).toEqual([]);
  for (const wrong of ['?all=yes', '?all=', '?all=true&all=false', '?limit=1000'])
    expect((await zoe.get(`/api/transactions/recent${wrong}`)).status, wrong).toBe(400);
  for (let i = 0; i < 8; i++) {
    await record(zoe, i % 2 ? kim.id : leo.id, 'bonus', `0.0000000${i + 1}`, `No. ${i}`);
    app.clock.advance(60_000);
  }
  const words = (list: Transaction[]) => list.map(({ description }) => description);
  const all = ['No. 7', 'No. 6', 'No. 5', 'No. 4', 'No. 3', 'No. 2', 'No. 1', 'No. 0'];
  expect(words(await recent(zoe))).toEqual(all.slice(0, 5));
  expect(words(await recent(zoe, '?all=false'))).toEqual(all.slice(0, 5));
  expect(words(await recent(zoe, '?all=true'))).toEqual(all);
  expect((await recent(zoe))[0]).toMatchObject({ childName: 'Kim', amount: '0.00000008' });
});

test('a child sees its own entries alone, in every list (TXN-06 T19e)', async () => {
  const vera = await app.signIn('vera@example.com');
  const [mia, leo] = [await addChild(vera), await addChild(vera, { name: 'Leo' })];
  await record(vera, mia.id, 'bonus', '0.001', 'For Mia');
  await record(vera, leo.id, 'bonus', '0.002', 'For Leo');
  const kid = await joinAsChild(app, vera, mia.id, 'mia@example.com');
  expect((await kid.get(`/api/children/${leo.id}/transactions`)).status).toBe(404);
  expect((await record(kid, mia.id, 'bonus', '1')).status).toBe(403);
  for (const path of [
    '/api/transactions/recent',
    '/api/transactions/recent?all=true',
    `/api/children/${mia.id}/transactions`,
  ]) {
    const list = (await kid.get(path)).body as Transaction[];
    expect(
      list.map(({ description }) => description),
      path,
    ).toEqual(['For Mia']);
  }
});

test('what forges lines or turns the writing around is taken out of a description (T43 T44)', async () => {
  const mia = await addChild(anna);
  const cleaned: [string, string][] = [
    ['  Raked\r\n the\tleaves  ', 'Raked the leaves'],
    ['a\u0000b\u0007c\u001b[31md\u007fe\u009ff', 'a b c [31md e f'],
    ['abc\u202eevil\u202c', 'abc evil'],
    ['\u2066x\u2069\u200e\u200f\u061cy', 'x y'],
    ['one\u2028two\u2029three\u0085four', 'one two three four'],
    ['<b>bold</b> & "quoted"', '<b>bold</b> & "quoted"'],
    ['Grüße, 你好, שלום, 👨‍👩‍👧', 'Grüße, 你好, שלום, 👨‍👩‍👧'],
    ['=HYPERLINK("https://evil")', '=HYPERLINK("https://evil")'],
  ];
  for (const [sent, kept] of cleaned) {
    const reply = await record(anna, mia.id, 'bonus', '0.00000001', sent);
    expect((reply.body as Transaction).description).toBe(kept);
  }
  const stored = (await anna.get(`/api/children/${mia.id}/transactions`)).body as Transaction[];
  expect(stored.map(({ description }) => description).sort()).toEqual(
    cleaned.map(([, kept]) => kept).sort(),
  );
});

test.each([
  ['zero-width spaces', '\u200b\u200b'],
  ['an empty pattern', '\u2800'],
  ['a filler', ' \u3164 '],
  ['soft hyphens', '\u00ad\u00ad'],
])('%s are no words, and no name (TXN-09 TXN-12 CHILD-14 T44)', async (_, unseen) => {
  const mia = await addChild(anna);
  const line = await record(anna, mia.id, 'bonus', '0.00000001', unseen);
  expect([line.status, message(line)]).toEqual([400, 'Please fill in all fields']);
  const body = { name: unseen, age: 9, weeklyAllowance: '0.0001', allowanceDay: 3 };
  expect((await anna.send('POST', '/api/children', body)).status).toBe(400);
  expect((await record(anna, mia.id, 'bonus', '0.00000001', `a${unseen}`)).status).toBe(200);
});

test('the book knows who made an entry, parent or spouse (AUTH-45)', async () => {
  const host = await app.signIn('host@example.com');
  const mia = await addChild(host);
  const tom = await joinAsSpouse(app, host, 'tom@example.com');
  await record(host, mia.id, 'bonus', '0.001');
  await record(tom, mia.id, 'chore_payment', '0.001');
  const rows = await app.db.owner<{ type: string; email: string }[]>`
    SELECT e.type, u.email FROM entry e JOIN users u ON u.user_id = e.made_by
    WHERE e.child_id = ${mia.id} ORDER BY e.type`;
  expect(rows.map(({ type, email }) => `${type} ${email}`)).toEqual([
    'bonus host@example.com',
    'chore_payment tom@example.com',
  ]);
});

test('a child enters sixty lines of spending a day; a parent and a sibling go on (T54)', async () => {
  const host = await app.signIn('sixty@example.com');
  const mia = await addChild(host);
  await record(host, mia.id, 'earned', '0.001');
  const kid = await joinAsChild(app, host, mia.id, 'sixty-kid@example.com');
  const leo = await addChild(host, { name: 'Leo' });
  const brother = await joinAsChild(app, host, leo.id, 'sixty-brother@example.com');
  await record(host, leo.id, 'earned', '0.001');
  const spend = (who: Visitor) => record(who, mia.id, 'spending', '0.00000001');
  for (let i = 0; i < 60; i++) expect((await spend(kid)).status).toBe(200);
  const late = await spend(kid);
  expect([late.status, late.body]).toMatchObject([429, { reason: 'ENOUGH_TODAY' }]);
  expect((await spend(host)).status).toBe(200);
  expect((await record(brother, leo.id, 'spending', '0.00000001')).status).toBe(200);
  app.clock.advance(86_400_001);
  expect((await spend(kid)).status).toBe(200);
});
