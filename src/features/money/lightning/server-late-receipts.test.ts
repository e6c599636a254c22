/** Receipts handed in late, and acts at that moment: nothing is booked twice. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { meanwhile } from '#tests/support/lock-waits.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  beginPayout,
  keepInVault,
  money,
  newest,
  newPayingHome,
  type PayingHome,
  type PayoutWorld,
  startPayoutWorld,
} from '#tests/support/payouts.ts';
import { paymentsOf } from '#tests/support/transfers.ts';
import type { PaymentRecord, PayResult } from './paying/contract.ts';
import { recordOutcome } from './paying/record.ts';
import { claimSending } from './paying/store.ts';
import { purposes } from './purposes.ts';

const HOUR_MS = 3_600_000;

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const of = (id: string, what: string) => `/api/lightning/payments/${id}/${what}`;
const take = (who: Visitor, id: string) => who.send('POST', of(id, 'take'), { version: 1 });
const tell = (who: Visitor, id: string, said: object) => who.send('POST', of(id, 'tell'), said);
const read = async (who: Visitor, id: string) =>
  (await who.get(`/api/lightning/payments/${id}`)).body as PaymentRecord;
const statuses = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).sort();
const familyOf = async (paymentId: string) => {
  const [row] = await app.db.owner`SELECT family_id FROM payment WHERE payment_id = ${paymentId}`;
  return String(row?.familyId);
};
/** The wallet's no to a browser, after the invoice has expired. */
async function fail(who: Visitor, id: string) {
  await take(who, id);
  app.clock.advance(2 * HOUR_MS);
  const no = { outcome: 'refused', reason: 'said-insufficient', version: 1 };
  expect((await tell(who, id, no)).body).toMatchObject({ state: 'failed' });
}
/** The watcher's report of a receipt. */
const receipt = (familyId: string, id: string, preimage: string) => (tx: Tx) =>
  recordOutcome({ ...app.services, purposes }, tx, familyId, id, {
    ...{ is: 'paid', proof: 'proven', preimage, feeSats: 1n },
  });
type Tx = Parameters<Parameters<TestApp['db']['changeFamily']>[1]>[0];

/** A parent whose browser pays 2,100 of a child's 20,000 sats. */
async function newSpend(name: string) {
  const anna = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 20_000 });
  await keepInVault(anna);
  const invoice = newInvoice();
  const pay = () =>
    anna.send('POST', '/api/lightning/pay', { childId, paymentRequest: invoice.text });
  const id = ((await pay()).body as PayResult).payment.id;
  const spending = async () => (await getChild(anna, childId)).availableSpending;
  return { anna, pay, id, spending, preimage: invoice.preimage };
}

test('only a receipt, handed in late, makes a failed payment paid: once, however often it comes (T27 T28)', async () => {
  const { anna, id, spending, preimage } = await newSpend('receipt');
  await fail(anna, id);
  for (const said of [
    ...[{ outcome: 'paid' }, { outcome: 'paid', preimage: '00'.repeat(32) }],
    { outcome: 'unknown', reason: 'no-answer' },
  ])
    expect([(await tell(anna, id, said)).status, await spending()]).toEqual([409, '0.00020000']);
  const said = { outcome: 'paid', preimage, fee: 2 };
  const both = await Promise.all([tell(anna, id, said), tell(anna, id, said)]);
  expect(statuses(both)).toEqual([200, 409]);
  expect(await read(anna, id)).toMatchObject({ state: 'paid', proof: 'proven', entryId: id });
  // And again from the watcher, which had read the row before.
  const familyId = await familyOf(id);
  await app.db.changeFamily(familyId, receipt(familyId, id, preimage));
  expect(await spending()).toBe('0.00017898');
});

test('a receipt belongs to the current attempt: an invoice tried again is booked once (T27)', async () => {
  const { anna, pay, id, spending, preimage } = await newSpend('again');
  await take(anna, id);
  await tell(anna, id, { outcome: 'unsent', reason: 'unreachable' });
  const second = ((await pay()).body as PayResult).payment.id;
  expect((await tell(anna, id, { outcome: 'paid', preimage })).body).toMatchObject({
    ...{ id, state: 'failed' },
  });
  await take(anna, second);
  await tell(anna, second, { outcome: 'paid', preimage, fee: 0 });
  expect((await tell(anna, id, { outcome: 'paid', preimage })).body).toMatchObject({
    ...{ state: 'failed' },
  });
  expect(await spending()).toBe('0.00017900');
});

test('the same invoice is not paid again while its receipt comes in (T27)', async () => {
  const { anna, pay, id, spending, preimage } = await newSpend('race');
  await take(anna, id);
  await tell(anna, id, { outcome: 'unsent', reason: 'unreachable' });
  const familyId = await familyOf(id);
  const again = await meanwhile(app.db, familyId, receipt(familyId, id, preimage), pay);
  expect([again.status, await spending()]).toEqual([409, '0.00017899']);
});

/** A pay day with a failed first attempt, and a second waiting for a browser. */
async function twoAttempts(name: string) {
  const home = await newPayingHome(world, `mute-${name}`, false);
  await keepInVault(home.parent);
  await processDue(home.parent);
  const begin = async () => {
    await beginPayout(home.parent, await newest(home));
    const [payment] = await paymentsOf(home);
    return payment as PaymentRecord;
  };
  const first = await begin();
  await fail(home.parent, first.id);
  const preimage = String(world.receiver.preimages.get(first.paymentHash));
  const second = await begin();
  expect(second).toMatchObject({ state: 'checking', browser: 'waits' });
  return { home, first: first.id, second: second.id, preimage };
}
const HELD = ['0.00010000', '0.00000000', '0.00000000'];
const PAID = ['0.00000000', '0.00000000', '0.00010000'];
const stateOf = async (home: PayingHome) => (await newest(home)).state;

test('a receipt of the first attempt stops the second, which was not sent yet (T26 T27)', async () => {
  const { home, first, second, preimage } = await twoAttempts('stops');
  const familyId = await familyOf(first);
  const start = () => take(home.parent, second);
  const taken = await meanwhile(app.db, familyId, receipt(familyId, first, preimage), start);
  expect(taken.status).toBe(409);
  expect(await read(home.parent, second)).toMatchObject({ state: 'failed' });
  expect(await newest(home)).toMatchObject({ state: 'paid', paymentId: first });
  expect(await money(home)).toEqual(PAID);
});

/** The second attempt is taken first; the first's receipt comes at the same moment. */
async function bothUnderWay(name: string) {
  const all = await twoAttempts(name);
  const { home, first, second, preimage } = all;
  const familyId = await familyOf(first);
  const claim = { connectionId: 'wallet', now: app.clock.now };
  const told = await meanwhile(
    app.db,
    familyId,
    (tx) => claimSending(tx, familyId, second, claim),
    () => tell(home.parent, first, { outcome: 'paid', preimage }),
  );
  expect(told.body).toMatchObject({ state: 'paid', failure: 'said-insufficient', entryId: null });
  expect([await stateOf(home), await money(home)]).toEqual(['checking', HELD]);
  const answer = (paid: boolean) => home.parent.send('POST', of(first, 'say'), { paid });
  expect(statuses([await answer(true), await answer(false)])).toEqual([409, 409]);
  const report = (state: 'paid' | 'failed') =>
    app.db.changeFamily(familyId, (tx) =>
      recordOutcome(
        { ...app.services, purposes },
        ...([tx, familyId, second] as const),
        state === 'paid'
          ? { is: 'paid', proof: 'stated', preimage: null, feeSats: 0n }
          : { is: 'failed', failure: 'said-failed', by: 'wallet' },
      ),
    );
  return { ...all, report, answer };
}

test('where the second was sent and fails, the first is booked for it (T27 T28)', async () => {
  const { home, first, report, answer } = await bothUnderWay('fails');
  await report('failed');
  expect(await newest(home)).toMatchObject({ state: 'paid', paymentId: first });
  expect([await money(home), (await answer(true)).status]).toEqual([PAID, 409]);
});

test('where both were paid the pay day is booked once, and a parent says whose the other was (T27)', async () => {
  const { home, second, report, answer } = await bothUnderWay('both');
  await report('paid');
  expect(await newest(home)).toMatchObject({ state: 'paid', paymentId: second });
  expect(await money(home)).toEqual(PAID);
  expect((await answer(false)).body).toMatchObject({ failure: null, entryId: null });
  expect(await money(home)).toEqual(PAID);
});
