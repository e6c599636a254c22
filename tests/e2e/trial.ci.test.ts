/**
 * The public page for trying a wallet, with the lab's own wallet, whose invoice another node pays.
 */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { press as control } from '../../testkit/control.ts';
import { expectAccessible, openAs, shot, type View, visit } from '../support/browser.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const { app, browser, origin } = await appAndBrowser({
  // Invoices use the real clock.
  at: new Date().toISOString(),
  chain: { network: 'regtest', server: undefined, hosts: [new URL(lab.relay).host] },
});

const VIEWS: readonly View[] = [
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
];

async function paste(page: Page, text: string) {
  await page.getByLabel('Connection string', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Test Connection' }).click();
}

test('a visitor reads the steps, and cannot name a wallet inside our network (PLAT-41 LN-60 LN-67 LN-81 T56)', async () => {
  const { page, context, problems } = await visit(browser, origin, VIEWS[0] as View);
  await page.goto(`${origin}/coinos-test`);
  await page.getByRole('heading', { name: 'Try your wallet' }).waitFor();
  await paste(page, ' ');
  await page.getByText('Please paste your NWC connection string').first().waitFor();
  await paste(page, lab.nwc.spending);
  await page.getByText('This does not look like a connection to a wallet').first().waitFor();
  await expectAccessible(page, 'a visitor tries a wallet');
  expect(problems).toEqual([]);
  await context.close();
});

test.each(VIEWS)(
  'a wallet of the lab answers, receives, pays nothing twice, and pays itself: $width $theme (LN-60 LN-68 LN-70 LN-72 LN-80 LN-83 LN-85 LN-86)',
  async (view) => {
    const anna = await app.signIn(`trial-${view.width}@example.com`);
    const { page, context, problems } = await openAs(app, browser, anna, view, '/coinos-test');
    await paste(page, lab.nwc.spending);
    await page.getByText('Online').waitFor();
    await page.getByRole('button', { name: 'Create Test Invoice' }).click();
    const bill = page.getByRole('article', { name: 'Test invoice' });
    await bill.getByText('21 sats').waitFor();
    await expectAccessible(page, `a wallet is tried, ${view.width} ${view.theme}`);
    await shot(page, `trial-${view.width}-${view.theme}`);
    const bolt11 = (await bill.locator('.slip-text').textContent()) ?? '';
    await control(lab, 'pay', { bolt11 });
    await page.getByRole('button', { name: 'Refresh Balance' }).click();
    await page.getByText('Connection Test Successful!').first().waitFor();
    // Another node has paid it already, so this wallet must not.
    await bill.getByRole('button', { name: 'Pay with CoinOS' }).click();
    const question = page.getByRole('alertdialog', { name: 'Pay this test invoice?' });
    await question.getByText('10 sats').waitFor();
    await question.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Payment Failed').first().waitFor();
    await page.getByRole('button', { name: 'Create Test Invoice' }).click();
    await expect.poll(() => bill.locator('.slip-text').textContent()).not.toBe(bolt11);
    await bill.getByRole('button', { name: 'Pay with CoinOS' }).click();
    await question.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Payment Successful!').first().waitFor();
    await bill.getByText('Paid', { exact: true }).waitFor();
    await shot(page, `trial-paid-${view.width}-${view.theme}`);
    expect(problems).toEqual([]);
    await context.close();
  },
);
