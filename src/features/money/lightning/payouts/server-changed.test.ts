/** Pay days with a change before they were paid. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinAsChild } from '#tests/support/family.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  connectPayer,
  money,
  newest,
  newPayingHome,
  type PayingHome,
  type PayoutWorld,
  payoutMessages,
  payPayouts,
  saveAddresses,
  settle,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { paid } from '#tests/support/provider-words.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';

const MINUTE_MS = 60_000;
const HELD = ['0.00010000', '0.00000000', '0.00000000'];
const PAID = ['0.00000000', '0.00000000', '0.00010000'];

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** Pays what is due; something else happens while the child's wallet makes an invoice. */
async function payWhile(home: PayingHome, meanwhile: () => Promise<unknown>): Promise<void> {
  const { app, receiver } = world;
  await processDue(home.parent);
  const before = receiver.invoices();
  receiver.together = 2;
  const paying = watchLater(app, 2 * MINUTE_MS);
  await expect.poll(() => receiver.invoices()).toBe(before + 1);
  await meanwhile();
  receiver.together = 1;
  await fetch(`http://${receiver.host}/pay/nobody?amount=1000`);
  await paying;
}

test('an address changed while its invoice was requested gets nothing until it is approved again (T26 LN-49)', async () => {
  const home = await newPayingHome(world, 'anna', true);
  const other = world.receiver.addressOf('anna.new');
  await payWhile(home, () => saveAddresses(home.parent, { [home.childId]: other }));
  expect([world.wallet.paid.size, await money(home)]).toEqual([0, HELD]);
  await watchLater(world.app, MINUTE_MS);
  const row = await newest(home);
  expect(row).toMatchObject({ state: 'owed', failure: 'other-address', receiver: other });
  expect([world.wallet.paid.size, await money(home)]).toEqual([0, HELD]);
  await payPayouts(home.parent, [row]);
  await watchLater(world.app, 0);
  expect([world.wallet.paid.size, await money(home)]).toEqual([1, PAID]);
});

test.each([
  ['paid in another way', 'paid', PAID],
  ['kept in savings', 'kept', ['0.00010000', '0.00010000', '0.00000000']],
])(
  'a pay day that a parent marks as %s while its invoice is requested is not paid (T26)',
  async (_, how, left) => {
    const home = await newPayingHome(world, how, true);
    const before = world.wallet.paid.size;
    await payWhile(home, async () => {
      expect((await settle(home, (await newest(home)).id, { how })).status).toBe(200);
    });
    await watchLater(world.app, 60 * MINUTE_MS);
    expect(await newest(home)).toMatchObject({ state: how, paymentId: null });
    expect([world.wallet.paid.size, await money(home)]).toEqual([before, left]);
  },
);

test('a pay day whose payment is still checked is not taken back (T27 T28)', async () => {
  const home = await newPayingHome(world, 'checked', true);
  world.wallet.mood = 'lost';
  await processDue(home.parent);
  await watchLater(world.app, 2 * MINUTE_MS);
  const { id, state } = await newest(home);
  const undo = await home.parent.send('POST', `/api/transactions/${id}/undo`);
  expect(undo).toMatchObject({ status: 409, body: { reason: 'PAYMENT_CHECKING' } });
  expect([state, await money(home)]).toEqual(['checking', HELD]);
});

test('an owed pay day whose booking is undone is no longer owed, and not paid (T27)', async () => {
  const home = await newPayingHome(world, 'owed', false);
  const before = world.wallet.paid.size;
  await processDue(home.parent);
  await watchLater(world.app, 2 * MINUTE_MS);
  const { id, state } = await newest(home);
  expect([state, await money(home)]).toEqual(['owed', HELD]);
  expect((await home.parent.send('POST', `/api/transactions/${id}/undo`)).status).toBe(200);
  await connectPayer(home.parent, world.wallet.url);
  await watchLater(world.app, 24 * 60 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'undone' });
  expect(await money(home)).toEqual(Array(3).fill('0.00000000'));
  expect(world.wallet.paid.size).toBe(before);
});

test('a budget that holds the pay day and its fee limit pays it; one sat less does not (T25)', async () => {
  const home = await newPayingHome(world, 'budget', false);
  const small = await startScripted('nwc');
  const budget = (left: number) => ({
    ...{ used_budget: 0, total_budget: left * 1_000, renewal_period: 'never' },
  });
  small.play({ budget: budget(10_099), pay: paid });
  await home.parent.send('POST', '/api/lightning/connect', typedFor(small.settings));
  await processDue(home.parent);
  await watchLater(world.app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'over-budget' });
  expect(small.asked()).toBe(0);
  small.play({ budget: budget(10_100), pay: { ...paid, preimage: 'uuid' } });
  await watchLater(world.app, 60 * MINUTE_MS);
  expect([small.asked(), (await newest(home)).failure]).toEqual([1, null]);
  await small.close();
});

test('a payment that a dead program did not send is paid by the next one, and nobody is notified (T28)', async () => {
  const home = await newPayingHome(world, 'died', true);
  const kid = await joinAsChild(world.app, home.parent, home.childId, 'died.kid@example.com');
  world.wallet.mood = 'unheard';
  await processDue(home.parent);
  await watchLater(world.app, 2 * MINUTE_MS);
  const { id } = await newest(home);
  // As left by a program that dies before the payment request.
  await world.app.db.owner`
    UPDATE payment SET sent_at = NULL, connection_id = NULL WHERE pays = ${id}`;
  world.wallet.mood = 'pays';
  await watchLater(world.app, 2 * MINUTE_MS);
  await watchLater(world.app, 2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'paid' });
  for (const who of [home.parent, kid]) expect(await payoutMessages(who)).toEqual([]);
});

test('what only the wallet calls failed waits for a person, and no second invoice is paid (T28)', async () => {
  const home = await newPayingHome(world, 'mute-lea', true);
  const { app, wallet, receiver } = world;
  await processDue(home.parent);
  wallet.mood = 'refuses';
  await watchLater(app, 2 * MINUTE_MS);
  await watchLater(app, 20 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'unconfirmed' });
  wallet.mood = 'pays';
  const [invoices, payments] = [receiver.invoices(), wallet.paid.size];
  await watchLater(app, 3 * 24 * 60 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'unconfirmed' });
  expect([receiver.invoices(), wallet.paid.size]).toEqual([invoices, payments]);
  expect(await money(home)).toEqual(HELD);
});

test('where its wallet has paid in secret the old address still says so, when the child has none any more (T28)', async () => {
  const home = await newPayingHome(world, 'secret', true);
  const { app, wallet, receiver } = world;
  await processDue(home.parent);
  wallet.mood = 'refuses';
  await watchLater(app, 2 * MINUTE_MS);
  receiver.arrived.add([...receiver.preimages.keys()].at(-1) ?? '');
  await home.parent.send('POST', '/api/lightning/addresses', { parentAddress: home.address });
  await watchLater(app, 20 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'paid', proof: 'proven' });
  expect(await money(home)).toEqual(PAID);
});
