/** A paid invoice stays paid, despite any later report. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LookUp } from '#core/lightning/wallet.ts';
import { recordArrival } from '#features/book/payments/arrivals.ts';
import { lookAgain, setExpired, setPaid } from '#features/book/payments/store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { kinds } from '#tests/support/wallets.ts';
import { subscriptionArrival } from './arrival.ts';
import { addInvoice, findInvoice, readCredits } from './store.ts';

const HOUR_MS = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const SETTLED: LookUp = {
  ...{ state: 'settled', settledAt: undefined, proof: 'stated', feeSats: undefined },
};
const OPEN: LookUp = { state: 'open' };

test('an invoice is credited once; it ends only unpaid, and what ended late is still credited', async () => {
  const anna = await app.signIn('anna@example.com');
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users`;
  const { familyId, userId: madeBy } = row as { familyId: string; userId: string };
  type Tx = Parameters<Parameters<TestApp['db']['changeFamily']>[1]>[0];
  const change = <Told>(act: (tx: Tx) => Promise<Told>) => app.db.changeFamily(familyId, act);
  const now = app.clock.now;
  const order = async () => {
    const { text: invoice, hash: paymentHash } = newInvoice();
    const terms = { description: '', months: 1, referralCode: null, connectionId: 'w' } as const;
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + HOUR_MS) };
    const made = { paymentHash, invoice, amountSats: 2_100n, madeBy, ...terms, ...times };
    expect(await change((tx) => addInvoice(tx, familyId, made, now))).toBe(true);
    return paymentHash;
  };
  const stateOf = async (hash: string) => {
    const [one] = await app.db.owner<{ state: string; lookAt: Date | null }[]>`
      SELECT state, look_at FROM payment WHERE payment_hash = ${hash}`;
    return [one?.state, one?.lookAt === null ? 'over' : 'asked about'];
  };
  const credited = async () => (await change((tx) => readCredits(tx, familyId))).invoices;
  const idOf = async (paymentHash: string) =>
    String((await change((tx) => findInvoice(tx, familyId, paymentHash)))?.paymentId);
  const hear = async (hash: string, found: LookUp) => {
    const told = { found, answered: { by: 'w', now: app.clock.now } };
    const paymentId = await idOf(hash);
    await change((tx) =>
      recordArrival(subscriptionArrival, app.services, tx, familyId, paymentId, told),
    );
  };

  const hash = await order();
  await hear(hash, OPEN);
  expect([await stateOf(hash), await credited()]).toEqual([['open', 'asked about'], 0]);
  for (const found of [SETTLED, SETTLED, OPEN]) await hear(hash, found);
  expect([await stateOf(hash), await credited()]).toEqual([['paid', 'over'], 1]);
  expect(await kinds(anna)).toEqual(['subscription_paid']);
  const id = await idOf(hash);
  await change(async (tx) => {
    await setExpired(tx, familyId, id);
    await lookAgain(tx, familyId, id, now);
    expect(await setPaid(tx, familyId, id, { proof: 'proven', now })).toBe(false);
    expect((await findInvoice(tx, familyId, hash))?.state).toBe('paid');
  });
  expect(await stateOf(hash)).toEqual(['paid', 'over']);

  const late = await order();
  const lateId = await idOf(late);
  await change((tx) => setExpired(tx, familyId, lateId));
  await change((tx) => lookAgain(tx, familyId, lateId, now));
  expect(await stateOf(late)).toEqual(['expired', 'over']);
  await hear(late, OPEN);
  expect([await stateOf(late), await credited()]).toEqual([['expired', 'over'], 1]);
  // Another round asked before it ended, and only now learns that it was paid.
  await hear(late, SETTLED);
  expect([await stateOf(late), await credited()]).toEqual([['paid', 'over'], 2]);
});
