/** Savings transfers of a family whose spending connection is in its vault. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Request, Requests } from '#features/book/approvals/contract.ts';
import type { Visitor } from '#tests/support/app.ts';
import { moneyMessages } from '#tests/support/ceiling.ts';
import { message } from '#tests/support/family.ts';
import {
  keepInVault,
  type PayoutWorld,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import {
  answerTransfer,
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

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

async function newLockedHome(name: string, receiver = world.receiver.addressOf(name)) {
  const home = await newTransferHome(world.app, name, receiver);
  const saved = await keepInVault(home.parent);
  if (saved.status !== 200) throw new Error(saved.text);
  return home;
}

const paymentId = async (home: TransferHome) => (await paymentsOf(home))[0]?.id;
const take = async (home: TransferHome, who: Visitor = home.parent) =>
  who.send('POST', `/api/lightning/payments/${await paymentId(home)}/take`, { version: 1 });
const tell = async (home: TransferHome, said: object) =>
  home.parent.send('POST', `/api/lightning/payments/${await paymentId(home)}/tell`, said);

/** Begun, and taken by the parent's browser. */
async function taken(home: TransferHome): Promise<void> {
  expect((await payTransfer(home)).body).toMatchObject({ success: false, state: 'checking' });
  expect((await take(home)).status).toBe(200);
}

test('one browser gets the one invoice, after a yes to what was read, and pays it with a receipt (APPR-20 T25 T26)', async () => {
  const home = await newLockedHome('anna', '');
  const before = world.receiver.invoices();
  const invoices = () => world.receiver.invoices() - before;
  expect(await readOffer(home)).toMatchObject({ payer: 'unlock', obstacle: 'no-address' });
  expect((await payTransfer(home)).status).toBe(409);
  const receiver = world.receiver.addressOf('anna');
  await saveParentAddress(home, receiver);
  expect(await readOffer(home)).toMatchObject({ payer: 'unlock', receiver, obstacle: null });
  for (const other of [
    ...[{ seenReceiver: 'eve@example.com' }, { seenAmount: 4_999 }, { seenFeeLimit: 51 }],
  ])
    expect([other, (await payTransfer(home, other)).status]).toEqual([other, 409]);
  expect((await payTransfer({ ...home, parent: home.kid })).status).toBe(403);
  expect([await paymentsOf(home), invoices()]).toEqual([[], 0]);

  const begun = await payTransfer(home);
  expect(begun.body).toMatchObject({ success: false, state: 'checking', failure: null });
  expect(message(await payTransfer(home))).toContain('still being checked');
  expect((await answerTransfer(home, true)).status).toBe(409);
  expect(invoices()).toBe(1);
  const [waiting] = await paymentsOf(home);
  expect(waiting).toMatchObject({ browser: 'waits', provider: 'CoinOS', amount: 5_000 });
  expect(begun.body).toMatchObject({ paymentId: waiting?.id });
  expect((await take(home, home.kid)).status).toBe(403);
  const both = await Promise.all([take(home), take(home)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await transferMoney(home)).toEqual(TRANSFER_WAITS);

  const preimage = world.receiver.preimages.get(String(waiting?.paymentHash));
  const told = await tell(home, { outcome: 'paid', preimage, fee: 3 });
  expect(told.body).toMatchObject({ state: 'paid', proof: 'proven', fee: 3, entryId: home.id });
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
  const { answered } = (await home.kid.get('/api/requests')).body as Requests;
  expect(answered[0] as Request).toMatchObject({ id: home.id, state: 'approved' });
  expect((await tell(home, { outcome: 'refused', reason: 'busy' })).status).toBe(409);
  expect((await payTransfer(home)).status).toBe(409);
  await watchLater(world.app, 3 * DAY_MS);
  expect([await transferMoney(home), invoices()]).toEqual([TRANSFER_PAID, 1]);
});

test('every adult is notified once of a transfer above the ceiling that a browser pays (T59 APPR-20)', async () => {
  const home = await newLockedHome('capped');
  await home.parent.send('PUT', '/api/family/ceiling', { limit: 1_000 });
  expect((await payTransfer(home)).body).toMatchObject({ state: 'checking' });
  expect(await moneyMessages(home.parent)).toBe(1);
});

test('a yes that comes twice is one payment (APPR-20 T28)', async () => {
  const home = await newLockedHome('greta');
  const { amount, feeLimit, receiver } = await readOffer(home);
  const seen = { seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver };
  const path = `/api/lightning/transfers/${home.id}/pay`;
  const key = { 'idempotency-key': crypto.randomUUID() };
  const yes = () => home.parent.send('POST', path, seen, key);
  const replies = [...(await Promise.all([yes(), yes()])), await yes()];
  const begun = replies.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(begun.length).toBeGreaterThan(1);
  const [payment, ...others] = await paymentsOf(home);
  expect(others).toEqual([]);
  for (const one of begun) expect(one).toMatchObject({ state: 'checking', paymentId: payment?.id });
});

test('what the wallet has not answered stays held; a stated one is taken for its word (APPR-20 T28)', async () => {
  const home = await newLockedHome('ben');
  await taken(home);
  const invoices = world.receiver.invoices();
  const unknown = await tell(home, { outcome: 'unknown', reason: 'no-answer' });
  expect(unknown.body).toMatchObject({ state: 'checking' });
  await watchLater(world.app, 3 * DAY_MS);
  expect(await readOffer(home)).toMatchObject({ isChecking: true });
  expect((await payTransfer(home)).status).toBe(409);
  expect((await answerTransfer(home, false)).status).toBe(409);
  expect((await home.kid.send('DELETE', `/api/requests/${home.id}`)).status).toBe(409);
  expect([await transferMoney(home), world.receiver.invoices()]).toEqual([
    TRANSFER_WAITS,
    invoices,
  ]);
  await tell(home, { outcome: 'paid', preimage: '00'.repeat(32), fee: null });
  expect((await paymentsOf(home))[0]).toMatchObject({ state: 'paid', proof: 'stated' });
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
});

test('a transfer whose payment was definitely refused, never taken, or not requested keeps waiting (APPR-20 T28)', async () => {
  const home = await newLockedHome('cleo');
  await taken(home);
  await tell(home, { outcome: 'refused', reason: 'said-insufficient', version: 1 });
  expect(await readOffer(home)).toMatchObject({ isChecking: true });
  world.app.clock.advance(20 * MINUTE_MS);
  await tell(home, { outcome: 'unknown', reason: 'not-found', version: 1 });
  expect(await readOffer(home)).toMatchObject({ isChecking: false, obstacle: null });
  await payTransfer(home);
  const left = await paymentId(home);
  await watchLater(world.app, 5 * MINUTE_MS);
  expect((await paymentsOf(home))[0]).toMatchObject({ id: left, failure: 'never-sent' });
  expect((await take(home)).status).toBe(409);
  world.receiver.isAway = true;
  const silent = (await payTransfer(home)).body;
  expect(silent).toMatchObject({ state: 'failed', failure: 'receiver-silent', paymentId: null });
  expect(await transferMoney(home)).toEqual(TRANSFER_WAITS);
  world.receiver.isAway = false;
  await taken(home);
  // A person's claim ends it if the wallet can't tell.
  expect((await answerTransfer(home, true)).status).toBe(409);
  const { parent } = home;
  const said = await parent.send('POST', `/api/lightning/payments/${await paymentId(home)}/say`, {
    paid: true,
  });
  expect(said.body).toMatchObject({ state: 'paid', proof: 'person' });
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
});

test('a vault without a connection that pays unlocks nothing (APPR-20 T25)', async () => {
  const home = await newTransferHome(world.app, 'emil', world.receiver.addressOf('emil'));
  await home.parent.send('POST', '/api/wallet/set-encryption-preference', {
    prefersEncryption: true,
  });
  expect(await readOffer(home)).toMatchObject({ payer: 'none', obstacle: 'no-wallet' });
  expect((await payTransfer(home)).status).toBe(409);
  expect(await paymentsOf(home)).toEqual([]);
});
