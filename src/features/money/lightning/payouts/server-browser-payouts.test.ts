/** Pay days of a family whose spending connection is in its vault: paid by a parent's browser. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinAsChild, message } from '#tests/support/family.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  beginPayout,
  connectPayer,
  keepInVault,
  money,
  newest,
  newPayingHome,
  type PayingHome,
  type PayoutWorld,
  payoutsOf,
  saveAddresses,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import type { PaymentRecord } from '../paying/contract.ts';
import type { Payout, PayoutList } from './contract.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HELD = ['0.00010000', '0.00000000', '0.00000000'];
const PAID = ['0.00000000', '0.00000000', '0.00010000'];

let world: PayoutWorld;
let beganAt: Date;
beforeAll(async () => {
  world = await startPayoutWorld();
  beganAt = world.app.clock.now;
});
afterAll(() => world.close());
beforeEach(() => {
  world.app.clock.now = new Date(beganAt);
  world.receiver.isAway = false;
  world.receiver.secondsValid = 600;
});

/** A pay day waiting for an unlock. */
async function newLockedHome(name: string): Promise<PayingHome> {
  const home = await newPayingHome(world, name, false);
  const saved = await keepInVault(home.parent);
  if (saved.status !== 200) throw new Error(saved.text);
  await processDue(home.parent);
  await watchLater(world.app, 2 * MINUTE_MS);
  return home;
}

const paymentOf = async ({ parent }: PayingHome, { paymentId }: Payout) =>
  (await parent.get(`/api/lightning/payments/${paymentId}`)).body as PaymentRecord;
const take = ({ parent }: PayingHome, { paymentId }: Payout) =>
  parent.send('POST', `/api/lightning/payments/${paymentId}/take`, { version: 1 });
const tell = ({ parent }: PayingHome, { paymentId }: Payout, said: object) =>
  parent.send('POST', `/api/lightning/payments/${paymentId}/tell`, said);

/** Begun and taken by the parent's browser. */
async function taken(home: PayingHome): Promise<Payout> {
  const row = (await beginPayout(home.parent, await newest(home))).body as Payout;
  expect((await take(home, row)).status).toBe(200);
  return row;
}

test('a pay day waits to be unlocked; one browser gets its one invoice, and pays it with a receipt (T25 T26)', async () => {
  const home = await newLockedHome('anna');
  const kid = await joinAsChild(world.app, home.parent, home.childId, 'anna-v.kid@example.com');
  const list = (await home.parent.get('/api/payouts')).body as PayoutList;
  expect(list).toMatchObject({ payer: 'unlock', payouts: [{ state: 'owed', failure: 'locked' }] });
  const waiting = await newest(home);
  for (const wrong of [{ amount: 9_999 }, { feeLimit: 99 }, { receiver: 'eve@example.com' }])
    expect((await beginPayout(home.parent, { ...waiting, ...wrong })).status).toBe(409);
  expect((await beginPayout(kid, waiting)).status).toBe(403);
  const invoices = world.receiver.invoices();
  const begun = (await beginPayout(home.parent, waiting)).body as Payout;
  expect(begun).toMatchObject({ state: 'checking', paymentId: expect.any(String) });
  expect(message(await beginPayout(home.parent, waiting))).toContain('still being checked');
  expect(world.receiver.invoices() - invoices).toBe(1);
  expect(await paymentOf(home, begun)).toMatchObject({ browser: 'waits', provider: 'CoinOS' });
  const both = await Promise.all([take(home, begun), take(home, begun)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await money(home)).toEqual(HELD);
  const { paymentHash } = await paymentOf(home, begun);
  const preimage = world.receiver.preimages.get(paymentHash);
  const told = await tell(home, begun, { outcome: 'paid', preimage, fee: 3 });
  expect(told.body).toMatchObject({ state: 'paid', proof: 'proven', fee: 3 });
  expect(await newest(home)).toMatchObject({ state: 'paid', proof: 'proven' });
  expect(await money(home)).toEqual(PAID);
  await watchLater(world.app, 3 * DAY_MS);
  expect([await money(home), world.receiver.invoices() - invoices]).toEqual([PAID, 1]);
});

test('an unanswered payment stays held, and no other invoice is requested (T28)', async () => {
  const home = await newLockedHome('ben');
  const row = await taken(home);
  const invoices = world.receiver.invoices();
  const unknown = await tell(home, row, { outcome: 'unknown', reason: 'no-answer' });
  expect(unknown.body).toMatchObject({ state: 'checking' });
  await watchLater(world.app, 3 * DAY_MS);
  expect(await newest(home)).toMatchObject({ state: 'checking' });
  expect((await beginPayout(home.parent, await newest(home))).status).toBe(409);
  expect([await money(home), world.receiver.invoices()]).toEqual([HELD, invoices]);
  await tell(home, row, { outcome: 'paid', preimage: '', fee: null });
  expect(await newest(home)).toMatchObject({ state: 'paid', proof: 'stated', provider: 'CoinOS' });
});

test('what was never sent, or never taken, is to pay again (T28)', async () => {
  const home = await newLockedHome('cleo');
  await tell(home, await taken(home), { outcome: 'unsent', reason: 'insufficient' });
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'insufficient' });
  const left = (await beginPayout(home.parent, await newest(home))).body as Payout;
  await watchLater(world.app, 5 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'never-sent' });
  expect((await take(home, left)).status).toBe(409);
  world.receiver.isAway = true;
  const silent = await beginPayout(home.parent, await newest(home));
  expect(silent.body).toMatchObject({ state: 'owed', failure: 'receiver-silent' });
  world.receiver.isAway = false;
  expect(await taken(home)).toMatchObject({ state: 'checking' });
  expect(await money(home)).toEqual(HELD);
});

test('without a way to pay no browser begins; where the server pays, it does so on its own (T25)', async () => {
  const served = await newPayingHome(world, 'dora', false);
  await processDue(served.parent);
  await watchLater(world.app, 2 * MINUTE_MS);
  expect(message(await beginPayout(served.parent, await newest(served)))).toContain(
    'No Lightning wallet is connected',
  );
  await connectPayer(served.parent, world.wallet.url);
  const begun = await beginPayout(served.parent, await newest(served));
  expect(begun.body).toMatchObject({ state: 'owed', paymentId: null });
  await watchLater(world.app, 0);
  expect(await newest(served)).toMatchObject({ state: 'paid', proof: 'proven' });
  // A vault without a paying connection unlocks nothing.
  const emil = await newPayingHome(world, 'emil', false);
  await emil.parent.send('POST', '/api/wallet/set-encryption-preference', {
    prefersEncryption: true,
  });
  expect((await emil.parent.get('/api/payouts')).body).toMatchObject({ payer: 'none' });
});

test('an address that leads to the family’s own wallet needs no unlocking (T23)', async () => {
  const home = await newPayingHome(world, 'finn', false);
  await keepInVault(home.parent);
  const [row] = await world.app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${home.childId}`;
  await processDue(home.parent);
  await world.app.db.owner`
    INSERT INTO gift_address (name, family_id, child_id, made_by, made_at)
    VALUES ('vault7hm2x', ${String(row?.familyId)}, ${home.childId}, ${home.childId}, now())`;
  await saveAddresses(home.parent, { [home.childId]: 'vault7hm2x@localhost:3000' });
  const begun = await beginPayout(home.parent, await newest(home));
  expect(begun.body).toMatchObject({ state: 'paid', proof: null, paymentId: null });
  expect([await money(home), (await payoutsOf(home.parent)).length]).toEqual([PAID, 1]);
});

test('an invoice of the child’s wallet that lasts longer than 7 days is not paid; one of 7 days is (T28)', async () => {
  const home = await newPayingHome(world, 'long', true);
  await processDue(home.parent);
  world.receiver.secondsValid = 7 * 86_400 + 3_600;
  await watchLater(world.app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'receiver-too-long' });
  expect(await money(home)).toEqual(HELD);
  world.receiver.secondsValid = 7 * 86_400;
  await watchLater(world.app, 60 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'paid', failure: null });
  expect(await money(home)).toEqual(PAID);
});

test('a parent calls a pay day unpaid only 24 hours after its invoice has expired (T28)', async () => {
  const home = await newLockedHome('unpaid');
  const { paymentId } = await taken(home);
  const deny = () =>
    home.parent.send('POST', `/api/lightning/payments/${paymentId}/say`, { paid: false });
  expect(message(await deny())).toContain('Until its invoice has expired');
  world.app.clock.advance(23 * 60 * MINUTE_MS);
  const early = await deny();
  expect([early.status, message(early)]).toEqual([409, expect.stringContaining('24 hours')]);
  expect(await money(home)).toEqual(HELD);
  world.app.clock.advance(2 * 60 * MINUTE_MS);
  expect((await deny()).body).toMatchObject({ state: 'failed', failure: 'unclear' });
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'unclear' });
});
