/** The monthly statement: sums that close, months in local time, the newest seal. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Page } from '#features/book/transactions/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { Account } from '#features/pocket/balances/contract.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, record } from '#tests/support/family.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';
import { sealAll } from '../../../server/ledger/seal.ts';
import type { Statement } from './contract.ts';

let app: TestApp;
let anna: Visitor;
let mia: Child;
beforeEach(async () => {
  app = await startApp({ at: '2026-10-10T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'Pacific/Auckland' });
  mia = await addChild(anna, { weeklyAllowance: '0' });
});
afterEach(() => app.close());

const ask = (who: Visitor, month: string, id = mia.id) =>
  who.get(`/api/children/${id}/statement?month=${month}`);
/** Mia has something in October; now it is December. */
async function untilDecember() {
  await record(anna, mia.id, 'bonus', '0.003', 'In October');
  app.clock.now = new Date('2026-12-05T12:00:00Z');
  anna = await app.signIn('anna@example.com');
}
const statement = async (month: string) => (await ask(anna, month)).body as Statement;

test('opening, entries and closing of a month agree, and with the adjacent months (TXN-06)', async () => {
  await record(anna, mia.id, 'bonus', '0.003', 'In October');
  await record(anna, mia.id, 'earned', '0.0001', 'Lemonade');
  // It is already November in Auckland.
  app.clock.now = new Date('2026-10-31T11:30:00Z');
  anna = await app.signIn('anna@example.com');
  await record(anna, mia.id, 'spending', '0.00004', 'Ice cream');
  await anna.send('POST', `/api/children/${mia.id}/update-savings`, { newBalance: '0.001' });
  app.clock.now = new Date('2026-12-05T12:00:00Z');
  anna = await app.signIn('anna@example.com');
  await record(anna, mia.id, 'bonus', '0.00000001', 'In December');
  const [october, november, december] = [
    await statement('2026-10'),
    await statement('2026-11'),
    await statement('2026-12'),
  ];
  expect(november).toMatchObject({
    childName: 'Mia',
    from: '2026-11-01',
    to: '2026-11-30',
    savings: { opening: '0.00300000', in: '0.00000000', out: '0.00200000', closing: '0.00100000' },
    spending: { opening: '0.00010000', in: '0.00000000', out: '0.00004000', closing: '0.00006000' },
    lines: [
      { description: 'Ice cream', savingsChange: null, spendingChange: '-0.00004000' },
      { description: 'Correction of savings', savingsChange: '-0.00200000', spendingChange: null },
    ],
    removedUpTo: null,
  });
  expect(october.savings.opening).toBe('0.00000000');
  expect(october.to).toBe('2026-10-31');
  expect(october.savings.closing).toBe(november.savings.opening);
  expect(november.spending.closing).toBe(december.spending.opening);
  expect(december.to).toBe('2026-12-06');
  const now = await getChild(anna, mia.id);
  expect([december.savings.closing, december.spending.closing]).toEqual([
    now.savingsBalance,
    now.spendingBalance,
  ]);
});

test('a line at the first moment of a month belongs to that month, among its lines and in its sums', async () => {
  const midnight = '2026-10-31T11:00:00Z'; // of 1 November in Auckland
  app.clock.now = new Date(Date.parse(midnight) - 1);
  anna = await app.signIn('anna@example.com');
  await record(anna, mia.id, 'bonus', '0.00000001', 'The last of October');
  app.clock.now = new Date(midnight);
  await record(anna, mia.id, 'bonus', '0.00000020', 'The first of November');
  app.clock.now = new Date('2026-12-05T12:00:00Z');
  anna = await app.signIn('anna@example.com');
  const [october, november] = [await statement('2026-10'), await statement('2026-11')];
  expect(october).toMatchObject({
    savings: { closing: '0.00000001' },
    lines: [{ description: 'The last of October' }],
  });
  expect(november).toMatchObject({
    savings: { opening: '0.00000001', in: '0.00000020', closing: '0.00000021' },
    lines: [{ description: 'The first of November' }],
  });
});

test('a pruned month says so and shows no figure that it cannot know (PRIV-15 T34)', async () => {
  const email = 'pruned@example.com';
  app.clock.now = new Date('2025-03-10T12:00:00Z');
  const first = await app.signIn(email);
  await first.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const leo = await addChild(first, { name: 'Leo', weeklyAllowance: '0' });
  await record(first, leo.id, 'bonus', '0.00000100', 'Old');
  app.clock.now = new Date('2025-04-03T12:00:00Z');
  await record(await app.signIn(email), leo.id, 'bonus', '0.00000020', 'Also old');
  app.clock.now = new Date('2025-04-20T12:00:00Z');
  await record(await app.signIn(email), leo.id, 'bonus', '0.00000003', 'Kept');
  await sealAll(app.db.owner, SEAL_KEY);
  app.clock.now = new Date('2026-04-10T12:00:00Z');
  const parent = await app.signIn(email);
  expect((await parent.send('DELETE', '/api/transactions/prune/12')).body).toMatchObject({
    deletedCount: 2,
  });
  const of = async (month: string) => (await ask(parent, month, leo.id)).body as Statement;
  const nothing = { opening: null, in: null, out: null, closing: null };
  const removedUpTo = '2025-04-03T12:00:00.000Z';
  expect(await of('2025-03')).toMatchObject({ savings: nothing, spending: nothing, removedUpTo });
  expect(await of('2025-04')).toMatchObject({
    savings: { opening: '0.00000120', in: null, out: null, closing: '0.00000123' },
    lines: [{ description: 'Kept' }],
    removedUpTo,
  });
  expect(await of('2025-05')).toMatchObject({
    savings: { opening: '0.00000123', in: '0.00000000', closing: '0.00000123' },
    removedUpTo: null,
  });
});

test('the newest seal is on every statement', async () => {
  await untilDecember();
  await sealAll(app.db.owner, SEAL_KEY);
  const [newest] = await app.db.owner<{ sealNo: bigint; mac: string }[]>`
    SELECT seal_no, encode(mac, 'hex') AS mac FROM seal ORDER BY seal_no DESC LIMIT 1`;
  expect((await statement('2026-11')).seal).toEqual({
    number: String(newest?.sealNo),
    mac: newest?.mac,
  });
});

test('a month that has not begun, or is none, is refused; a child reads its own alone', async () => {
  await untilDecember();
  for (const month of ['2027-01', '2026-13', '2026-1', 'x', ''])
    expect((await ask(anna, month)).status, month).toBe(400);
  const leo = await addChild(anna, { name: 'Leo' });
  const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
  expect((await ask(kid, '2026-11')).status).toBe(200);
  expect((await ask(kid, '2026-11', leo.id)).status).toBe(404);
});

test('a month can be read from its first minute where the family lives, not from the minute before', async () => {
  for (const [time, status] of [
    ['2026-11-30T10:59:00Z', 400],
    ['2026-11-30T11:00:00Z', 200],
  ] as const) {
    app.clock.now = new Date(time);
    anna = await app.signIn('anna@example.com');
    expect([time, (await ask(anna, '2026-12')).status]).toEqual([time, status]);
  }
});

test('the accounts of a family add up to what its children have; a child gets its own', async () => {
  await untilDecember();
  const accounts = (await anna.get('/api/accounts')).body as Account[];
  const now = await getChild(anna, mia.id);
  const mine = accounts.filter(({ childId }) => childId === mia.id);
  expect(mine.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['savings', now.savingsBalance],
    ['spending', now.spendingBalance],
  ]);
  const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
  expect((await kid.get('/api/accounts')).body).toEqual(mine);
  const goal = { title: 'Bike', description: 'A red one', category: 'bike', targetAmount: '0.01' };
  const made = await anna.send('POST', '/api/family-goals', goal);
  expect(made.status, made.text).toBe(200);
  const { id } = made.body as { id: string };
  const gift = { amount: '0.0002', contributionType: 'gift', childId: mia.id };
  const given = await anna.send('POST', `/api/family-goals/${id}/contributions`, gift);
  expect(given.status, given.text).toBe(200);
  const parts = (await kid.get('/api/accounts')).body as Account[];
  expect(parts.map(({ kind, goalTitle, balance }) => [kind, goalTitle, balance])).toContainEqual([
    'goal',
    'Bike',
    '0.00020000',
  ]);
  const account = parts.find(({ kind }) => kind === 'goal')?.id;
  const lines = (await kid.get(`/api/transactions?accountId=${account}`)).body as Page;
  expect(lines.entries.map(({ change, balanceAfter }) => [change, balanceAfter])).toEqual([
    ['0.00020000', '0.00020000'],
  ]);
  // Such an entry can be viewed; moves of a goal are undone on the goal's own page.
  const line = await anna.get(`/api/transactions/${lines.entries[0]?.id}`);
  expect(line.body).toMatchObject({
    undoUntil: null,
    undoObstacle: 'A goal’s money is moved on the goal’s own page',
    payable: false,
  });
});

test('adults and children from 14 see the price that each entry kept, younger ones none', async () => {
  const rates = async (who: Visitor, id = mia.id) =>
    ((await ask(who, '2026-10', id)).body as Statement).lines.map(({ rate }) => rate);
  const tim = await addChild(anna, { name: 'Tim', age: 14, weeklyAllowance: '0' });
  await record(anna, tim.id, 'bonus', '0.0001', 'Without a price');
  const euros = { currency: 'EUR', minorPerBtc: 6_100_000 };
  await anna.send('PUT', '/api/family/rate', euros);
  for (const { id } of [mia, tim]) await record(anna, id, 'bonus', '0.0001', 'With one');
  await anna.send('PUT', '/api/family/rate', { currency: 'EUR', minorPerBtc: 7_000_000 });
  expect(await rates(await joinAsChild(app, anna, mia.id, 'mia@example.com'))).toEqual([null]);
  const ofTim = await joinAsChild(app, anna, tim.id, 'tim@example.com');
  for (const who of [anna, ofTim]) expect(await rates(who, tim.id)).toEqual([null, euros]);
  expect(await rates(anna)).toEqual([euros]);
});

test('a line that is brought later keeps the price of its own day', async () => {
  const euros = { currency: 'EUR', minorPerBtc: 6_100_000 };
  await anna.send('PUT', '/api/family/rate', euros);
  app.clock.advance(48 * 3_600_000);
  anna = await app.signIn('anna@example.com');
  await anna.send('PUT', '/api/family/rate', { currency: 'EUR', minorPerBtc: 7_000_000 });
  const file = phoenixdFile([{ id: 'a', at: '2026-10-11T12:00:00Z', sats: 900 }]);
  expect((await importFile(anna, mia.id, file)).body).toMatchObject({ imported: 1 });
  expect((await statement('2026-10')).lines.map(({ rate }) => rate)).toEqual([euros]);
});
