/** A savings transfer that the family's wallet pays to the parents' own Lightning address. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Request, Requests, Transfer } from '#features/approvals/contract.ts';
import type { Details } from '#features/transactions/contract.ts';
import type { Reply, TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message, record } from '#tests/support/family.ts';
import {
  connectPayer,
  type PayoutWorld,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import type { PaymentRecord } from '../paying/contract.ts';
import type { TransferOffer } from './contract.ts';

const MINUTE_MS = 60_000;

let world: PayoutWorld;
let app: TestApp;
let beganAt: Date;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
  beganAt = app.clock.now;
});
afterAll(() => world.close());
beforeEach(() => {
  app.clock.now = new Date(beganAt);
  world.wallet.mood = 'pays';
  world.receiver.isAway = false;
});

type Home = { parent: Visitor; kid: Visitor; child: string; id: string };

/** A child with 20,000 sats to spend has asked to move 5,000 of them to savings. */
async function newHome(name: string, receiver = world.receiver.addressOf(name)): Promise<Home> {
  const parent = await app.signIn(`${name}@example.com`);
  const { id: child } = await addChild(parent);
  const balance = { newBalance: 20_000 };
  await parent.send('POST', `/api/lightning/sync-balance/${child}`, balance);
  if (receiver) await parent.send('POST', '/api/lightning/addresses', { parentAddress: receiver });
  const kid = await joinAsChild(app, parent, child, `${name}.kid@example.com`);
  await record(kid, child, 'savings_deposit', '0.00005', 'For later');
  const [asked] = (await parent.get('/api/savings-transfers/pending')).body as Transfer[];
  return { parent, kid, child, id: String(asked?.id) };
}

const connect = ({ parent }: Home) => connectPayer(parent, world.wallet.url);
const offer = async ({ parent, id }: Home) =>
  (await parent.get(`/api/lightning/transfers/${id}`)).body as TransferOffer;
const pay = async (home: Home, over: object = {}): Promise<Reply> => {
  const { amount, feeLimit, receiver } = await offer(home);
  const seen = { seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver ?? 'x@y.zz' };
  return home.parent.send('POST', `/api/lightning/transfers/${home.id}/pay`, { ...seen, ...over });
};
const answer = ({ parent, id }: Home, approved: boolean) =>
  parent.send('POST', '/api/savings-transfers/approve', { transferId: id, approved });
const money = async ({ parent, child }: Home) => {
  const { savingsBalance, spendingBalance, availableSpending } = await getChild(parent, child);
  return [savingsBalance, spendingBalance, availableSpending];
};
const WAITS = ['0.00000000', '0.00020000', '0.00015000'];
const PAID = ['0.00005000', '0.00015000', '0.00015000'];
const payments = async ({ parent }: Home) =>
  (await parent.get('/api/lightning/payments')).body as PaymentRecord[];

test('APPR-20 T26 a transfer is paid only by a wallet, to the parents’ address, after a yes to what was read', async () => {
  const home = await newHome('rules', '');
  expect(await offer(home)).toMatchObject({ receiver: null, obstacle: 'no-wallet' });
  await connect(home);
  expect(await offer(home)).toMatchObject({ receiver: null, obstacle: 'no-address' });
  expect((await pay(home)).status).toBe(409);
  const receiver = world.receiver.addressOf('rules');
  await home.parent.send('POST', '/api/lightning/addresses', { parentAddress: receiver });
  expect(await offer(home)).toEqual({
    ...{ amount: 5_000, feeLimit: 50, receiver, obstacle: null, isChecking: false },
  });
  for (const other of [
    ...[{ seenReceiver: 'eve@example.com' }, { seenAmount: 4_999 }, { seenFeeLimit: 51 }],
  ])
    expect([other, (await pay(home, other)).status]).toEqual([other, 409]);
  const zoe = await app.signIn('zoe-rules@example.com');
  const seen = { seenAmount: 5_000, seenFeeLimit: 50, seenReceiver: receiver };
  expect((await pay({ ...home, parent: zoe }, seen)).status).toBe(404);
  const path = `/api/lightning/transfers/${home.id}`;
  expect((await home.kid.get(path)).status).toBe(403);
  expect(await money(home)).toEqual(WAITS);
  expect(await payments(home)).toEqual([]);
});

test('APPR-18 APPR-20 T27 paid once: the money is in savings, with the proof, and the fee is the parents’', async () => {
  const home = await newHome('anna');
  await connect(home);
  const paid = await pay(home);
  const { paymentId } = paid.body as { paymentId: string };
  expect(paid.body).toMatchObject({ success: true, state: 'paid', failure: null });
  expect(await money(home)).toEqual(PAID);
  const [payment] = await payments(home);
  expect(payment).toMatchObject({
    ...{ id: paymentId, state: 'paid', amount: 5_000, fee: 3, proof: 'proven' },
    ...{ entryId: home.id, description: 'For later' },
  });
  const { entry } = (await home.parent.get(`/api/transactions/${home.id}`)).body as Details;
  expect(entry).toMatchObject({ type: 'savings_deposit', state: 'paid' });
  const { answered } = (await home.kid.get('/api/requests')).body as Requests;
  expect(answered[0] as Request).toMatchObject({ id: home.id, state: 'approved' });
  // Neither another yes nor a no changes anything.
  expect([(await pay(home)).status, (await answer(home, false)).status]).toEqual([409, 409]);
  expect([...world.wallet.paid.values()].at(-1)).toBe(1);
  expect(await money(home)).toEqual(PAID);
});

test('APPR-20 T28 while nobody knows what became of it, it is neither answered nor taken back nor repeated', async () => {
  const home = await newHome('ben');
  await connect(home);
  world.wallet.mood = 'lost';
  expect((await pay(home)).body).toMatchObject({ success: false, state: 'checking' });
  expect(await offer(home)).toMatchObject({ isChecking: true });
  expect(await money(home)).toEqual(WAITS);
  const refused = await answer(home, true);
  expect([refused.status, message(refused)]).toEqual([409, 'Its payment is still being checked']);
  expect((await answer(home, false)).status).toBe(409);
  expect((await home.kid.send('DELETE', `/api/requests/${home.id}`)).status).toBe(409);
  const all = await home.parent.send('POST', '/api/requests/approve-all', { ids: [home.id] });
  expect(all.body).toEqual({ approved: [] });
  expect((await pay(home)).status).toBe(409);
  world.wallet.mood = 'pays';
  await watchLater(app, MINUTE_MS);
  expect(await money(home)).toEqual(PAID);
  expect((await payments(home)).map(({ state }) => state)).toEqual(['paid']);
  await watchLater(app, 2 * MINUTE_MS);
  expect(await money(home)).toEqual(PAID);
});

test('APPR-20 T28 surely not paid: it waits on, and may be paid again or answered by a person', async () => {
  const home = await newHome('cleo');
  await connect(home);
  world.receiver.isAway = true;
  expect((await pay(home)).body).toMatchObject({ state: 'failed', failure: 'receiver-silent' });
  expect(await payments(home)).toEqual([]);
  world.receiver.isAway = false;
  world.wallet.mood = 'refuses';
  expect((await pay(home)).body).toMatchObject({ success: false, state: 'failed' });
  expect(await offer(home)).toMatchObject({ isChecking: false, obstacle: null });
  expect(await money(home)).toEqual(WAITS);
  world.wallet.mood = 'pays';
  expect((await pay(home)).body).toMatchObject({ state: 'paid' });
  expect(await money(home)).toEqual(PAID);

  const other = await newHome('dora');
  await connect(other);
  expect((await answer(other, false)).status).toBe(200);
  expect((await pay(other)).status).toBe(409);
  expect(await money(other)).toEqual(['0.00000000', '0.00020000', '0.00020000']);
});
