/** An adult's moves within 24 hours, in any way; above the ceiling with a fresh sign-in. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PayResult } from '#features/money/lightning/paying/contract.ts';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { JOBS_KEY } from '#tests/support/app.ts';
import {
  type CappedHome,
  enter,
  invoiceOf,
  moneyMessages,
  newCappedHome,
  payInvoice,
} from '#tests/support/ceiling.ts';
import { getChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { type PayoutWorld, startPayoutWorld } from '#tests/support/payouts.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';
import {
  askTransfer,
  paymentsOf,
  payTransfer,
  saveParentAddress,
  type TransferHome,
} from '#tests/support/transfers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AGAIN = [403, 'SIGN_IN_AGAIN'];

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());
beforeEach(() => {
  world.reset();
});

const home = (name: string, limit?: number) => newCappedHome(world, name, limit);
const pay = ({ parent, childId }: CappedHome, sats: number, who: Visitor = parent) =>
  payInvoice(world, who, childId, sats);
const outcome = ({ status, body }: { status: number; body: never }) => [
  status,
  (body as { code?: string }).code,
];
const PAID = [200, undefined];
/** The child, with 1,000 sats a day unasked, requests 5,000 to savings. */
async function newTransferHome(name: string): Promise<TransferHome> {
  const { parent, childId: child } = await home(name, 1_000);
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  await saveParentAddress({ parent }, world.receiver.addressOf(name));
  const kid = await joinAsChild(app, parent, child, `${name}.kid@example.com`);
  await forgetProofs(app.db);
  return { parent, kid, child, id: await askTransfer({ parent, kid, child }) };
}
const sent = () => [...world.wallet.paid.values()].reduce((sum, times) => sum + times, 0);

test('exactly the ceiling passes, fee limit included; one sat more waits for a fresh sign-in (T59 LN-14)', async () => {
  const one = await home('edge');
  const before = sent();
  // 1 percent is held for the fee: 19,802 + 198 = 20,000.
  expect(outcome(await pay(one, 19_803))).toEqual(AGAIN);
  expect([sent() - before, (await getChild(one.parent, one.childId)).availableSpending]).toEqual([
    0,
    '0.01000000',
  ]);
  expect(outcome(await pay(one, 19_802))).toEqual(PAID);
  // The wallet took a fee of 3 sats: 195 of the 198 are free again, 185 and a limit of 10 fit.
  expect(outcome(await pay(one, 186))).toEqual(AGAIN);
  expect(outcome(await pay(one, 185))).toEqual(PAID);
  expect(await moneyMessages(one.parent)).toBe(0);
});

test('the 24 hours roll to the millisecond, and a clock that goes back frees nothing (T59)', async () => {
  const one = await home('roll');
  expect(outcome(await pay(one, 19_800))).toEqual(PAID);
  app.clock.advance(DAY_MS - 1);
  expect(outcome(await pay(one, 300))).toEqual(AGAIN);
  app.clock.advance(1);
  expect(outcome(await pay(one, 300))).toEqual(PAID);
  app.clock.advance(-3 * HOUR_MS);
  expect(outcome(await pay(one, 19_800))).toEqual(AGAIN);
});

test('above it a fresh sign-in pays, and every adult is notified by message and mail, including the one who did it (T59)', async () => {
  const one = await home('told');
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  const tom = await joinAsSpouse(app, one.parent, 'tom-told@example.com');
  const mia = await joinAsChild(app, one.parent, one.childId, 'mia-told@example.com');
  expect(outcome(await pay(one, 10_000))).toEqual(PAID);
  expect([await moneyMessages(one.parent), await moneyMessages(tom)]).toEqual([0, 0]);
  expect(outcome(await pay(one, 10_000))).toEqual(PAID);
  expect([await moneyMessages(one.parent), await moneyMessages(tom)]).toEqual([1, 1]);
  expect(await moneyMessages(mia)).toBe(0);
  for (const email of ['told@example.com', 'tom-told@example.com']) {
    const mails = await queuedMails(app.db, JOBS_KEY, email);
    expect(mails.filter(({ subject }) => subject === 'Money was moved on Satling')).toHaveLength(1);
  }
  // A refusal notifies no one and leaves no entry.
  await forgetProofs(app.db);
  expect(outcome(await pay(one, 10_000))).toEqual(AGAIN);
  expect(await moneyMessages(tom)).toBe(1);
});

test('a refused call goes out again under its key once the sign-in is fresh (T59)', async () => {
  const one = await home('again');
  const body = { childId: one.childId, paymentRequest: await invoiceOf(world, 30_000) };
  const key = { 'idempotency-key': 'the-same-press' };
  const press = () => one.parent.send('POST', '/api/lightning/pay', body, key);
  expect(outcome(await press())).toEqual(AGAIN);
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  expect((await press()).body).toMatchObject({ success: true });
  expect((await press()).body).toMatchObject({ success: true });
  expect(await moneyMessages(one.parent)).toBe(1);
});

test('of many at once by one adult what left is at most the ceiling; each adult has their own (T59)', async () => {
  const one = await home('race');
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  const tom = await joinAsSpouse(app, one.parent, 'tom-race@example.com');
  await forgetProofs(app.db);
  const before = sent();
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => pay(one, 9_900, at % 2 ? tom : one.parent)),
  );
  const passed = replies.filter(({ status }) => status === 200).length;
  expect([passed, sent() - before]).toEqual([4, 4]);
});

test.each([
  ['passes at exactly the ceiling', 14_950, 1],
  ['waits for a fresh sign-in one sat above it', 14_951, 0],
])(
  'a transfer and its fee limit, after what was moved while its invoice was asked for, %s (T59 APPR-20 T27)',
  async (how, movedSats, paid) => {
    const home = await newTransferHome(how.replaceAll(' ', '.'));
    world.receiver.together = 2;
    const invoices = world.receiver.invoices();
    const paying = payTransfer(home);
    await expect.poll(() => world.receiver.invoices()).toBe(invoices + 1);
    // 5,000 and a limit of 50 still fit: checked before the invoice is requested.
    expect(outcome(await enter(home.parent, home.child, movedSats))).toEqual(PAID);
    world.receiver.together = 1;
    await invoiceOf(world, 1);
    expect(outcome(await paying)).toEqual(paid === 1 ? PAID : AGAIN);
    expect(await paymentsOf(home)).toHaveLength(paid);
  },
);

test('entries count where a child may pay them out unasked, and not into savings or without a limit (T59)', async () => {
  const none = await home('nolimit');
  expect(outcome(await enter(none.parent, none.childId, 900_000))).toEqual(PAID);
  const one = await home('limit', 5_000);
  expect(outcome(await enter(one.parent, one.childId, 900_000, 'bonus'))).toEqual(PAID);
  expect(outcome(await enter(one.parent, one.childId, 20_001))).toEqual(AGAIN);
  expect(outcome(await enter(one.parent, one.childId, 20_000))).toEqual(PAID);
  expect(outcome(await enter(one.parent, one.childId, 1))).toEqual(AGAIN);
  // Anything that moves no money out is never refused.
  const spent = await enter(one.parent, one.childId, 500, 'spending');
  expect(outcome(spent)).toEqual(PAID);
  const { id } = spent.body as { id: string };
  expect(outcome(await one.parent.send('POST', `/api/transactions/${id}/undo`))).toEqual(AGAIN);
});

test('what is taken back is free again, and payments count together with entries (T59)', async () => {
  const one = await home('mixed', 5_000);
  const given = await enter(one.parent, one.childId, 15_000);
  expect(outcome(await pay(one, 9_000))).toEqual(AGAIN);
  const { id } = given.body as { id: string };
  expect((await one.parent.send('POST', `/api/transactions/${id}/undo`)).status).toBe(200);
  expect(outcome(await pay(one, 9_000))).toEqual(PAID);
  expect(outcome(await enter(one.parent, one.childId, 15_000))).toEqual(AGAIN);
});

test('a child within its limit counts against nobody; approving its request counts when it is approved (T59 LN-14)', async () => {
  const one = await home('kid', 25_000);
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  const mia = await joinAsChild(app, one.parent, one.childId, 'mia-kid@example.com');
  await forgetProofs(app.db);
  expect(outcome(await pay(one, 20_000, mia))).toEqual(PAID);
  const { payment } = (await pay(one, 9_900, mia)).body as PayResult;
  expect(payment).toMatchObject({ state: 'asked', feeLimit: 99 });
  expect(outcome(await pay(one, 15_000))).toEqual(PAID);
  const yes = () =>
    one.parent.send('POST', `/api/lightning/payments/${payment.id}/approve`, {
      ...{ seenAmount: 9_900, seenFeeLimit: 99 },
    });
  expect(outcome(await yes())).toEqual(AGAIN);
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  expect((await yes()).body).toMatchObject({ state: 'paid' });
  expect(await moneyMessages(one.parent)).toBe(1);
});

test('a payment that was definitely not sent no longer counts; one that a person calls unpaid does (T59)', async () => {
  const one = await home('failed');
  world.wallet.mood = 'away';
  expect((await pay(one, 19_000)).body).toMatchObject({ state: 'failed' });
  world.wallet.mood = 'unheard';
  const { payment } = (await pay(one, 19_000)).body as PayResult;
  expect(payment.state).toBe('checking');
  app.clock.advance(HOUR_MS);
  const said = await one.parent.send('POST', `/api/lightning/payments/${payment.id}/say`, {
    paid: false,
  });
  expect(said.body).toMatchObject({ state: 'failed' });
  world.wallet.mood = 'pays';
  expect(outcome(await pay(one, 19_000))).toEqual(AGAIN);
});

test('lowering the ceiling needs a fresh sign-in; it then applies at once to every adult (T59)', async () => {
  const one = await home('set');
  const save = (amount: number | string) =>
    one.parent.send('PUT', '/api/family/ceiling', { limit: amount });
  const known = (amount: number) => ({ amount, counts: amount, from: null });
  expect((await one.parent.get('/api/family/ceiling')).body).toEqual(known(20_000));
  expect(outcome(await save(50_000))).toEqual(AGAIN);
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  for (const wrong of [-1, 0.5, '2100000000000001', 'x'])
    expect((await save(wrong)).status).toBe(400);
  expect((await save(100)).body).toEqual(known(100));
  await forgetProofs(app.db);
  expect(outcome(await pay(one, 91))).toEqual(AGAIN);
  expect(outcome(await pay(one, 90))).toEqual(PAID);
});
