/** A second approval of a payment, and the payment's traces once it has ended. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import type { PaymentState } from './contract.ts';
import { findLate, setAnswer } from './late-store.ts';
import {
  addPayment,
  claimSending,
  endPayment,
  findPayment,
  findPaymentOf,
  isKnown,
  noteUnknown,
  paidToday,
  setDecided,
  shownPayments,
} from './store.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
let app: TestApp;
let familyId: string;
let madeBy: string;
let childId: string;
beforeAll(async () => {
  app = await startApp();
  const anna = await app.signIn('anna@example.com');
  ({ id: childId } = await addChild(anna));
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users`;
  ({ familyId, userId: madeBy } = row as { familyId: string; userId: string });
});
afterAll(() => app.close());

type Tx = Parameters<Parameters<TestApp['db']['changeFamily']>[1]>[0];
const change = <Told>(act: (tx: Tx) => Promise<Told>) => app.db.changeFamily(familyId, act);
const now = () => app.clock.now;

async function add(over: Partial<Parameters<typeof addPayment>[2]> = {}) {
  const [paymentId, paymentHash] = [newId(now().getTime()), randomBytes(32).toString('hex')];
  const made = {
    ...{ purpose: 'spend' as const },
    ...{ paymentId, childId, paymentHash, invoice: 'lnbc', payee: '02', description: '' },
    ...{ amountSats: 1_000n, feeLimitSats: 20n, state: 'open' as const, provider: 'nwc' },
    ...{ holdId: newId(now().getTime()), byChild: false, madeBy, createdAt: now() },
    ...{ expiresAt: new Date(now().getTime() + MINUTE_MS), ...over },
  };
  await change((tx) => addPayment(tx, familyId, made, now()));
  return { paymentId, paymentHash };
}
type Ended = Partial<Parameters<typeof endPayment>[3]> & { state: PaymentState };
const end = (paymentId: string, over: Ended, by?: string) =>
  change((tx) => {
    const entryId = over.state === 'paid' ? paymentId : null;
    const none = { failure: null, feeSats: null, preimage: null, proof: null, entryId };
    const when = { now: now(), lookAt: null, by };
    return endPayment(tx, familyId, paymentId, { ...none, ...over }, when);
  });

test('of a transfer, a second yes finds the payment that is open or made, and none that failed', async () => {
  const pays = newId(now().getTime());
  const find = () => change((tx) => findPaymentOf(tx, familyId, pays));
  expect(await find()).toBeUndefined();
  const failed = await add({ purpose: 'transfer', pays });
  expect((await find())?.paymentId).toBe(failed.paymentId);
  await end(failed.paymentId, { state: 'failed', failure: 'never-sent' });
  expect(await find()).toBeUndefined();
  const { paymentId } = await add({ purpose: 'transfer', pays });
  await end(paymentId, { state: 'paid', proof: 'stated' });
  expect(await find()).toMatchObject({ paymentId, state: 'paid' });
});

test('an invoice counts as known while it is requested, open or paid, or if the wallet claimed its failure', async () => {
  const known = (hash: string) => change((tx) => isKnown(tx, familyId, hash));
  expect(await known('ab'.repeat(32))).toBeUndefined();
  for (const state of ['asked', 'open'] as const)
    expect(await known((await add({ state })).paymentHash), state).toBe('paid');
  const made = await add();
  await end(made.paymentId, { state: 'paid', proof: 'stated' });
  expect(await known(made.paymentHash)).toBe('paid');
  for (const [failure, said] of [
    ['said-failed', 'tried'],
    ['not-found', 'tried'],
    ['never-sent', undefined],
    ['unreachable', undefined],
    ['busy', undefined],
  ] as const) {
    const { paymentId, paymentHash } = await add();
    await end(paymentId, { state: 'failed', failure });
    expect(await known(paymentHash), failure).toBe(said);
  }
});

test('a wallet is told once about a payment, and only while it is open; an approval and a doubt come too late for an ended one', async () => {
  const { paymentId } = await add({ state: 'asked' });
  const claim = () =>
    change((tx) => claimSending(tx, familyId, paymentId, { connectionId: madeBy, now: now() }));
  expect(await claim(), 'nobody has said yes').toBe(false);
  const decide = () => {
    const payer = { provider: 'nwc', isBrowser: false };
    const yes = { by: madeBy, payer, lookAt: now() };
    return change((tx) => setDecided(tx, familyId, paymentId, yes));
  };
  await decide();
  expect([await claim(), await claim()]).toEqual([true, false]);
  await end(paymentId, { state: 'failed', failure: 'never-sent' });
  await decide();
  await change((tx) => noteUnknown(tx, familyId, paymentId, 'no-answer', now()));
  const after = await change((tx) => findPayment(tx, familyId, paymentId));
  expect(after).toMatchObject({ state: 'failed', failure: 'never-sent', holdId: null });
});

test('what a child paid today: its own, open or paid, with the fee, without a parent’s yes, for 24 hours', async () => {
  const sum = (ms = 0) =>
    change((tx) => paidToday(tx, familyId, childId, new Date(now().getTime() + ms)));
  app.clock.advance(2 * DAY_MS);
  expect(await sum()).toBe(0n);
  await add();
  await add({ byChild: true, state: 'asked' });
  await end((await add({ byChild: true })).paymentId, { state: 'failed', failure: 'never-sent' });
  expect(await sum(), 'none of these').toBe(0n);
  const { paymentId } = await add({ byChild: true });
  expect(await sum()).toBe(1_020n);
  await end(paymentId, { state: 'paid', feeSats: 3n, proof: 'stated' });
  expect(await sum()).toBe(1_003n);
  const agreed = await add({ byChild: true });
  await end(agreed.paymentId, { state: 'paid', proof: 'stated' }, madeBy);
  expect(await sum(), 'a parent said yes').toBe(1_003n);
  const word = await add({ byChild: true });
  await end(word.paymentId, { state: 'paid', proof: 'person' }, madeBy);
  expect(await sum(), 'a word is no yes').toBe(2_003n);
  expect([await sum(DAY_MS - 1), await sum(DAY_MS)]).toEqual([2_003n, 0n]);
});

test('of several attempts only the one paid late waits for an answer, which is given once', async () => {
  const pays = newId(now().getTime());
  const late = () => change(async (tx) => (await findLate(tx, familyId, pays))?.paymentId);
  const tried = { purpose: 'payout' as const, pays };
  await end((await add(tried)).paymentId, { state: 'failed', failure: 'not-found' });
  expect(await late()).toBeUndefined();
  const { paymentId } = await add(tried);
  const unbooked = { failure: 'not-found', proof: 'proven', entryId: null } as const;
  await end(paymentId, { state: 'paid', ...unbooked });
  expect(await late()).toBe(paymentId);
  const say = (entryId: string | null) =>
    change((tx) => setAnswer(tx, familyId, paymentId, { entryId, by: madeBy, now: now() }));
  await say(paymentId);
  await say(null);
  const [row] = await app.db.owner`
    SELECT answer, entry_id FROM payment WHERE payment_id = ${paymentId}`;
  expect([row, await late()]).toEqual([{ answer: 'child', entryId: paymentId }, undefined]);
});

test('an ended payment is shown for 30 days, an open one forever', async () => {
  app.clock.advance(40 * DAY_MS);
  await app.db.owner`DELETE FROM payment`;
  const { paymentId } = await add();
  await end((await add()).paymentId, { state: 'paid', proof: 'stated' });
  const shown = (ms: number) =>
    change(async (tx) => {
      const at = new Date(now().getTime() + 30 * DAY_MS + ms);
      return (await shownPayments(tx, familyId, at)).map((one) => one.paymentId);
    });
  expect((await shown(-1)).length).toBe(2);
  expect(await shown(0)).toEqual([paymentId]);
});
