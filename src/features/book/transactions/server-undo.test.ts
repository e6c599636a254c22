/** Undoing an entry, giving to several at once: all or nothing, and a plain reason if not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  getChild,
  joinAsChild,
  joinAsSpouse,
  message,
  record,
} from '#tests/support/family.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';
import { snapshot } from '#tests/support/world.ts';
import { placeHold, releaseHold } from '../../../server/ledger/holds.ts';
import type { Transaction } from './contract.ts';

const HOUR = 3_600_000;

let app: TestApp;
let anna: Visitor;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
});
afterAll(() => app.close());

const undo = (who: Visitor, id: string) => who.send('POST', `/api/transactions/${id}/undo`);
const add = async (childId: string, type = 'bonus', amount = '0.001', words = 'Leaves') =>
  (await record(anna, childId, type, amount, words)).body as Transaction;
const bookOf = async (childId: string) =>
  (await anna.get(`/api/children/${childId}/transactions`)).body as Transaction[];
const balances = async (id: string) => {
  const { savingsBalance, spendingBalance } = await getChild(anna, id);
  return [savingsBalance, spendingBalance];
};

test('an entry is undone by another one; both stay and name each other (TXN-03)', async () => {
  const mia = await addChild(anna);
  const entry = await add(mia.id);
  const reply = await undo(anna, entry.id);
  const reversal = reply.body as Transaction;
  expect([reply.status, reversal]).toMatchObject([
    200,
    {
      type: 'bonus',
      amount: '-0.00100000',
      description: 'Taken back: Leaves',
      reverses: entry.id,
      undoneBy: null,
    },
  ]);
  expect(await balances(mia.id)).toEqual(['0.00000000', '0.00000000']);
  expect(await bookOf(mia.id)).toEqual([reversal, { ...entry, undoneBy: reversal.id }]);
  for (const [id, why] of [
    [entry.id, 'This line has already been taken back'],
    [reversal.id, 'This line takes another one back, so it stays'],
  ] as const) {
    const again = await undo(anna, id);
    expect([again.status, message(again)]).toEqual([409, why]);
  }
});

test('only within 24 hours of recording, and a correcting line after that', async () => {
  const mia = await addChild(anna);
  const [first, second] = [await add(mia.id), await add(mia.id)];
  app.clock.advance(24 * HOUR - 1);
  expect((await undo(anna, first.id)).status).toBe(200);
  app.clock.advance(1);
  const before = await snapshot(app);
  const late = await undo(anna, second.id);
  expect([late.status, message(late)]).toEqual([
    409,
    'More than 24 hours have passed. Please add a correcting line instead',
  ]);
  expect(await snapshot(app)).toBe(before);
});

test('an allowance that is taken back stays settled: no button books its week again (TXN-02)', async () => {
  const kim = await addChild(anna, { name: 'Kim', allowanceDay: 4 });
  app.clock.now = new Date('2026-11-26T09:00:00Z');
  await anna.send('POST', '/api/process-allowances');
  const paid = (await bookOf(kim.id)).filter(({ type }) => type === 'allowance');
  expect(paid.length).toBeGreaterThan(0);
  for (const { id } of paid) expect((await undo(anna, id)).status).toBe(200);
  expect(await balances(kim.id)).toEqual(['0.00000000', '0.00000000']);
  const again = await anna.send('POST', '/api/process-allowances');
  expect(again.body).toMatchObject({ processedChildren: [] });
  expect(await balances(kim.id)).toEqual(['0.00000000', '0.00000000']);
});

test('a pay day is taken back or marked as paid in one step: all of it, or nothing (TXN-03)', async () => {
  const mia = await addChild(anna);
  const leo = await addChild(anna, { name: 'Leo' });
  const [first, second] = [await add(mia.id), await add(leo.id)];
  const several = (act: 'undo' | 'paid', ids: unknown) =>
    anna.send('POST', `/api/transactions/several/${act}`, { ids });
  await anna.send('POST', `/api/transactions/${second.id}/paid`);
  const before = await snapshot(app);
  const refused = await several('undo', [first.id, second.id]);
  expect(refused.status).toBe(409);
  for (const ids of [[], [first.id, first.id], Array.from({ length: 101 }, () => first.id)])
    expect((await several('undo', ids)).status).toBe(400);
  expect(await snapshot(app)).toBe(before);

  await anna.send('DELETE', `/api/transactions/${second.id}/paid`);
  const paid = (await several('paid', [first.id, second.id])).body as Transaction[];
  expect(paid.map(({ id, state }) => [id, state])).toEqual([
    [first.id, 'paid'],
    [second.id, 'paid'],
  ]);
  for (const { id } of paid) await anna.send('DELETE', `/api/transactions/${id}/paid`);
  const undone = (await several('undo', [first.id, second.id])).body as Transaction[];
  expect(undone.map(({ reverses }) => reverses)).toEqual([first.id, second.id]);
  expect(await balances(mia.id)).toEqual(['0.00000000', '0.00000000']);
  expect((await several('paid', [first.id])).status).toBe(409);
});

test('what was spent in the meantime cannot be undone, and requests that hold the money are named (T29)', async () => {
  const mia = await addChild(anna);
  const earned = await add(mia.id, 'earned', '0.001');
  await add(mia.id, 'spending', '0.0005');
  const gone = await undo(anna, earned.id);
  expect([gone.status, message(gone)]).toEqual([
    409,
    'That money is no longer there: it has been spent or moved',
  ]);
  const bonus = await add(mia.id, 'bonus', '0.003');
  const [account] = await app.db.owner<{ familyId: string; accountId: string }[]>`
    SELECT family_id, account_id FROM account WHERE child_id = ${mia.id} AND kind = 'savings'`;
  const { familyId, accountId } = account as { familyId: string; accountId: string };
  const { now } = app.clock;
  await app.db.changeFamily(familyId, async (tx) => {
    const hold = { accountId, reason: 'withdrawal', now };
    const ended = await placeHold(tx, familyId, { ...hold, amountSats: 7_000n });
    await releaseHold(tx, familyId, ended, now);
    await placeHold(tx, familyId, { ...hold, amountSats: 100_000n });
  });
  const before = await snapshot(app);
  const held = await undo(anna, bonus.id);
  expect(held.status).toBe(409);
  expect(message(held)).toMatch(
    /^Open requests hold this money\. Please answer them first: [^,]*0\.00100000 BTC/,
  );
  expect(await snapshot(app)).toBe(before);
});

test('an entry is taken back where that leaves exactly what a request holds, or nothing', async () => {
  const mia = await addChild(anna);
  const [more, bonus] = [await add(mia.id, 'bonus', '0.00000001'), await add(mia.id)];
  const ask = { childId: mia.id, amount: '0.001', reason: 'Boots' };
  const { id } = (await anna.send('POST', '/api/withdrawal-requests', ask)).body as { id: string };
  expect((await undo(anna, bonus.id)).status).toBe(409);
  expect((await undo(anna, more.id)).status).toBe(200);
  await anna.send('DELETE', `/api/requests/${id}`);
  expect((await undo(anna, bonus.id)).status).toBe(200);
  expect(await balances(mia.id)).toEqual(['0.00000000', '0.00000000']);
});

test('what was paid, or may have been, is not taken back', async () => {
  const mia = await addChild(anna);
  const entry = await add(mia.id);
  await anna.send('POST', `/api/transactions/${entry.id}/paid`);
  const paid = await undo(anna, entry.id);
  expect([paid.status, message(paid)]).toEqual([
    409,
    'This is marked as paid. Take that back first',
  ]);
  await anna.send('DELETE', `/api/transactions/${entry.id}/paid`);
  expect((await undo(anna, entry.id)).status).toBe(200);
  const nothing = await anna.send('POST', `/api/transactions/${entry.id}/paid`);
  expect([nothing.status, message(nothing)]).toEqual([
    409,
    'This entry was taken back: there is nothing to pay',
  ]);
});

test('a line from a wallet’s file is taken back with its import, not alone', async () => {
  const mia = await addChild(anna);
  const at = app.clock.now.toISOString();
  await importFile(anna, mia.id, phoenixdFile([{ id: 'one', at, sats: 700 }]));
  const [line] = await bookOf(mia.id);
  const refused = await undo(anna, line?.id as string);
  expect([refused.status, message(refused)]).toEqual([
    409,
    'This line came from a wallet’s file. Take that import back instead',
  ]);
});

test('entries of a closed book cannot be undone', async () => {
  const ben = await addChild(anna, { name: 'Ben' });
  const entry = await add(ben.id);
  await anna.send('DELETE', `/api/children/${ben.id}`);
  const refused = await undo(anna, entry.id);
  expect([refused.status, message(refused)]).toEqual([409, 'This child’s book is closed']);
});

test('two parents take one entry back at once: one reversal (T26)', async () => {
  const mia = await addChild(anna);
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const entry = await add(mia.id);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => undo(i % 2 ? anna : tom, entry.id)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  expect(await balances(mia.id)).toEqual(['0.00000000', '0.00000000']);
  const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
  expect((await undo(kid, entry.id)).status).toBe(403);
});

test('several children are given something in one step: one entry each', async () => {
  const [mia, leo] = [await addChild(anna), await addChild(anna, { name: 'Leo' })];
  const gift = {
    type: 'bonus',
    description: 'New Year',
    payments: [
      { childId: mia.id, amount: '0.001' },
      { childId: leo.id, amount: '0.00200000' },
    ],
  };
  const reply = await anna.send('POST', '/api/transactions/several', gift);
  expect([reply.status, reply.body]).toMatchObject([
    200,
    [
      { childName: 'Mia', amount: '0.00100000', description: 'New Year' },
      { childName: 'Leo', amount: '0.00200000', description: 'New Year' },
    ],
  ]);
  expect(await balances(mia.id)).toEqual(['0.00100000', '0.00000000']);
  expect(await balances(leo.id)).toEqual(['0.00200000', '0.00000000']);
});

test('for several children it is all or none, and once (TXN-09 TXN-10 T26)', async () => {
  const mia = await addChild(anna);
  const zoe = await app.signIn('zoe@example.com');
  const foreign = await addChild(zoe);
  const give = (payments: unknown, over: object = {}, headers = {}) =>
    anna.send(
      'POST',
      '/api/transactions/several',
      { type: 'bonus', description: 'Gift', payments, ...over },
      headers,
    );
  const good = { childId: mia.id, amount: '0.001' };
  const before = await snapshot(app);
  expect((await give([good, { ...good, childId: foreign.id }])).status).toBe(404);
  expect(message(await give([good, good]))).toBe('Each child can be named once');
  expect(message(await give([]))).toBe('Choose at least one child');
  expect(message(await give([{ ...good, amount: '0' }]))).toBe('Please enter a valid amount');
  expect(message(await give([good], { description: ' ' }))).toBe('Please fill in all fields');
  expect((await give([good], { type: 'spending' })).status).toBe(400);
  expect((await give(Array.from({ length: 31 }, () => good))).status).toBe(400);
  expect(await snapshot(app)).toBe(before);
  const key = { 'idempotency-key': 'several-children-1' };
  const replies = await Promise.all(Array.from({ length: 10 }, () => give([good], {}, key)));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(await balances(mia.id)).toEqual(['0.00100000', '0.00000000']);
});
