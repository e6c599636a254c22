/**
 * The wallet's dialog in a real browser, with the real worker under the page's policy: secrets go
 * nowhere, 2,000 addresses are derived, a key is saved and nobody is asked.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, openAs, shot, VIEWS } from '../support/browser.ts';
import { addChild, record } from '../support/family.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();

const wallet = newWallet();
const SEED = `${'abandon '.repeat(11)}about`;
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';

/** Without the files of the page, and the transfers that it asks for every ten seconds. */
const since = (requests: readonly string[], before: number) =>
  requests.slice(before).filter((one) => !/\/assets\/|savings-transfers\/pending$/.test(one));

/** Parts further down are loaded as the reader comes near. */
async function comeTo(page: Page, name: string) {
  const part = page.getByRole('region', { name });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return part.isVisible();
    })
    .toBe(true);
  await part.scrollIntoViewIfNeeded();
  return part;
}

test.each(VIEWS)(
  'T48 WALL-01 WALL-05 DASH-23 a wallet is configured, at $width, $theme',
  async (view) => {
    const host = await app.signIn(`wallet-${view.width}-${view.theme}@example.com`);
    await record(host, (await addChild(host)).id, 'bonus', '0.0001', 'The first line');
    const { page, context, requests, problems } = await openAs(
      app,
      browser,
      host,
      view,
      '/dashboard',
    );
    const look = async (what: string) => {
      await expectAccessible(page, `the wallet, ${what}`);
      await shot(page, `wallet-${view.width}-${view.theme}-${what}`);
    };
    const card = await comeTo(page, 'Family wallet');
    await card.getByText('Not configured').waitFor();
    await card.getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Configure Bitcoin wallet' });
    await dialog.getByRole('tab', { name: 'XPUB (Advanced)' }).click();
    const field = dialog.getByLabel(/read-only key/);
    // A good key first: from here on the worker is there, and nothing has to be fetched any more.
    await field.fill(wallet.vpub);
    await dialog.getByText(wallet.address(0)).last().waitFor();
    await look('key');

    // What the page loads when it is idle has come.
    for (const late of ['/when-idle-', '/api/events'])
      await expect.poll(() => requests.some((one) => one.includes(late))).toBe(true);
    const before = requests.length;
    for (const secret of [wallet.tprv, SEED, NSEC]) {
      await field.fill(secret);
      await dialog
        .getByText(/We deleted it here and sent nothing/)
        .last()
        .waitFor();
      expect(await field.inputValue()).toBe('');
    }
    await look('stop');
    expect(since(requests, before), 'requests after a secret').toEqual([]);

    await field.fill(wallet.tpub);
    await dialog.getByText('My wallet shows another address').click();
    await dialog.getByLabel(/Any receive address/).fill(wallet.address(999, 1));
    await dialog.getByRole('button', { name: 'Look for it' }).click();
    await dialog.getByText('Found: address number 999 of this key, Native SegWit.').waitFor();
    expect(since(requests, before)).toEqual([]);
    await look('found');

    await dialog.getByRole('button', { name: 'Save' }).click();
    const asks = page.getByRole('dialog', { name: 'Who is asked about this wallet?' });
    await asks.getByText('They do not learn your names.').waitFor();
    await look('source');
    await asks.getByRole('button', { name: 'Not now' }).click();
    await card.getByText('Nobody looks anything up until you choose whom to ask').waitFor();
    await look('nobody');
    expect(problems).toEqual([]);
    await context.close();
  },
);
