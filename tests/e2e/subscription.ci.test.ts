/** A subscription bought on its page: another of the lab's nodes pays the invoice. */
import { afterAll, expect, test } from 'vitest';
import { billingWatcher } from '../../src/features/money/billing/watch.ts';
import { readBillingWallet } from '../../src/server/billing-settings.ts';
import { press as control } from '../../testkit/control.ts';
import { expectAccessible, openAs, shot, type View } from '../support/browser.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const { app, browser } = await appAndBrowser({
  // Invoices use the real clock.
  at: new Date().toISOString(),
  chain: { network: 'regtest', server: undefined, hosts: [] },
  billing: {
    ...readBillingWallet(lab.nwc.receiveOnly),
    monthlySats: 2_100n,
    yearlySats: 20_000n,
  },
});
const VIEW: View = { width: 390, theme: 'light' };

test('a year is chosen, paid from another node, and active (BILL-01 BILL-02 BILL-05 BILL-07 BILL-20 BILL-21 BILL-25)', async () => {
  const anna = await app.signIn('subscribes@example.com');
  const { page, context, problems } = await openAs(app, browser, anna, VIEW, '/more');
  const look = async (what: string) => {
    await expectAccessible(page, `the subscription, ${what}`);
    await shot(page, `subscription-${what}`);
  };
  await page.getByRole('link', { name: 'Subscription' }).click();
  await page.getByText('No subscription yet').waitFor();
  await page.getByRole('radio', { name: '12 months' }).check();
  await page.getByText('save 5,200 sats').waitFor();
  await page.getByText('2 months free').waitFor();
  await page.getByRole('button', { name: 'Show my referral code' }).click();
  await page.getByRole('button', { name: 'Copy the code' }).waitFor();
  await look('offered');
  await page.getByRole('button', { name: 'Create invoice' }).click();
  const slip = page.getByRole('region', { name: 'Invoice' });
  await slip.getByText('Waiting for your payment').waitFor();
  await slip.getByRole('img', { name: 'QR code of the invoice' }).waitFor();
  await look('waiting');

  const bolt11 = (await slip.locator('.slip-text').textContent()) ?? '';
  await control(lab, 'pay', { bolt11 });
  await expect
    .poll(async () => {
      app.clock.advance(5_000);
      await billingWatcher(app.services, () => undefined)();
      return slip.count();
    })
    .toBe(0);
  await page.getByText('Payment successful!').first().waitFor();
  await page.getByText('Ends on').waitFor();
  await page.getByText('Total paid').waitFor();
  await look('paid');
  expect(problems).toEqual([]);
  await context.close();
});
