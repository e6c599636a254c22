/** Balances set right: the difference, its author, and no lost update. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseBtc } from '#core/money.ts';
import type { Transaction } from '#features/book/transactions/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsSpouse, message, record } from '#tests/support/family.ts';
import { snapshot } from '#tests/support/world.ts';
import { placeHold } from '../../../server/ledger/holds.ts';

let app: TestApp;
let anna: Visitor;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
});
afterAll(() => app.close());

const savings = (who: Visitor, id: string, newBalance: unknown, over: object = {}) =>
  who.send('POST', `/api/children/${id}/update-savings`, { newBalance, ...over });
const lightning = (who: Visitor, id: string, newBalance: unknown, over: object = {}) =>
  who.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance, ...over });
const entryIn = (reply: { body: never }) =>
  (reply.body as { transaction: Transaction | null }).transaction;

test('a new balance is a number of 0 or more in its own unit, and nothing else (TXN-19 T30)', async () => {
  const mia = await addChild(anna);
  const before = await snapshot(app);
  const neither = [
    '',
    ' ',
    '-1',
    '+1',
    '1e3',
    '0x1',
    '1,500',
    '05',
    '٣',
    'NaN',
    -1,
    null,
    true,
    [],
    {},
  ];
  for (const value of [...neither, '0.000000001', '21000000.00000001', 1e-9, 22e6]) {
    const reply = await savings(anna, mia.id, value);
    expect([reply.status, message(reply)], JSON.stringify(value)).toEqual([
      400,
      'Please enter a valid positive number',
    ]);
  }
  for (const value of [...neither, '0.5', 0.5, 2 ** 53, '2100000000000001', '1'.repeat(17)]) {
    const reply = await lightning(anna, mia.id, value);
    expect([reply.status, message(reply)], JSON.stringify(value)).toEqual([
      400,
      'Please enter a valid positive number',
    ]);
  }
  expect(await snapshot(app)).toBe(before);
});

test('the book takes the difference as a correction, up and down (TXN-20 TXN-21)', async () => {
  const mia = await addChild(anna);
  const steps = [
    [savings, '0.003', 'savings_deposit', '0.00300000', 'Correction of savings'],
    [savings, 0.001, 'savings_withdrawal', '-0.00200000', 'Correction of savings'],
    [lightning, 50_000, 'spending_adjustment', '0.00050000', 'Correction of spending money'],
    [lightning, '1', 'spending_adjustment', '-0.00049999', 'Correction of spending money'],
  ] as const;
  for (const [set, value, type, amount, description] of steps) {
    const reply = await set(anna, mia.id, value);
    expect(reply.body).toMatchObject({
      success: true,
      transaction: { childId: mia.id, childName: 'Mia', type, amount, description },
    });
    const book = (await anna.get(`/api/children/${mia.id}/transactions`)).body as Transaction[];
    expect(book).toContainEqual(entryIn(reply));
  }
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00100000',
    spendingBalance: '0.00000001',
  });
  // Nothing to correct, so no entry.
  expect((await savings(anna, mia.id, '0.001')).body).toEqual({ success: true, transaction: null });
  expect((await lightning(anna, mia.id, 1)).body).toEqual({ success: true, transaction: null });
  expect((await lightning(anna, mia.id, 0)).status).toBe(200);
});

test('two parents who saw the same balance: the second gets 409 with the fresh number (T36)', async () => {
  const mia = await addChild(anna);
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  await record(anna, mia.id, 'bonus', '0.001');
  await record(anna, mia.id, 'earned', '0.0002');
  const [one, two] = await Promise.all([
    savings(anna, mia.id, '0.002', { seenBalance: '0.001' }),
    savings(tom, mia.id, '0.003', { seenBalance: '0.001' }),
  ]);
  const [won, lost] = one.status === 200 ? [one, two] : [two, one];
  expect([won.status, lost.status]).toEqual([200, 409]);
  const { savingsBalance } = await getChild(anna, mia.id);
  const sats = parseBtc(savingsBalance) ?? 0n;
  expect(lost.body).toEqual({
    message: `The balance has changed. It is now ${sats.toLocaleString('en')} sats`,
    code: 'CONFLICT',
    reason: 'BALANCE_CHANGED',
    values: { sats: String(sats) },
    field: 'seenBalance',
  });
  const late = await lightning(tom, mia.id, 5, { seenBalance: 19_999 });
  expect([late.status, message(late)]).toEqual([
    409,
    'The balance has changed. It is now 20,000 sats',
  ]);
  expect((await lightning(tom, mia.id, 5, { seenBalance: '20000' })).status).toBe(200);
  const [row] = await app.db.owner<{ email: string }[]>`
    SELECT email FROM entry JOIN users ON user_id = made_by
    WHERE entry.child_id = ${mia.id} AND type = 'spending_adjustment'`;
  expect(row?.email).toBe('tom@example.com');
});

test('a balance below what open requests hold is refused, and they are named (T36)', async () => {
  const mia = await addChild(anna);
  await record(anna, mia.id, 'bonus', '0.003');
  const [account] = await app.db.owner<{ familyId: string; accountId: string }[]>`
    SELECT family_id, account_id FROM account WHERE child_id = ${mia.id} AND kind = 'savings'`;
  const { familyId, accountId } = account as { familyId: string; accountId: string };
  await app.db.changeFamily(familyId, (tx) =>
    placeHold(tx, familyId, {
      accountId,
      amountSats: 200_000n,
      reason: 'withdrawal',
      now: app.clock.now,
    }),
  );
  const before = await snapshot(app);
  const reply = await savings(anna, mia.id, '0.00199999');
  expect([reply.status, reply.body]).toEqual([
    409,
    {
      message: expect.stringMatching(/Please answer them first: .*0\.00200000 BTC/),
      code: 'CONFLICT',
      reason: 'HELD',
      values: { requests: expect.stringMatching(/0\.00200000 BTC/) },
      field: 'newBalance',
    },
  ]);
  expect(await snapshot(app)).toBe(before);
  expect((await savings(anna, mia.id, '0.002')).status).toBe(200);
});
