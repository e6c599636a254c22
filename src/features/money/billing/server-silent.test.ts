/** The operator's wallet is unreachable for a while: payments in the meantime aren't lost. */
import { expect, test } from 'vitest';
import type { Visitor } from '#tests/support/app.ts';
import { freshInvoice } from '#tests/support/provider-script.ts';
import { startSelling } from '#tests/support/selling.ts';
import type { Subscription } from './contract.ts';
import { billingWatcher } from './watch.ts';

const HOUR_MS = 3_600_000;
const METHODS = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];

const statusOf = async (who: Visitor) =>
  ((await who.get('/api/billing/subscription')).body as { subscription: Subscription }).subscription
    .status;

test('while the operator’s wallet is unreachable no invoice expires, and a payment is credited later (BILL-13 BILL-20)', async () => {
  const { app, wallet } = await startSelling();
  const watchBilling = () => billingWatcher(app.services, () => undefined)();
  const eva = await app.signIn('eva@example.com');
  const invoice = freshInvoice();
  wallet.play({ direction: 'in', methods: METHODS, invoice, records: [{ says: 'settled' }] });
  const made = await eva.send('POST', '/api/billing/create-invoice', {
    subscriptionMonths: 1,
  });
  expect([made.status, made.text]).toEqual([200, expect.any(String)]);
  // It isn't opened: it could pay.
  wallet.play({ direction: 'in', methods: [...METHODS, 'pay_invoice'], invoice });
  for (const hours of [1, 2, 24]) {
    app.clock.advance(hours * HOUR_MS);
    await watchBilling();
  }
  const later = await app.signIn('eva@example.com');
  expect(await statusOf(later)).toBe('none');
  wallet.play({ direction: 'in', methods: METHODS, invoice, records: [{ says: 'settled' }] });
  app.clock.advance(24 * HOUR_MS);
  await watchBilling();
  expect(await statusOf(later)).toBe('active');
  await app.close();
  await wallet.close();
});
