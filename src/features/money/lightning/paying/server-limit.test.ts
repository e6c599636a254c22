/** A child's payments: without approval up to a limit for 24 hours, and reported if large. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import type { ScriptedWallet } from '#tests/support/provider-script.ts';
import { none, paid } from '#tests/support/provider-words.ts';
import { onRealClock } from '#tests/support/real-clock.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import type { PayResult } from './contract.ts';

const DAY_MS = 86_400_000;
/** An invoice over 2,100 sats and its fee limit of 21. */
const ONE = 2_121;
const UNANSWERED = { pay: { fault: 'hang-up' }, records: [none] } as const;
const PAID = { pay: { ...paid, preimage: 'uuid', fee: 3 }, records: [none] } as const;

let app: TestApp;
let wallet: ScriptedWallet;
onRealClock((started) => {
  app = started;
});
beforeAll(async () => {
  wallet = await startScripted('nwc');
});
afterAll(() => wallet.close());

type Home = { anna: Visitor; mia: string; kid: Visitor };

/** A child with 100,000 sats to spend, this much of it unasked. */
async function newHome(name: string, limit: number): Promise<Home> {
  const anna = await app.signIn(`anna-${name}@example.com`);
  wallet.play({});
  await anna.send('POST', '/api/lightning/connect', typedFor(wallet.settings));
  const home = { anna, ...(await newChild(anna, `mia-${name}@example.com`)) };
  await setLimit(home, limit);
  return home;
}

async function newChild(anna: Visitor, email: string, newBalance = 100_000) {
  const { id: mia } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance });
  return { mia, kid: await joinAsChild(app, anna, mia, email) };
}

const setLimit = ({ anna, mia }: Pick<Home, 'anna' | 'mia'>, limit: number) =>
  anna.send('PUT', `/api/lightning/children/${mia}/pay-limit`, { limit });
/** @returns `asked`, or the state of a payment made unasked */
async function pay({ kid, mia }: Pick<Home, 'kid' | 'mia'>) {
  const paymentRequest = newInvoice({ seconds: 3 * 86_400 }).text;
  const reply = await kid.send('POST', '/api/lightning/pay', { childId: mia, paymentRequest });
  return (reply.body as PayResult).payment;
}

test('payments under way count against a child’s limit with their fee limit; paid ones with their fee (T25)', async () => {
  const home = await newHome('way', 2 * ONE - 1);
  wallet.play(UNANSWERED);
  const first = await pay(home);
  expect(first.state).toBe('checking');
  const second = await pay(home);
  expect(second.state).toBe('asked');
  // A withdrawn one is ignored, and one sat more fits.
  await home.kid.send('DELETE', `/api/lightning/payments/${second.id}`);
  await setLimit(home, 2 * ONE);
  expect((await pay(home)).state).toBe('checking');
  expect((await pay(home)).state).toBe('asked');
  // One ended as paid, without a fee: its fee's hold is free again.
  await home.anna.send('POST', `/api/lightning/payments/${first.id}/say`, { paid: true });
  await setLimit(home, 3 * ONE - 22);
  expect((await pay(home)).state).toBe('asked');
  await setLimit(home, 3 * ONE - 21);
  wallet.play(PAID);
  expect((await pay(home)).state).toBe('paid');
  await setLimit(home, 4 * ONE - 21 - 18 - 1);
  expect((await pay(home)).state).toBe('asked');
  await setLimit(home, 4 * ONE - 21 - 18);
  expect((await pay(home)).state).toBe('paid');
});

test('another child’s payments, and those that a parent said yes to, leave a child’s limit whole (T25)', async () => {
  const home = await newHome('own', ONE);
  const sibling = await newChild(home.anna, 'leo-own@example.com');
  await setLimit({ ...home, ...sibling }, ONE);
  wallet.play(PAID);
  expect((await pay(sibling)).state).toBe('paid');
  await setLimit(home, 0);
  const asked = await pay(home);
  const yes = await home.anna.send('POST', `/api/lightning/payments/${asked.id}/approve`, {
    ...{ seenAmount: asked.amount, seenFeeLimit: asked.feeLimit },
  });
  expect([asked.state, yes.body]).toMatchObject(['asked', { state: 'paid' }]);
  await setLimit(home, ONE);
  expect((await pay(home)).state).toBe('paid');
  expect((await pay(home)).state).toBe('asked');
});

test('what a child has paid counts for 24 hours, to the second (T25)', async () => {
  const home = await newHome('day', ONE);
  wallet.play(PAID);
  expect((await pay(home)).state).toBe('paid');
  app.clock.advance(DAY_MS - 1_000);
  expect((await pay(home)).state).toBe('asked');
  app.clock.advance(1_000);
  expect((await pay(home)).state).toBe('paid');
});

test('a yes names the amount and the fee limit that were read, and comes before the invoice expires (T25)', async () => {
  const home = await newHome('yes', 0);
  wallet.play(PAID);
  const approve = ({ id, amount, feeLimit }: PayResult['payment'], over: object = {}) =>
    home.anna.send('POST', `/api/lightning/payments/${id}/approve`, {
      ...{ seenAmount: amount, seenFeeLimit: feeLimit, ...over },
    });
  const [one, two] = [await pay(home), await pay(home)];
  for (const over of [{ seenAmount: 2_101 }, { seenFeeLimit: 20 }, { seenFeeLimit: 22 }])
    expect((await approve(one, over)).body).toMatchObject({ reason: 'PAYMENT_OTHER_AMOUNT' });
  expect((await approve(one)).body).toMatchObject({ state: 'paid' });
  app.clock.now = new Date(two.expiresAt);
  expect((await approve(two)).body).toMatchObject({ reason: 'INVOICE_EXPIRED' });
  app.clock.advance(-1);
  expect((await approve(two)).body).toMatchObject({ state: 'paid' });
});

test('spending is large compared with the child’s own money, whatever the other children have (LN-52)', async () => {
  const home = await newHome('large', ONE);
  const { anna } = home;
  const poor = await newChild(anna, 'leo-large@example.com', 3_000);
  const rich = await newChild(anna, 'ben-large@example.com');
  for (const one of [poor, rich]) await setLimit({ anna, ...one }, ONE);
  await anna.send('POST', '/api/lightning/sync-preferences', {
    ...{ syncFrequency: 'manual', emailReminders: false, spendingAlerts: true },
  });
  wallet.play(PAID);
  const told = async () =>
    ((await anna.get('/api/messages')).body as { kind: string; childId: string }[])
      .filter(({ kind }) => kind === 'spending_large')
      .map(({ childId }) => childId);
  for (const one of [home, rich]) expect((await pay(one)).state).toBe('paid');
  expect(await told()).toEqual([]);
  expect((await pay(poor)).state).toBe('paid');
  expect(await told()).toEqual([poor.mia]);
});
