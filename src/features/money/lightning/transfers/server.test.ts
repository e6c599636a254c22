/** A savings transfer from the family's wallet to the parents' own Lightning address. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Request, Requests } from '#features/book/approvals/contract.ts';
import type { Details } from '#features/book/transactions/contract.ts';
import { ON_REGTEST, startApp, type TestApp } from '#tests/support/app.ts';
import { message } from '#tests/support/family.ts';
import {
  connectPayer,
  type PayoutWorld,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { paid } from '#tests/support/provider-words.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import {
  answerTransfer,
  askTransfer,
  newTransferHome,
  paymentsOf,
  payTransfer,
  readOffer,
  saveParentAddress,
  TRANSFER_PAID,
  TRANSFER_WAITS,
  type TransferHome,
  transferMoney,
} from '#tests/support/transfers.ts';
import { recordFee } from '../paying/record.ts';
import { purposes } from '../purposes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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

const newHome = (name: string, receiver = world.receiver.addressOf(name)) =>
  newTransferHome(app, name, receiver);
const connect = ({ parent }: TransferHome) => connectPayer(parent, world.wallet.url);

test('a transfer is paid only by a wallet, to the parents’ address, after a yes to what was read (APPR-20 T26)', async () => {
  const home = await newHome('rules', '');
  expect(await readOffer(home)).toMatchObject({ receiver: null, obstacle: 'no-wallet' });
  await connect(home);
  expect(await readOffer(home)).toMatchObject({ receiver: null, obstacle: 'no-address' });
  expect((await payTransfer(home)).status).toBe(409);
  const receiver = world.receiver.addressOf('rules');
  await saveParentAddress(home, receiver);
  expect(await readOffer(home)).toEqual({
    ...{ amount: 5_000, feeLimit: 50, receiver, payer: 'server', obstacle: null },
    isChecking: false,
  });
  for (const other of [
    ...[{ seenReceiver: 'eve@example.com' }, { seenAmount: 4_999 }, { seenFeeLimit: 51 }],
  ])
    expect([other, (await payTransfer(home, other)).status]).toEqual([other, 409]);
  const zoe = await app.signIn('zoe-rules@example.com');
  const seen = { seenAmount: 5_000, seenFeeLimit: 50, seenReceiver: receiver };
  expect((await payTransfer({ ...home, parent: zoe }, seen)).status).toBe(404);
  const path = `/api/lightning/transfers/${home.id}`;
  expect((await home.kid.get(path)).status).toBe(403);
  expect(await transferMoney(home)).toEqual(TRANSFER_WAITS);
  expect(await paymentsOf(home)).toEqual([]);
});

test('after 30 days without an answer nothing is paid any more (APPR-05 APPR-20)', async () => {
  const home = await newHome('late');
  await connect(home);
  app.clock.advance(30 * DAY_MS + 1);
  home.parent = await app.signIn('late@example.com');
  const late = await payTransfer(home);
  expect([late.status, message(late)]).toEqual([409, 'This request has ended without an answer']);
  expect(await paymentsOf(home)).toEqual([]);
});

test('paid once: the money is in savings, with the proof, and the fee is the parents’ (APPR-18 APPR-20 T27)', async () => {
  const home = await newHome('anna');
  await connect(home);
  const paid = await payTransfer(home);
  const { paymentId } = paid.body as { paymentId: string };
  expect(paid.body).toMatchObject({ success: true, state: 'paid', failure: null });
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
  const [payment] = await paymentsOf(home);
  expect(payment).toMatchObject({
    ...{ id: paymentId, state: 'paid', amount: 5_000, fee: 3, proof: 'proven' },
    ...{ entryId: home.id, description: 'For later' },
  });
  const { entry } = (await home.parent.get(`/api/transactions/${home.id}`)).body as Details;
  expect(entry).toMatchObject({ type: 'savings_deposit', state: 'paid' });
  const { answered } = (await home.kid.get('/api/requests')).body as Requests;
  expect(answered[0] as Request).toMatchObject({ id: home.id, state: 'approved' });
  // No further yes or no changes anything.
  expect([(await payTransfer(home)).status, (await answerTransfer(home, false)).status]).toEqual([
    409, 409,
  ]);
  expect([...world.wallet.paid.values()].at(-1)).toBe(1);
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
});

test('a fee reported late is the parents’ too: nothing is booked (APPR-20 T27)', async () => {
  const home = await newHome('fee');
  await connect(home);
  await payTransfer(home);
  const before = await transferMoney(home);
  const [row] = await app.db.owner<{ familyId: string; paymentId: string }[]>`
    UPDATE payment SET fee_sats = NULL WHERE pays = ${home.id}
    RETURNING family_id, payment_id`;
  const { familyId = '', paymentId = '' } = row ?? {};
  await app.services.db.changeFamily(familyId, (tx) =>
    recordFee({ ...app.services, purposes }, tx, familyId, paymentId, 7n),
  );
  expect(await paymentsOf(home)).toMatchObject([{ state: 'paid', fee: 7 }]);
  expect(await transferMoney(home)).toEqual(before);
});

test('while its outcome is unknown, it is neither answered nor withdrawn nor repeated (APPR-20 T28)', async () => {
  const home = await newHome('ben');
  await connect(home);
  world.wallet.mood = 'lost';
  expect((await payTransfer(home)).body).toMatchObject({ success: false, state: 'checking' });
  expect(await readOffer(home)).toMatchObject({ isChecking: true });
  expect(await transferMoney(home)).toEqual(TRANSFER_WAITS);
  const refused = await answerTransfer(home, true);
  expect([refused.status, message(refused)]).toEqual([409, 'Its payment is still being checked']);
  expect((await answerTransfer(home, false)).status).toBe(409);
  expect((await home.kid.send('DELETE', `/api/requests/${home.id}`)).status).toBe(409);
  const all = await home.parent.send('POST', '/api/requests/approve-all', { ids: [home.id] });
  expect(all.body).toEqual({ approved: [] });
  expect((await payTransfer(home)).status).toBe(409);
  world.wallet.mood = 'pays';
  await watchLater(app, MINUTE_MS);
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
  expect((await paymentsOf(home)).map(({ state }) => state)).toEqual(['paid']);
  await watchLater(app, 2 * MINUTE_MS);
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
});

test.each(['pays', 'lost'] as const)(
  'two parents who say yes at once, on two servers: one payment, and neither reads that nothing was paid (%s) (APPR-20 T28)',
  async (mood) => {
    const home = await newHome(`eli-${mood}`);
    await connect(home);
    world.wallet.mood = mood;
    // On one server the second would wait; on two, both request an invoice.
    const twin = await startApp({
      at: app.clock.now.toISOString(),
      ...ON_REGTEST,
      address: app.address,
    });
    const zoe = twin.visitor();
    for (const [name, value] of home.parent.cookies) zoe.cookies.set(name, value);
    world.receiver.together = 2;
    const replies = await Promise.all([payTransfer(home), payTransfer({ ...home, parent: zoe })]);
    world.receiver.together = 1;
    await twin.close();
    for (const { body } of replies) expect(body).toMatchObject({ failure: null });
    expect(await paymentsOf(home)).toHaveLength(1);
    world.wallet.mood = 'pays';
    await watchLater(app, MINUTE_MS);
    expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
    const [payment] = await paymentsOf(home);
    expect(world.wallet.paid.get(String(payment?.paymentHash))).toBe(1);
  },
);

test.each([
  ['says no to', false, ['0.00000000', '0.00020000', '0.00020000']],
  ['settles in the book', true, TRANSFER_PAID],
])(
  'a transfer that a parent %s while the invoice is requested is not paid (APPR-20 T26)',
  async (how, approved, left) => {
    const home = await newHome(how.replaceAll(' ', '.'));
    await connect(home);
    const [invoices, before] = [world.receiver.invoices(), world.wallet.paid.size];
    world.receiver.together = 2;
    const paying = payTransfer(home);
    await expect.poll(() => world.receiver.invoices()).toBe(invoices + 1);
    expect((await answerTransfer(home, approved)).status).toBe(200);
    world.receiver.together = 1;
    await fetch(`http://${world.receiver.host}/pay/nobody?amount=1000`);
    expect((await paying).body).toMatchObject({ success: false, state: 'failed' });
    await watchLater(app, 60 * MINUTE_MS);
    expect([await paymentsOf(home), world.wallet.paid.size]).toEqual([[], before]);
    expect(await transferMoney(home)).toEqual(left);
  },
);

test('a budget that holds the amount and its fee limit pays it; one sat less asks for no invoice (APPR-20 T25)', async () => {
  const home = await newHome('budget');
  const small = await startScripted('nwc');
  const budget = (left: number) => ({
    ...{ used_budget: 0, total_budget: left * 1_000, renewal_period: 'never' },
  });
  small.play({ budget: budget(5_049), pay: paid });
  await home.parent.send('POST', '/api/lightning/connect', typedFor(small.settings));
  const invoices = world.receiver.invoices();
  expect((await payTransfer(home)).body).toMatchObject({ failure: 'over-budget' });
  expect([small.asked(), world.receiver.invoices()]).toEqual([0, invoices]);
  small.play({ budget: budget(5_050), pay: { ...paid, preimage: 'uuid' } });
  expect((await payTransfer(home)).body).toMatchObject({ failure: null });
  expect([small.asked(), world.receiver.invoices()]).toEqual([1, invoices + 1]);
  await small.close();
});

test('an invoice that was paid before is not paid again, nor held for (APPR-20 T28)', async () => {
  const home = await newHome('repeats-eli');
  await connect(home);
  expect((await payTransfer(home)).body).toMatchObject({ state: 'paid' });
  const next = { ...home, id: await askTransfer(home) };
  const before = world.wallet.paid.size;
  const refused = { success: false, state: 'failed', failure: 'receiver-refused' };
  expect((await payTransfer(next)).body).toMatchObject(refused);
  expect(await readOffer(next)).toMatchObject({ isChecking: false });
  expect([world.wallet.paid.size, (await paymentsOf(next)).length]).toEqual([before, 1]);
});

test('definitely not paid: it keeps waiting, and may be paid again or answered by a person (APPR-20 T28)', async () => {
  const home = await newHome('cleo');
  await connect(home);
  world.receiver.isAway = true;
  expect((await payTransfer(home)).body).toMatchObject({
    state: 'failed',
    failure: 'receiver-silent',
  });
  expect(await paymentsOf(home)).toEqual([]);
  world.receiver.isAway = false;
  world.wallet.mood = 'refuses';
  expect((await payTransfer(home)).body).toMatchObject({ success: false, state: 'checking' });
  expect((await payTransfer(home)).status).toBe(409);
  await watchLater(app, 20 * MINUTE_MS);
  expect(await readOffer(home)).toMatchObject({ isChecking: false, obstacle: null });
  expect(await transferMoney(home)).toEqual(TRANSFER_WAITS);
  world.wallet.mood = 'pays';
  expect((await payTransfer(home)).body).toMatchObject({ state: 'paid' });
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);

  const other = await newHome('dora');
  await connect(other);
  expect((await answerTransfer(other, false)).status).toBe(200);
  expect((await payTransfer(other)).status).toBe(409);
  expect(await transferMoney(other)).toEqual(['0.00000000', '0.00020000', '0.00020000']);
});
