/** A parent answers a gift wrongly: the entry is undone, and the question returns. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseBtc } from '#core/money.ts';
import { recordArrival } from '#features/book/payments/arrivals.ts';
import type { Details } from '#features/book/transactions/contract.ts';
import type { Message } from '#features/notices/messages/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { Tx } from '#server/db/sql.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message } from '#tests/support/family.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';
import { giftArrival } from './arrival.ts';
import type { Gift } from './contract.ts';
import { addGift, eraseOldComments, findGiftByHash } from './store.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let anna: Visitor;
let kid: Visitor;
let mia: Child;
let familyId: string;
beforeEach(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
  mia = await addChild(anna);
  kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
  const [row] = await app.db.owner<{ familyId: string }[]>`SELECT family_id FROM child`;
  familyId = row?.familyId ?? '';
});
afterEach(() => app.close());

/** As written by the address and the watcher once the wallet reports it paid. */
async function arrive(amountSats: bigint, comment = ''): Promise<string> {
  const { db } = app.services;
  const now = app.clock.now;
  const paymentHash = randomBytes(32).toString('hex');
  const asked = { familyId, childId: mia.id, paymentHash, invoice: 'lnbcrt1', verifyUrl: null };
  const connectionId = crypto.randomUUID();
  const expiresAt = new Date(now.getTime() + HOUR_MS);
  const gift = { ...asked, connectionId, amountSats, description: comment, expiresAt };
  await addGift(db.owner, gift, { now, lookAt: now });
  return db.changeFamily(familyId, async (tx) => {
    const id = (await findGiftByHash(tx, familyId, paymentHash))?.paymentId ?? '';
    await settleAgain(tx, id);
    return id;
  });
}

function settleAgain(tx: Tx, id: string): Promise<void> {
  const settled = { state: 'settled', proof: 'stated', feeSats: undefined } as const;
  const found = { ...settled, settledAt: undefined };
  const answered = { by: undefined, now: app.clock.now };
  return recordArrival(giftArrival, app.services, tx, familyId, id, { found, answered });
}

const gift = async (id: string) =>
  ((await anna.get('/api/lightning/gifts')).body as Gift[]).find((one) => one.id === id);
async function answered(id: string, purpose: 'savings' | 'spending'): Promise<string> {
  const reply = await anna.send('POST', `/api/lightning/gifts/${id}/answer`, { purpose });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as Gift).entryId ?? '';
}
const messageCount = async () =>
  ((await kid.get('/api/messages')).body as Message[]).filter(({ kind }) => kind === 'gift_booked')
    .length;
const undo = (entryId: string, who = anna, headers = {}) =>
  who.send('POST', `/api/transactions/${entryId}/undo`, {}, headers);
const details = async (entryId: string) =>
  (await anna.get(`/api/transactions/${entryId}`)).body as Details;
const balances = async () => {
  const { savingsBalance, spendingBalance } = await getChild(anna, mia.id);
  return [parseBtc(savingsBalance) ?? 0n, parseBtc(spendingBalance) ?? 0n];
};

test('a gift that is not paid yet is no question to the parents (T26)', async () => {
  const of = await onlyFamily(app);
  await addRow(app, of, { purpose: 'gift', state: 'open', connectionId: of.childId });
  expect((await anna.get('/api/lightning/gifts')).body).toEqual([]);
  expect(await gift(await arrive(300n))).toMatchObject({ state: 'waiting' });
});

test('only its own parents can undo an answer, and only for a day (T26)', async () => {
  const id = await arrive(5_000n);
  // The child is notified once it is in its book, not earlier.
  const no = await anna.send('POST', `/api/lightning/gifts/${id}/answer`, { purpose: null });
  expect([no.status, await messageCount()]).toEqual([200, 0]);
  const entryId = await answered(id, 'savings');
  expect(await messageCount()).toBe(1);
  expect((await undo(entryId, kid)).status).toBe(403);
  const stranger = await app.signIn('stranger@example.com');
  expect((await undo(entryId, stranger)).status).toBe(404);
  app.clock.advance(24 * HOUR_MS + 1);
  const again = await app.signIn('anna@example.com');
  expect(message(await undo(entryId, again))).toContain('24 hours');
  expect(await balances()).toEqual([5_000n, 0n]);
});

test('an answer whose money is used stays until it is there again (T26)', async () => {
  anna = await app.signIn('anna@example.com');
  const id = await arrive(700n);
  const entryId = await answered(id, 'spending');
  const spent = { childId: mia.id, type: 'spending', amount: '0.00000500', description: 'Sweets' };
  expect((await anna.send('POST', '/api/transactions', spent)).status).toBe(200);
  expect((await details(entryId)).undoObstacle).not.toBeNull();
  expect((await undo(entryId)).status).toBe(409);
  expect(await gift(id)).toMatchObject({ state: 'booked', entryId });
});

test.each(['savings', 'spending'] as const)(
  'a gift wrongly booked to %s is undone once, asked about again, and booked again (T26 T27)',
  async (purpose) => {
    const id = await arrive(2_000n);
    const before = await balances();
    const entryId = await answered(id, purpose);
    expect(await balances()).not.toEqual(before);
    const { entry, undoUntil } = await details(entryId);
    const type = purpose === 'savings' ? 'savings_deposit' : 'earned';
    expect(entry).toMatchObject({ state: 'paid', type });
    expect(undoUntil, 'the entry offers it').not.toBeNull();

    const key = { 'idempotency-key': crypto.randomUUID() };
    const twice = [undo(entryId, anna, key), undo(entryId, anna, key), undo(entryId)];
    const replies = await Promise.all(twice);
    expect(replies.filter(({ status }) => status === 409)).not.toHaveLength(3);
    const done = replies.filter(({ status }) => status === 200);
    const reversals = new Set(done.map(({ body }) => (body as { id: string }).id));
    expect(reversals.size).toBe(1);
    expect((await undo(entryId)).status).toBe(409);
    expect((await details([...reversals][0] ?? '')).entry).toMatchObject({ reverses: entryId });
    expect(await balances()).toEqual(before);
    expect(await gift(id)).toMatchObject({ state: 'waiting', purpose: null, answeredBy: null });

    const other = purpose === 'savings' ? 'spending' : 'savings';
    expect(await answered(id, other)).not.toBe(entryId);
    const [savings = 0n, spending = 0n] = before;
    expect(await balances()).toEqual(
      other === 'savings' ? [savings + 2_000n, spending] : [savings, spending + 2_000n],
    );
  },
);

test('a gift that two look-ups find paid is one question, and the parents are notified once (T26)', async () => {
  const told = async () =>
    ((await anna.get('/api/messages')).body as { kind: string }[]).filter(
      ({ kind }) => kind === 'gift_arrived',
    ).length;
  const before = await told();
  const id = await arrive(4_000n);
  await app.services.db.changeFamily(familyId, (tx) => settleAgain(tx, id));
  expect([(await gift(id))?.state, (await told()) - before]).toEqual(['waiting', 1]);
  // Nor another question after its answer.
  await answered(id, 'spending');
  await app.services.db.changeFamily(familyId, (tx) => settleAgain(tx, id));
  expect([(await gift(id))?.state, (await told()) - before]).toEqual(['booked', 1]);
});

test('the words of a gift go 30 days after its answer, however long it waited for that (T24)', async () => {
  const id = await arrive(300n, 'For the bike');
  app.clock.advance(40 * 24 * HOUR_MS);
  anna = await app.signIn('anna@example.com');
  await answered(id, 'savings');
  // A declined gift's text remains.
  const of = await onlyFamily(app);
  const said = { decidedBy: of.madeBy, decidedAt: app.clock.now, description: 'Sweets' };
  const other = await addRow(app, of, { purpose: 'spend', state: 'declined', ...said });
  const now = app.clock.now.getTime();
  const wordsAfter = async (ms: number) => {
    await eraseOldComments(app.db.owner, new Date(now + ms));
    const [row] = await app.db.owner<{ comment: string }[]>`
      SELECT description AS comment FROM payment WHERE payment_id = ${id}`;
    return row?.comment;
  };
  const DAYS_30 = 30 * 24 * HOUR_MS;
  expect([await wordsAfter(DAYS_30 - 1), await wordsAfter(DAYS_30)]).toEqual(['For the bike', '']);
  const [kept] = await app.db.owner`
    SELECT description FROM payment WHERE payment_id = ${other}`;
  expect(kept).toEqual({ description: 'Sweets' });
});
