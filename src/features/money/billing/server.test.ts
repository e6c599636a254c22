/** The subscription without the operator's wallet, and its settings. */
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { startApp } from '#tests/support/app.ts';
import { addChild, joinAsChild, message } from '#tests/support/family.ts';

test('without a wallet nothing is sold and everything is open (BILL-08 BILL-09 BILL-11 BILL-17)', async () => {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const kid = await joinAsChild(app, anna, (await addChild(anna)).id, 'mia@example.com');
  for (const path of ['pricing', 'subscription', `check-payment/${'a'.repeat(64)}`])
    expect((await kid.get(`/api/billing/${path}`)).status).toBe(403);
  expect((await anna.get('/api/billing/pricing')).body).toEqual({
    pricing: { monthly: 21_000, yearly: 200_000 },
    features: ['reminders', 'spending_alerts', 'large_imports'],
  });
  expect((await anna.get('/api/billing/subscription')).body).toEqual({
    subscription: { status: 'open', isActive: true, expiresAt: null, totalPaid: 0 },
  });
  const order = await anna.send('POST', '/api/billing/create-invoice', { subscriptionMonths: 1 });
  expect([order.status, message(order)]).toEqual([
    409,
    'This server sells nothing: everything is open',
  ]);
  await app.close();
});

test('the operator names the wallet and other prices; a bad one stops the start (BILL-17)', () => {
  const SECRET_KEY = 'x'.repeat(32);
  const key = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const BILLING_WALLET = `nostr+walletconnect://${key}?relay=wss://relay.example.org&secret=${'1'.repeat(64)}`;
  expect(readEnv({ SECRET_KEY }).billing).toBeUndefined();
  expect(readEnv({ SECRET_KEY, BILLING_WALLET }).billing).toMatchObject({
    ...{ monthlySats: 21_000n, yearlySats: 200_000n, walletId: key },
    relays: ['relay.example.org'],
  });
  const prices = { BILLING_MONTHLY_SATS: '5', BILLING_YEARLY_SATS: '50' };
  expect(readEnv({ SECRET_KEY, BILLING_WALLET, ...prices }).billing).toMatchObject({
    ...{ monthlySats: 5n, yearlySats: 50n },
  });
  const wrong = () => readEnv({ SECRET_KEY, BILLING_WALLET: 'nostr+walletconnect://secret' });
  expect(wrong).toThrow('BILLING_WALLET must be a connection string');
  expect(wrong).not.toThrow('//secret"');
  expect(() => readEnv({ SECRET_KEY, BILLING_MONTHLY_SATS: '0' })).toThrow('from 1 to 10000000');
});
