/** A failed payment made after all: booked once, reported, and never below zero. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message } from '#tests/support/family.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  connectPayer,
  money,
  newest,
  newPayingHome,
  type PayoutWorld,
  payPayouts,
  settle,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import {
  answerTransfer,
  newTransferHome,
  paymentsOf,
  payTransfer,
  TRANSFER_PAID,
  transferMoney,
} from '#tests/support/transfers.ts';
import type { PaymentRecord } from './paying/contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** The payee doesn't report receipts. */
const addressOf = (name: string) => world.receiver.addressOf(`mute-${name}`);
const lateMessages = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as Message[])
    .filter(({ kind }) => kind === 'payment_late')
    .map(({ data }) => data.asks ?? 'booked');
const newestPayment = async (parent: Visitor) => (await paymentsOf({ parent }))[0] as PaymentRecord;
const say = (parent: Visitor, id: string, paid: boolean) =>
  parent.send('POST', `/api/lightning/payments/${id}/say`, { paid });
/** The wallet has paid, denies it for a day, then finds the payment. */
const untilFailed = () => watchLater(app, DAY_MS + 20 * MINUTE_MS);
const untilFound = async () => {
  world.wallet.mood = 'pays';
  await watchLater(app, HOUR_MS);
};

/** A child whose payment of 2,100 sats counts as failed. */
async function failedSpend(name: string) {
  const parent = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  const balance = (sats: number) =>
    parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: sats });
  await balance(20_000);
  await connectPayer(parent, world.wallet.url);
  const url = `http://${world.receiver.host}/pay/${name}?amount=2100000`;
  const { pr: paymentRequest } = (await (await fetch(url)).json()) as { pr: string };
  world.wallet.mood = 'denies';
  await parent.send('POST', '/api/lightning/pay', { childId, paymentRequest });
  await untilFailed();
  const spending = async () => (await getChild(parent, childId)).availableSpending;
  expect([(await newestPayment(parent)).state, await spending()]).toEqual([
    ...['failed', '0.00020000'],
  ]);
  return { parent, childId, balance, spending };
}

test('a failed payment stays failed while its wallet denies it; its receipt books it once, and the parents are notified (T27 T28)', async () => {
  const { parent, spending } = await failedSpend('spend');
  await watchLater(app, HOUR_MS);
  expect([(await newestPayment(parent)).state, await lateMessages(parent)]).toEqual(['failed', []]);
  await untilFound();
  const found = await newestPayment(parent);
  expect(found).toMatchObject({ state: 'paid', proof: 'proven', failure: null, fee: 3 });
  expect([found.entryId, await spending()]).toEqual([found.id, '0.00017897']);
  await watchLater(app, HOUR_MS);
  await watchLater(app, DAY_MS);
  expect([await spending(), await lateMessages(parent)]).toEqual(['0.00017897', ['booked']]);
  expect(await paymentsOf({ parent })).toHaveLength(1);
});

test('a failed payment is watched for 14 days, as long as one under way can still be paid (T28)', async () => {
  // No session lasts that long.
  const stateAfter = async (childId: string, ms: number) => {
    await watchLater(app, ms);
    await untilFound();
    const [row] = await app.db.owner`SELECT state FROM payment WHERE child_id = ${childId}`;
    return row?.state;
  };
  const { childId } = await failedSpend('watched');
  expect(await stateAfter(childId, 14 * DAY_MS - HOUR_MS)).toBe('paid');
  world.reset();
  const other = await failedSpend('unwatched');
  expect(await stateAfter(other.childId, 14 * DAY_MS)).toBe('failed');
});

test('if the money was spent in the meantime nothing is booked: a parent says once whose it was (T27 T28)', async () => {
  const { parent, balance, spending } = await failedSpend('gone');
  await balance(2_099);
  await untilFound();
  const { id, ...late } = await newestPayment(parent);
  expect(late).toMatchObject({ state: 'paid', failure: 'not-found', entryId: null, fee: 3 });
  expect([await spending(), await lateMessages(parent)]).toEqual(['0.00002099', ['yes']]);
  const short = await say(parent, id, true);
  expect([short.status, message(short)]).toEqual([409, 'You don’t have enough for this']);
  expect(await spending()).toBe('0.00002099');
  // A single sat is left for the fee: the parents bear the rest.
  await balance(2_101);
  expect((await say(parent, id, true)).body).toMatchObject({
    ...{ state: 'paid', failure: null, entryId: id },
  });
  expect(await spending()).toBe('0.00000000');
  for (const paid of [true, false]) expect((await say(parent, id, paid)).status).toBe(409);
});

test('what is left covers the amount to the sat: a receipt books it late, and the fee is the parents’ (T27)', async () => {
  const { parent, balance, spending } = await failedSpend('exact');
  await balance(2_100);
  await untilFound();
  const { id, ...late } = await newestPayment(parent);
  expect([late.state, late.entryId, await spending()]).toEqual(['paid', id, '0.00000000']);
});

test('a child that pays does not get the preimage, with which it could claim to have paid; its parents do (T28)', async () => {
  const { parent, childId } = await failedSpend('preimage');
  await untilFound();
  const kid = await joinAsChild(app, parent, childId, 'kid-preimage@example.com');
  await parent.send('PUT', `/api/lightning/children/${childId}/pay-limit`, { limit: 10_000 });
  const url = `http://${world.receiver.host}/pay/kid-preimage?amount=2100000`;
  const { pr: paymentRequest } = (await (await fetch(url)).json()) as { pr: string };
  const paid = await kid.send('POST', '/api/lightning/pay', { childId, paymentRequest });
  expect(paid.body).toMatchObject({ success: true, payment: { state: 'paid', preimage: null } });
  expect((await newestPayment(parent)).preimage).toMatch(/^[0-9a-f]{64}$/);
});

test('what the parents bear stays out of the book forever (T27)', async () => {
  const { parent, balance, spending } = await failedSpend('borne');
  await balance(0);
  await untilFound();
  const { id } = await newestPayment(parent);
  expect((await say(parent, id, false)).body).toMatchObject({
    ...{ state: 'paid', failure: null, entryId: null },
  });
  await balance(20_000);
  await watchLater(app, DAY_MS);
  expect([(await say(parent, id, true)).status, await spending()]).toEqual([409, '0.00020000']);
});

/** A pay day of 10,000 sats, paid and denied by the wallet. */
async function owedPayout(name: string) {
  const home = await newPayingHome(world, `mute-${name}`, true);
  world.wallet.mood = 'denies';
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  await untilFailed();
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'unconfirmed' });
  return home;
}
const HELD = ['0.00010000', '0.00000000', '0.00000000'];
const PAID = ['0.00000000', '0.00000000', '0.00010000'];

test('a pay day that is owed is paid by a late receipt, and by nothing after it (T27 T28)', async () => {
  const home = await owedPayout('owed');
  await watchLater(app, HOUR_MS);
  expect(await money(home)).toEqual(HELD);
  const invoices = world.receiver.invoices();
  await untilFound();
  const row = await newest(home);
  expect(row).toMatchObject({ state: 'paid', proof: 'proven' });
  expect([row.paidEntryId, await money(home)]).toEqual([row.paymentId, PAID]);
  expect((await payPayouts(home.parent, [row])).status).toBe(409);
  await watchLater(app, DAY_MS);
  expect([await money(home), await lateMessages(home.parent)]).toEqual([PAID, ['booked']]);
  expect(world.receiver.invoices()).toBe(invoices);
});

test('a pay day kept in savings is booked late if they cover it; otherwise a parent is asked (T27 T28)', async () => {
  const home = await owedPayout('kept');
  await settle(home, (await newest(home)).id, { how: 'kept' });
  await untilFound();
  expect([(await newest(home)).state, await money(home)]).toEqual(['paid', PAID]);

  world.reset();
  const poor = await owedPayout('poor');
  await settle(poor, (await newest(poor)).id, { how: 'kept' });
  const savings = `/api/children/${poor.childId}/update-savings`;
  await poor.parent.send('POST', savings, { newBalance: '0.00009999' });
  await untilFound();
  const left = ['0.00009999', '0.00009999', '0.00000000'];
  expect([(await newest(poor)).state, await money(poor)]).toEqual(['kept', left]);
  const { id, state, entryId } = await newestPayment(poor.parent);
  expect([state, entryId, await lateMessages(poor.parent)]).toEqual(['paid', null, ['yes']]);
  expect((await say(poor.parent, id, true)).status).toBe(409);
  await poor.parent.send('POST', savings, { newBalance: '0.00010000' });
  expect((await say(poor.parent, id, true)).status).toBe(200);
  expect([(await newest(poor)).state, await money(poor)]).toEqual(['paid', PAID]);
});

test('a pay day that a parent has settled in another way was paid twice: they are asked (T27)', async () => {
  const home = await owedPayout('twice');
  await settle(home, (await newest(home)).id, { how: 'paid' });
  await untilFound();
  expect([await money(home), await lateMessages(home.parent)]).toEqual([PAID, ['yes']]);
  const { id } = await newestPayment(home.parent);
  expect((await say(home.parent, id, true)).status).toBe(409);
  const savings = `/api/children/${home.childId}/update-savings`;
  await home.parent.send('POST', savings, { newBalance: '0.00015' });
  expect((await say(home.parent, id, true)).body).toMatchObject({ entryId: id });
  expect(await money(home)).toEqual(['0.00005000', '0.00005000', '0.00020000']);
  expect(await newest(home)).toMatchObject({ state: 'paid', proof: 'person' });
});

/** A transfer of 5,000 sats, paid and denied by the wallet. */
async function failedTransfer(name: string) {
  const home = await newTransferHome(app, name, addressOf(name));
  await connectPayer(home.parent, world.wallet.url);
  world.wallet.mood = 'denies';
  await payTransfer(home);
  await untilFailed();
  expect((await newestPayment(home.parent)).state).toBe('failed');
  return home;
}

test('a transfer that waits for an answer is approved by a late receipt; after a no it is booked all the same (APPR-20 T27 T28)', async () => {
  const home = await failedTransfer('waits');
  await untilFound();
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
  expect((await answerTransfer(home, true)).status).toBe(409);

  world.reset();
  const denied = await failedTransfer('denied');
  await answerTransfer(denied, false);
  await untilFound();
  expect(await transferMoney(denied)).toEqual(TRANSFER_PAID);
  expect(await lateMessages(denied.parent)).toEqual(['booked']);

  world.reset();
  const spent = await failedTransfer('spent');
  await answerTransfer(spent, false);
  const balance = { newBalance: 4_999 };
  await spent.parent.send('POST', `/api/lightning/sync-balance/${spent.child}`, balance);
  await untilFound();
  expect(await transferMoney(spent)).toEqual(['0.00000000', '0.00004999', '0.00004999']);
  expect(await lateMessages(spent.parent)).toEqual(['yes']);
});

test('a transfer that a parent had approved by hand was paid twice: they are asked (APPR-20 T27)', async () => {
  const home = await failedTransfer('byhand');
  await answerTransfer(home, true);
  await untilFound();
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
  const { id } = await newestPayment(home.parent);
  expect((await say(home.parent, id, true)).body).toMatchObject({ entryId: id });
  expect(await transferMoney(home)).toEqual(['0.00010000', '0.00010000', '0.00010000']);
});
