/** Subscriptions bought from the operator's wallet on real nodes. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { remindToSync } from '#features/money/lightning/reminders.ts';
import { readBillingWallet } from '#server/billing-settings.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, message } from '#tests/support/family.ts';
import { press } from '../../../../testkit/control.ts';
import { MOST_OF_PERSON, type Subscription, type SubscriptionInvoice } from './contract.ts';
import { billingWatcher } from './watch.ts';

const lab = inject('lab');
/** Small enough for many payments over the lab's channel. */
const billing = {
  ...readBillingWallet(lab.nwc.receiveOnly),
  monthlySats: 210n,
  yearlySats: 2_000n,
};
const DAY_MS = 86_400_000;

let app: TestApp;
const watchBilling = () => billingWatcher(app.services, () => undefined)();
beforeAll(async () => {
  app = await startApp({
    // Invoices and wallets use the real clock.
    at: new Date().toISOString(),
    chain: { network: 'regtest', server: undefined, hosts: [] },
    billing,
  });
});
afterAll(() => app.close());

const create = (who: Visitor, subscriptionMonths: unknown = 1, referralCode?: string) =>
  who.send('POST', '/api/billing/create-invoice', { subscriptionMonths, referralCode });
const order = async (who: Visitor, months = 1, code?: string) => {
  const reply = await create(who, months, code);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { invoice: SubscriptionInvoice }).invoice;
};
const subscriptionOf = async (who: Visitor) =>
  ((await who.get('/api/billing/subscription')).body as { subscription: Subscription })
    .subscription;
const isVerified = async (who: Visitor, hash: string) => {
  const { body } = await who.get(`/api/billing/check-payment/${hash}`);
  return (body as { payment: { verified: boolean } }).payment.verified;
};
const codeOf = async (who: Visitor) => {
  const { body } = await who.send('POST', '/api/billing/referral-code');
  return (body as { referralCode: string }).referralCode;
};
/** The watcher's later round; the wallet takes a moment to receive. */
const watchUntil = (done: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      app.clock.advance(5_000);
      await watchBilling();
      return done();
    })
    .toBe(true);
const pay = async (who: Visitor, invoice: SubscriptionInvoice) => {
  await press(lab, 'pay', { bolt11: invoice.bolt11 });
  await watchUntil(() => isVerified(who, invoice.paymentHash));
};
/** Months left, rounded. */
const monthsLeft = async (who: Visitor) => {
  const { expiresAt } = await subscriptionOf(who);
  const leftMs = expiresAt ? Date.parse(expiresAt) - app.clock.now.getTime() : 0;
  return Math.round(leftMs / (30.44 * DAY_MS));
};

test('an invoice is paid from another node and credited once, with 100 checks at a time (BILL-01 BILL-10 BILL-12 BILL-13 BILL-15 T38)', async () => {
  const anna = await app.signIn('anna@example.com');
  for (const wrong of [0, 2, 13, '1', null]) expect((await create(anna, wrong)).status).toBe(400);
  expect(await subscriptionOf(anna)).toEqual({
    ...{ status: 'none', isActive: false, expiresAt: null, totalPaid: 0 },
  });
  const invoice = await order(anna);
  expect(invoice).toMatchObject({ amountSats: 210, description: 'Satling, 1 month' });
  expect(invoice.bolt11).toMatch(/^lnbcrt/);
  const { paymentHash } = invoice;
  expect(Date.parse(invoice.expiresAt)).toBeLessThanOrEqual(app.clock.now.getTime() + 600_000);
  const zoe = await app.signIn('zoe@example.com');
  expect((await zoe.get(`/api/billing/check-payment/${paymentHash}`)).status).toBe(404);
  expect((await anna.get(`/api/billing/check-payment/${'0'.repeat(64)}`)).status).toBe(404);
  expect((await anna.get('/api/billing/check-payment/x')).status).toBe(404);
  expect(await isVerified(anna, paymentHash)).toBe(false);

  await press(lab, 'pay', { bolt11: invoice.bolt11 });
  const checks = async () => {
    app.clock.advance(5_000);
    const watches = Array.from({ length: 5 }, () => watchBilling());
    const asked = Array.from({ length: 100 }, async () => isVerified(anna, paymentHash));
    await Promise.all([...watches, ...asked]);
    return isVerified(anna, paymentHash);
  };
  await expect.poll(checks).toBe(true);
  await checks();
  expect(await monthsLeft(anna)).toBe(1);
  const paid = await subscriptionOf(anna);
  expect(paid).toMatchObject({ status: 'active', isActive: true, totalPaid: 210 });
  const kinds = ((await anna.get('/api/messages')).body as { kind: string }[]).map((m) => m.kind);
  expect(kinds).toEqual(['subscription_paid']);
  expect((await subscriptionOf(zoe)).status).toBe('none');
});

test('a referral is a free month for both, once (BILL-14 BILL-16 BILL-19 T39)', async () => {
  const referrer = await app.signIn('referrer@gmail.com');
  const code = await codeOf(referrer);
  expect(code).toMatch(/^[a-z0-9]{10}$/);
  expect(await codeOf(referrer)).toBe(code);
  const friend = await app.signIn('friend@example.com');
  expect(message(await create(friend, 1, 'nonsense, of anybody'))).toContain('no such referral');
  expect(message(await create(referrer, 1, code))).toContain('not for your own');
  const again = await app.signIn('refer.rer+2@gmail.com');
  expect(message(await create(again, 1, code))).toContain('not for your own');

  const [first, second] = [
    await order(friend, 1, ` ${code.toUpperCase()} `),
    await order(friend, 1, code),
  ];
  expect(await monthsLeft(referrer)).toBe(0);
  await pay(friend, first);
  await pay(friend, second);
  await watchUntil(async () => (await subscriptionOf(referrer)).isActive);
  await Promise.all(Array.from({ length: 5 }, () => watchBilling()));
  expect(await monthsLeft(friend)).toBe(3);
  expect(await monthsLeft(referrer)).toBe(1);
  expect(message(await create(friend, 1, code))).toContain('first payment only');
  const kinds = ((await referrer.get('/api/messages')).body as { kind: string }[]).map(
    (m) => m.kind,
  );
  expect(kinds).toEqual(['friend_subscribed']);

  // The reverse, and around the corner again.
  expect(message(await create(referrer, 1, await codeOf(friend)))).toContain('through you');
  const third = await app.signIn('third@example.com');
  await pay(third, await order(third, 1, await codeOf(friend)));
  await watchUntil(async () => (await monthsLeft(friend)) === 4);
  expect(message(await create(referrer, 1, await codeOf(third)))).toContain('through you');
  // Another address of a person already invited.
  const alias = await app.signIn('friend+alias@example.com');
  expect(message(await create(alias, 1, code))).toContain('before');
});

test('two families that name each other at once get one free month each, not two (T39)', async () => {
  const [one, two] = [
    await app.signIn('ring-1@example.com'),
    await app.signIn('ring-2@example.com'),
  ];
  const ofOne = await order(one, 1, await codeOf(two));
  const ofTwo = await order(two, 1, await codeOf(one));
  await press(lab, 'pay', { bolt11: ofOne.bolt11 });
  await press(lab, 'pay', { bolt11: ofTwo.bolt11 });
  await watchUntil(async () => {
    await Promise.all([watchBilling(), watchBilling()]);
    return (await isVerified(one, ofOne.paymentHash)) && isVerified(two, ofTwo.paymentHash);
  });
  await watchBilling();
  expect([await monthsLeft(one), await monthsLeft(two)]).toEqual([2, 2]);
});

test('without a subscription, or after it, there are no reminders, and no large import (BILL-01)', async () => {
  const parent = await app.signIn('hosted@example.com');
  const { id: childId } = await addChild(parent);
  await parent.send('POST', '/api/lightning/sync-preferences', {
    ...{ syncFrequency: 'daily', emailReminders: true, spendingAlerts: true },
  });
  const reminders = async () =>
    ((await parent.get('/api/messages')).body as { kind: string }[]).filter(
      ({ kind }) => kind === 'sync_due',
    ).length;
  const heads =
    'Invoice Type,Amount,Fee,Creation Date,Settled Date,Memo,Comment,Message,Payer Name,Payer Pubkey,Payment Hash,Preimage,Fiat In Cents,Currency,USD In Cents,Is Boostagram,Is Zap';
  const rows = Array.from({ length: 1_001 }, (_, i) => {
    const hash = i.toString(16).padStart(64, '0');
    return `incoming,800,0,2024-05-05 05:05:05 UTC,1714885510,Lawn,,,,,${hash},,50,BTC,53,false,false`;
  });
  const csvContent = [heads, ...rows].join('\n');
  const preview = () =>
    parent.send('POST', '/api/transactions/import-csv/preview', {
      ...{ childId, csvContent, filename: 'alby.csv' },
    });
  const remind = async () => {
    await app.db.owner`UPDATE lightning_settings SET reminded_at = reminded_at - interval '2 days'`;
    await remindToSync(app.services);
    return reminders();
  };
  expect(await remind()).toBe(0);
  expect(message(await preview())).toContain('more than 1000 rows need a subscription');
  await pay(parent, await order(parent));
  expect(await remind()).toBe(1);
  expect((await preview()).status).toBe(200);
  await app.db.owner`
    UPDATE subscription_credit SET expires_at = ${app.clock.now} WHERE family_id = (
      SELECT family_id FROM users WHERE email = 'hosted@example.com')`;
  expect(await remind()).toBe(1);
  expect(message(await preview())).toContain('more than 1000 rows need a subscription');
});

test('a payment after the page’s ten minutes is credited, to what is left (BILL-13 BILL-22)', async () => {
  const late = await app.signIn('late@example.com');
  const [month, year] = [await order(late), await order(late, 12)];
  await press(lab, 'pay', { bolt11: month.bolt11 });
  await press(lab, 'pay', { bolt11: year.bolt11 });
  app.clock.advance(50 * 60_000);
  expect(Date.parse(year.expiresAt)).toBeLessThan(app.clock.now.getTime());
  await watchUntil(() => isVerified(late, month.paymentHash));
  await watchUntil(() => isVerified(late, year.paymentHash));
  await watchBilling();
  expect(await monthsLeft(late)).toBe(13);
  expect((await subscriptionOf(late)).totalPaid).toBe(2_210);
});

test('an invoice that nobody pays expires, and is checked no more (BILL-20)', async () => {
  const idle = await app.signIn('idle@example.com');
  const { paymentHash } = await order(idle);
  app.clock.advance(3 * 3_600_000);
  await expect
    .poll(async () => {
      await watchBilling();
      const [row] = await app.db.owner<{ state: string; lookAt: Date | null }[]>`
        SELECT state, look_at FROM payment WHERE payment_hash = ${paymentHash}`;
      app.clock.advance(15 * 60_000);
      return row;
    })
    .toEqual({ state: 'expired', lookAt: null });
  expect(await isVerified(idle, paymentHash)).toBe(false);
  expect((await subscriptionOf(idle)).status).toBe('none');
});

test('a person makes so many invoices a day, and no more (T38)', async () => {
  const eager = await app.signIn('eager@example.com');
  for (let made = 0; made < MOST_OF_PERSON; made++) await order(eager);
  expect((await create(eager)).status).toBe(429);
  app.clock.advance(DAY_MS);
  await order(eager);
});
