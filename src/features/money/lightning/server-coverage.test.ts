/** Spending money compared with the paying wallet's balance: when it is judged, who is notified. */
import { afterAll, expect, test } from 'vitest';
import { JOBS_KEY, type TestApp } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { addRow } from '#tests/support/payment-rows.ts';
import { connectPayer, saveAddresses, watchLater } from '#tests/support/payouts.ts';
import { startPhoenixd } from '#tests/support/phoenixd.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { onRealClock } from '#tests/support/real-clock.ts';
import type { SpendingCoverage } from './coverage/contract.ts';

let app: TestApp;
onRealClock((started) => {
  app = started;
});
const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const QUARTER_MS = 15 * 60_000;

async function home(name: string, balanceSat: number) {
  const anna = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(anna);
  const wallet = await startPhoenixd(balanceSat);
  closing.push(wallet.close);
  const coverage = async () => (await anna.get('/api/lightning/coverage')).body as SpendingCoverage;
  /** Its spending money grows, and a quarter of an hour later the wallet is checked. */
  const earn = async (amount: string) => {
    await record(anna, childId, 'earned', amount);
    await watchLater(app, QUARTER_MS);
  };
  const told = async () => {
    const messages = (await anna.get('/api/messages')).body as { kind: string }[];
    const mails = await queuedMails(app.db, JOBS_KEY);
    return [
      messages.filter(({ kind }) => kind === 'spending_short').length,
      mails.filter(
        ({ to, subject }) => to === `${name}@example.com` && subject.includes('Lightning'),
      ).length,
    ];
  };
  return { anna, childId, wallet, coverage, earn, told };
}

test('without a wallet that pays, or without spending money in it, nothing is compared (LN-11)', async () => {
  const { anna, childId, wallet, coverage, earn, told } = await home('anna-none', 5_000);
  await earn('0.0001');
  expect(await coverage()).toMatchObject({ state: 'none', provider: null, held: null });
  // If the child has its own Lightning wallet, its spending money is there.
  await saveAddresses(anna, { [childId]: 'mia@example.com' });
  await connectPayer(anna, wallet.url);
  await watchLater(app, QUARTER_MS);
  expect(await coverage()).toMatchObject({ state: 'none', promised: '0.00000000', children: [] });
  expect(await told()).toEqual([0, 0]);
});

test('adults hear once that the Lightning wallet has come to hold less than the spending money in it, and the history keeps both (LN-11, DASH-22)', async () => {
  const { anna, childId, wallet, coverage, earn, told } = await home('anna-short', 15_000);
  await earn('0.0001');
  await connectPayer(anna, wallet.url);
  expect(await coverage()).toMatchObject({ state: 'covered', held: '0.00015000' });
  await earn('0.0001');
  expect(await coverage()).toMatchObject({
    ...{ state: 'short', promised: '0.00020000', held: '0.00015000', shortBy: '0.00005000' },
    children: [{ childId, spending: '0.00020000' }],
  });
  expect(await told()).toEqual([1, 1]);
  await earn('0.0001');
  expect(await told(), 'still too little').toEqual([1, 1]);
  wallet.holds(30_000);
  await watchLater(app, QUARTER_MS);
  const { state, shortBy, history } = await coverage();
  expect([state, shortBy]).toEqual(['covered', '0.00000000']);
  expect(history.map(({ promised, held }) => [promised, held])).toEqual([
    ['0.00010000', '0.00015000'],
    ['0.00020000', '0.00015000'],
    ['0.00030000', '0.00015000'],
    ['0.00030000', '0.00030000'],
  ]);
  // The chain's own history contains none of it.
  const { body } = await anna.get('/api/wallet/coverage');
  expect(body).toMatchObject({ state: 'no_wallet', history: [] });
  wallet.holds(29_999);
  await watchLater(app, QUARTER_MS);
  expect(await told(), 'too little anew').toEqual([2, 2]);
});

test('a silent wallet is shown and counts as unknown: nobody is alarmed (LN-11)', async () => {
  const { anna, wallet, coverage, earn, told } = await home('anna-silent', 50_000);
  await connectPayer(anna, wallet.url);
  await earn('0.0001');
  await wallet.close();
  await earn('0.001');
  expect(await coverage()).toMatchObject({
    ...{ state: 'not_checked', answer: 'silent', provider: 'phoenixd' },
    ...{ promised: '0.00110000', held: null, shortBy: '0.00000000' },
  });
  expect(await told()).toEqual([0, 0]);
});

test('a book that changes while the wallet is asked is not judged by that answer (LN-11)', async () => {
  const { anna, childId, wallet, coverage, earn, told } = await home('anna-moves', 10_000);
  await earn('0.0001');
  await connectPayer(anna, wallet.url);
  const release = wallet.hold();
  const before = wallet.asked();
  const checking = watchLater(app, QUARTER_MS);
  await expect.poll(() => wallet.asked()).toBeGreaterThan(before);
  // The wallet may just have got this, and reported its balance before.
  await record(anna, childId, 'earned', '0.0001');
  release();
  await checking;
  expect(await coverage()).toMatchObject({ state: 'not_checked', answer: 'told', held: null });
  expect(await told()).toEqual([0, 0]);
  await watchLater(app, QUARTER_MS);
  expect(await coverage()).toMatchObject({ state: 'short' });
  expect(await told()).toEqual([1, 1]);
});

test('while a payment is under way nothing is judged: the wallet may have sent what the book still has (LN-11)', async () => {
  const { anna, childId, wallet, coverage, earn, told } = await home('anna-under-way', 10_000);
  await earn('0.0001');
  await connectPayer(anna, wallet.url);
  const [of] = await app.db.owner<{ familyId: string; madeBy: string }[]>`
    SELECT c.family_id, u.user_id AS made_by FROM child c JOIN users u USING (family_id)
    WHERE c.child_id = ${childId}`;
  if (!of) throw new Error('There is no such family');
  const sending = { purpose: 'spend', state: 'open', sentAt: app.clock.now } as const;
  const paymentId = await addRow(app, { ...of, childId }, sending);
  wallet.holds(9_000);
  await watchLater(app, QUARTER_MS);
  expect(await coverage()).toMatchObject({ state: 'not_checked', held: null });
  expect(await told()).toEqual([0, 0]);
  await app.db.owner`DELETE FROM payment WHERE payment_id = ${paymentId}`;
  await watchLater(app, QUARTER_MS);
  expect(await coverage()).toMatchObject({ state: 'short' });
  expect(await told()).toEqual([1, 1]);
});
