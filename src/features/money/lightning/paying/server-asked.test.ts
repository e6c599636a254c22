/**
 * A child's payment requests: when it must ask, and how long and how often they can be answered.
 */
import { expect, test } from 'vitest';
import type { Family } from '#features/household/family/contract.ts';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { keepInVault } from '#tests/support/payouts.ts';
import { freshInvoice } from '#tests/support/provider-script.ts';
import { paid } from '#tests/support/provider-words.ts';
import { onRealClock } from '#tests/support/real-clock.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import { watchLightning } from '../watch.ts';
import type { PaymentRecord, PayResult } from './contract.ts';

let app: TestApp;
onRealClock((started) => {
  app = started;
});

type Home = { anna: Visitor; kid: Visitor; mia: string };

/** A child with 100,000 sats to spend and its own sign-in. */
async function newHome(name: string): Promise<Home> {
  const anna = await app.signIn(`anna-${name}@example.com`);
  const { id: mia } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance: 100_000 });
  return { anna, mia, kid: await joinAsChild(app, anna, mia, `mia-${name}@example.com`) };
}

const ask = async ({ kid, mia }: Home, paymentRequest: string): Promise<PaymentRecord> => {
  const reply = await kid.send('POST', '/api/lightning/pay', { childId: mia, paymentRequest });
  return (reply.body as PayResult).payment;
};
const yes = ({ anna }: Home, { id, amount, feeLimit }: PaymentRecord) =>
  anna.send('POST', `/api/lightning/payments/${id}/approve`, {
    ...{ seenAmount: amount, seenFeeLimit: feeLimit },
  });

test('a parent’s yes comes until the invoice expires; in that moment it is refused, and the money is free again (T28)', async () => {
  const home = await newHome('expires');
  expect((await keepInVault(home.anna)).status).toBe(200);
  const [late, soon] = [await ask(home, newInvoice().text), await ask(home, newInvoice().text)];
  expect([late.state, soon.state]).toEqual(['asked', 'asked']);
  // The two were written within a second or two.
  app.clock.now = new Date(soon.expiresAt);
  const refused = await yes(home, soon);
  expect([refused.status, refused.body]).toMatchObject([409, { reason: 'INVOICE_EXPIRED' }]);
  app.clock.now = new Date(new Date(late.expiresAt).getTime() - 1);
  expect((await yes(home, late)).body).toMatchObject({ payment: { state: 'checking' } });
  app.clock.now = new Date(soon.expiresAt);
  await watchLightning(app.services);
  // Only the other is on hold, with its fee.
  expect((await getChild(home.anna, home.mia)).availableSpending).toBe('0.00097879');
});

test('an approval committed just before expiry stands, with its money held (T28)', async () => {
  const home = await newHome('meanwhile');
  expect((await keepInVault(home.anna)).status).toBe(200);
  const { id, expiresAt } = await ask(home, newInvoice().text);
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM payment WHERE payment_id = ${id}`;
  app.clock.now = new Date(expiresAt);
  const turns: Promise<void>[] = [];
  await app.db.changeFamilyAsOwner(String(row?.familyId), async (tx) => {
    await tx`SELECT 1`; // the lock is taken
    turns.push(watchLightning(app.services));
    await untilWaiting(app.db.owner);
    await tx`UPDATE payment SET state = 'open' WHERE payment_id = ${id}`;
  });
  await Promise.all(turns);
  const { availableSpending, spendingBalance } = await getChild(home.anna, home.mia);
  expect([spendingBalance, availableSpending]).toEqual(['0.00100000', '0.00097879']);
});

test('the family counts payments that need a parent: a child asks, a browser is to pay, or the wallet cannot tell (T28)', async () => {
  const home = await newHome('waits');
  expect((await keepInVault(home.anna)).status).toBe(200);
  const waits = async () => ((await home.anna.get('/api/family')).body as Family).paymentsWaiting;
  const tell = (id: string, said: object) =>
    home.anna.send('POST', `/api/lightning/payments/${id}/tell`, said);
  expect(await waits()).toBe(0);
  const denied = await ask(home, newInvoice().text);
  const payment = await ask(home, freshInvoice());
  expect(await waits()).toBe(2);
  await home.anna.send('DELETE', `/api/lightning/payments/${denied.id}`);
  expect((await yes(home, payment)).status).toBe(200);
  expect(await waits()).toBe(1);
  // The browser has it: a parent isn't needed while the wallet pays.
  const taken = await home.anna.send('POST', `/api/lightning/payments/${payment.id}/take`, {
    version: 1,
  });
  expect(taken.status).toBe(200);
  expect(await waits()).toBe(0);
  await tell(payment.id, { outcome: 'unknown', reason: 'no-answer' });
  expect(await waits()).toBe(1);
  await tell(payment.id, { outcome: 'paid', preimage: '00'.repeat(32), fee: 0 });
  expect(await waits()).toBe(0);
});

test('a child reads a parent’s no once, and nothing when it takes the ask back itself (T28)', async () => {
  const home = await newHome('no');
  expect((await keepInVault(home.anna)).status).toBe(200);
  await home.anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  const heard = async () =>
    ((await home.kid.get('/api/messages')).body as { kind: string; data: object }[])
      .filter(({ kind }) => kind === 'payment_declined')
      .map(({ data }) => data);
  const own = await ask(home, newInvoice().text);
  expect((await home.kid.send('DELETE', `/api/lightning/payments/${own.id}`)).status).toBe(200);
  expect(await heard()).toEqual([]);
  const { id, amount } = await ask(home, newInvoice().text);
  for (const status of [200, 409])
    expect((await home.anna.send('DELETE', `/api/lightning/payments/${id}`)).status).toBe(status);
  const btc = (amount / 1e8).toFixed(8);
  expect(await heard()).toEqual([{ amount: btc, by: 'Anna' }]);
});

test('once a parent has approved it, nobody can answer or withdraw it while it is being paid (T28)', async () => {
  const home = await newHome('second');
  const tom = await joinAsSpouse(app, home.anna, 'tom-second@example.com');
  expect((await keepInVault(home.anna)).status).toBe(200);
  const payment = await ask(home, freshInvoice());
  expect((await yes(home, payment)).body).toMatchObject({ payment: { state: 'checking' } });
  const path = `/api/lightning/payments/${payment.id}`;
  const answers = [
    await yes({ ...home, anna: tom }, payment),
    await tom.send('DELETE', path),
    await home.kid.send('DELETE', path),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([409, { reason: 'PAYMENT_ANSWERED' }]);
  expect((await home.anna.get(path)).body).toMatchObject({ state: 'checking' });
  expect((await getChild(home.anna, home.mia)).availableSpending).toBe('0.00097879');
});

test('a child pays without asking up to its limit of the day, fee included, and asks for one sat more (T25)', async () => {
  const home = await newHome('limit');
  const wallet = await startScripted('nwc');
  wallet.play({ pay: paid });
  expect(
    (await home.anna.send('POST', '/api/lightning/connect', typedFor(wallet.settings))).status,
  ).toBe(200);
  const limit = (sats: number) =>
    home.anna.send('PUT', `/api/lightning/children/${home.mia}/pay-limit`, { limit: sats });
  // 2,100 sats, and 21 for the fee.
  await limit(2_120);
  expect(await ask(home, newInvoice().text)).toMatchObject({ state: 'asked' });
  await limit(2_121);
  expect(await ask(home, freshInvoice())).toMatchObject({ state: 'paid' });
  expect(wallet.asked()).toBe(1);
  await wallet.close();
});
