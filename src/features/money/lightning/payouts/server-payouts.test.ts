/** Pay days that pay, with wallets that have their own books. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Details } from '#features/book/transactions/contract.ts';
import type { TestApp } from '#tests/support/app.ts';
import { addChild, joinAsChild, message } from '#tests/support/family.ts';
import { addGoal, allocate } from '#tests/support/goals.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  connectPayer,
  keepInVault,
  money,
  newest,
  newPayingHome,
  type PayoutWorld,
  payoutMessages,
  payoutsOf,
  payPayouts,
  saveAddresses,
  setPayoutPlan,
  settle,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { paid } from '#tests/support/provider-words.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import { coinosFile, importFile } from '#tests/support/wallet-files.ts';
import type { PaymentRecord } from '../paying/contract.ts';
import type { PayoutList } from './contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const NO_PAYOUT = '01a1fca1-0000-7000-8000-000000000000';

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const newHome = (name: string, connected = true) => newPayingHome(world, name, connected);
const HELD = ['0.00010000', '0.00000000', '0.00000000'];
const PAID = ['0.00000000', '0.00000000', '0.00010000'];
const paidHashes = () => [...world.wallet.paid.values()];

test('a plan that pays needs the child’s own address, and a yes to exactly that (T26)', async () => {
  const parent = await app.signIn('rules@example.com');
  const { id } = await addChild(parent);
  expect(message(await setPayoutPlan(parent, id, 'lightning', 'x@example.com'))).toContain(
    'no Lightning address',
  );
  await saveAddresses(parent, { [id]: 'mia@example.com' });
  const other = await setPayoutPlan(parent, id, 'lightning', 'eve@example.com');
  expect([other.status, message(other)]).toEqual([409, expect.stringContaining('another one')]);
  const plan = (await setPayoutPlan(parent, id, 'lightning', 'mia@example.com')).body;
  expect(plan).toMatchObject({ plan: 'lightning', leadsHome: false, payer: 'none' });
});

test('a pay day is booked, held for a minute, paid once, and has a receipt; the fee is the parents’ (T27)', async () => {
  const home = await newHome('anna');
  const kid = await joinAsChild(app, home.parent, home.childId, 'anna.kid@example.com');
  const before = paidHashes().length;
  const [booked] = (await processDue(home.parent)).processedChildren;
  expect(await money(home)).toEqual(HELD);
  await watchLater(app, 30_000);
  expect(await newest(home)).toMatchObject({ state: 'due', id: booked?.entryId });
  await watchLater(app, MINUTE_MS);
  expect(await money(home)).toEqual(PAID);
  const row = await newest(home);
  expect(row).toMatchObject({ state: 'paid', proof: 'proven', amount: 10_000, feeLimit: 100 });
  const receipt = (await home.parent.get(`/api/lightning/payments/${row.paymentId}`)).body;
  expect(receipt).toMatchObject({ state: 'paid', fee: 3, preimage: expect.any(String) });
  const { entry } = (await home.parent.get(`/api/transactions/${row.id}`)).body as Details;
  expect(entry).toMatchObject({ type: 'allowance', state: 'paid' });
  const undo = await home.parent.send('POST', `/api/transactions/${row.id}/undo`);
  expect([undo.status, message(undo)]).toEqual([409, expect.stringContaining('marked as paid')]);
  expect(await payoutsOf(kid)).toMatchObject([{ state: 'paid', receiver: null }]);
  await watchLater(app, 3 * DAY_MS);
  expect([await money(home), paidHashes().slice(before)]).toEqual([PAID, [1]]);
});

test('the child’s own file recognizes the payout, and posts it neither while it is checked nor later (T47)', async () => {
  const home = await newHome('ben');
  world.wallet.mood = 'lost';
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'checking' });
  const [payment] = (await home.parent.get('/api/lightning/payments')).body as PaymentRecord[];
  const at = app.clock.now.toISOString();
  const file = coinosFile([{ id: String(payment?.paymentHash), at, sats: 10_000 }]);
  await importFile(home.parent, home.childId, file);
  expect(await money(home)).toEqual(HELD);
  world.wallet.mood = 'pays';
  await watchLater(app, MINUTE_MS);
  expect(await money(home)).toEqual(PAID);
  await importFile(home.parent, home.childId, file);
  expect(await money(home)).toEqual(PAID);
});

test('a lost reply is found and not repeated; one that never came is checked for a day, then paid (T28)', async () => {
  const home = await newHome('cleo');
  world.wallet.mood = 'lost';
  await processDue(home.parent);
  const invoices = world.receiver.invoices();
  await watchLater(app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'checking' });
  expect(await money(home)).toEqual(HELD);
  const { id } = await newest(home);
  for (const how of ['paid', 'kept'])
    expect(message(await settle(home, id, { how }))).toContain('still being checked');
  expect((await payPayouts(home.parent, [await newest(home)])).status).toBe(409);
  world.wallet.mood = 'pays';
  await watchLater(app, MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'paid', proof: 'proven' });
  expect(world.receiver.invoices() - invoices).toBe(1);

  world.wallet.mood = 'unheard';
  await watchLater(app, WEEK_MS);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  world.wallet.mood = 'pays';
  for (let hours = 0; hours < 24; hours += 6) {
    await watchLater(app, 6 * HOUR_MS);
    expect((await newest(home)).state).toBe('checking');
  }
  expect(world.receiver.invoices() - invoices).toBe(2);
  await watchLater(app, HOUR_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'not-found' });
  await watchLater(app, HOUR_MS);
  expect(await payoutsOf(home.parent)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
  expect(paidHashes().every((times) => times === 1)).toBe(true);
});

test('what was refused is owed once its invoice has expired, said so to parent and child, and tried again (T28)', async () => {
  const home = await newHome('dora');
  const kid = await joinAsChild(app, home.parent, home.childId, 'dora.kid@example.com');
  await processDue(home.parent);
  world.wallet.mood = 'refuses';
  await watchLater(app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'checking', failure: 'said-failed' });
  await watchLater(app, 20 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'said-failed' });
  expect(await payoutsOf(kid)).toMatchObject([{ state: 'owed' }]);
  expect(await payoutMessages(kid)).toEqual(['payout_owed_to_you']);
  expect(await money(home)).toEqual(HELD);
  world.receiver.isAway = true;
  await watchLater(app, HOUR_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'receiver-silent' });
  world.receiver.isAway = false;
  world.wallet.mood = 'away';
  await watchLater(app, 5 * HOUR_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'unreachable' });
  world.wallet.mood = 'pays';
  const row = await newest(home);
  for (const wrong of [{ amount: 9_999 }, { feeLimit: 99 }, { receiver: 'eve@example.com' }])
    expect((await payPayouts(home.parent, [{ ...row, ...wrong }])).status).toBe(409);
  for (const who of [kid, app.visitor()])
    expect((await payPayouts(who, [row])).status).toBeGreaterThan(400);
  expect((await payPayouts(home.parent, [row])).status).toBe(200);
  await watchLater(app, 0);
  expect(await money(home)).toEqual(PAID);
  expect(message(await payPayouts(home.parent, [row]))).toContain('settled already');
  // Once, for any number of tries.
  expect(await payoutMessages(home.parent)).toEqual(['payout_owed']);
  expect(await payoutMessages(kid)).toHaveLength(1);
});

test('the budget is checked first: above it no invoice is requested (T25)', async () => {
  const home = await newHome('emil', false);
  const small = await startScripted('nwc');
  const budget = { used_budget: 0, total_budget: 10_099_000, renewal_period: 'never' };
  small.play({ budget, pay: paid });
  await home.parent.send('POST', '/api/lightning/connect', typedFor(small.settings));
  await processDue(home.parent);
  const invoices = world.receiver.invoices();
  await watchLater(app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'over-budget' });
  expect([world.receiver.invoices() - invoices, small.asked()]).toEqual([0, 0]);
  await small.close();
});

test('a pay day is settled by Lightning, by a parent’s word or not at all: never by two (T26)', async () => {
  const home = await newHome('finn', false);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'no-wallet' });
  const { id } = await newest(home);
  expect((await settle(home, NO_PAYOUT, { how: 'paid' })).status).toBe(404);
  const txid = 'ab'.repeat(32);
  expect((await settle(home, id, { how: 'paid', txid: 'xy' })).status).toBe(400);
  expect((await settle(home, id, { how: 'kept', txid })).status).toBe(400);
  const done = (await settle(home, id, { how: 'paid', txid })).body;
  expect(done).toMatchObject({ state: 'paid', proof: 'person', txid });
  expect(await money(home)).toEqual(PAID);
  await connectPayer(home.parent, world.wallet.url);
  const before = paidHashes().length;
  await watchLater(app, 3 * DAY_MS);
  expect(message(await settle(home, id, { how: 'paid' }))).toContain('settled already');
  expect([await money(home), paidHashes().length]).toEqual([PAID, before]);

  // "I paid this in another way" on the entry has the same effect.
  app.clock.now = new Date(world.beganAt + WEEK_MS);
  const [next] = (await processDue(home.parent)).processedChildren;
  await home.parent.send('POST', `/api/transactions/${next?.entryId}/paid`);
  await watchLater(app, DAY_MS);
  expect((await payoutsOf(home.parent)).map(({ state, proof }) => [state, proof])).toEqual([
    ['paid', 'person'],
    ['paid', 'person'],
  ]);
  expect(paidHashes().length).toBe(before);
  // Unmarked by the person who marked it, it is owed again and not paid automatically.
  const { paidEntryId } = await newest(home);
  await home.parent.send('DELETE', `/api/transactions/${paidEntryId}/paid`);
  app.clock.advance(-DAY_MS + HOUR_MS);
  const undone = await home.parent.send('POST', `/api/transactions/${paidEntryId}/undo`);
  expect(undone.status).toBe(200);
  await watchLater(app, 3 * DAY_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'taken-back' });
  await settle(home, String(next?.entryId), { how: 'kept' });
  expect(await money(home)).toEqual(['0.00010000', '0.00010000', '0.00010000']);
});

test('a booking that is taken back is not paid; a goal’s share is not paid out (T27)', async () => {
  const home = await newHome('gina');
  const [booked] = (await processDue(home.parent)).processedChildren;
  const undone = await home.parent.send('POST', `/api/transactions/${booked?.entryId}/undo`);
  expect(undone.status).toBe(200);
  const before = paidHashes().length;
  await watchLater(app, DAY_MS);
  expect(await newest(home)).toMatchObject({ state: 'undone' });
  expect(await money(home)).toEqual(['0.00000000', '0.00000000', '0.00000000']);

  const goal = await addGoal(home.parent, { targetAmount: '0.01' });
  await allocate(home.parent, goal.id, {
    ...{ childId: home.childId, percentage: 25, applyTo: 'new_contributions' },
  });
  app.clock.now = new Date(world.beganAt + WEEK_MS);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'paid', amount: 7_500 });
  expect(await money(home)).toEqual(['0.00000000', '0.00000000', '0.00007500']);
  expect(paidHashes().length - before).toBe(1);
});

test('an address that leads to the family’s own wallet is only a line in the book (T23)', async () => {
  const home = await newHome('hugo', false);
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${home.childId}`;
  await app.db.owner`
    INSERT INTO gift_address (name, family_id, child_id, made_by, made_at)
    VALUES ('k7qhm2xwpa', ${String(row?.familyId)}, ${home.childId}, ${home.childId}, now())`;
  const own = 'k7qhm2xwpa@localhost:3000';
  await saveAddresses(home.parent, { [home.childId]: own });
  const plan = (await setPayoutPlan(home.parent, home.childId, 'lightning', own)).body;
  expect(plan).toMatchObject({ leadsHome: true });
  await processDue(home.parent);
  const invoices = world.receiver.invoices();
  await watchLater(app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'paid', proof: null, paymentId: null });
  expect([await money(home), world.receiver.invoices()]).toEqual([PAID, invoices]);
});

test('an address that was changed is not paid before a new yes (T26)', async () => {
  const home = await newHome('ida');
  await processDue(home.parent);
  await saveAddresses(home.parent, { [home.childId]: world.receiver.addressOf('eve') });
  await watchLater(app, 2 * MINUTE_MS);
  const row = await newest(home);
  expect(row).toMatchObject({ state: 'owed', failure: 'other-address' });
  expect((await payPayouts(home.parent, [{ ...row, receiver: home.address }])).status).toBe(409);
  expect((await payPayouts(home.parent, [row])).status).toBe(200);
  await watchLater(app, 0);
  expect(await money(home)).toEqual(PAID);
});

test('with an encrypted wallet pay days wait to be unlocked; for the vault nothing is paid (T25)', async () => {
  const home = await newHome('jana', false);
  await keepInVault(home.parent);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  const list = (await home.parent.get('/api/payouts')).body as PayoutList;
  expect(list).toMatchObject({ payer: 'unlock', payouts: [{ state: 'owed', failure: 'locked' }] });
  await settle(home, (await newest(home)).id, { how: 'kept' });

  await setPayoutPlan(home.parent, home.childId, 'vault');
  app.clock.now = new Date(world.beganAt + WEEK_MS);
  await processDue(home.parent);
  const [collected] = await payoutsOf(home.parent);
  expect(collected).toMatchObject({ plan: 'vault', state: 'due', receiver: null });
  await settle(home, String(collected?.id), { how: 'paid' });
  expect(await money(home)).toEqual(['0.00020000', '0.00020000', '0.00000000']);
  await setPayoutPlan(home.parent, home.childId, 'book');
  app.clock.now = new Date(world.beganAt + 2 * WEEK_MS);
  await processDue(home.parent);
  expect(await payoutsOf(home.parent)).toHaveLength(2);
});
