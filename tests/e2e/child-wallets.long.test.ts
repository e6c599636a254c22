/**
 * Lightning, the Bitcoin wallet and all settings of a child of every age, opened by both parents
 * from the child's page and from search, on a phone and a laptop.
 */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { ON_REGTEST } from '../support/app.ts';
import { expectAccessible, isBrief, openAs, shot, type View } from '../support/browser.ts';
import { addChild, getChild, joinAsSpouse } from '../support/family.ts';
import { startReceiver } from '../support/live-wallets.ts';
import { freshInvoice } from '../support/provider-script.ts';
import { startScripted, typedFor } from '../support/scripted-wallets.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser({ at: new Date().toISOString(), ...ON_REGTEST });
const wallet = await startScripted('nwc');
const receiver = await startReceiver(() => new Date());
afterAll(async () => {
  await receiver.close();
  await wallet.close();
});

const AGES = [6, 9, 12, 16] as const;
const ROLES = ['parent', 'spouse'] as const;
const VIEWS: View[] = [
  { width: 390, theme: 'light', isPhone: true },
  { width: 1280, theme: 'dark' },
];

/** Rows that are only opened here: how the row begins, and the dialog it opens. */
const LINES = [
  ['Weekly allowance 10,000 sats', 'KID’s allowance'],
  ['Pause Not paused', 'Pause KID’s allowance'],
  ['Gift address Not set up', 'KID’s gift address'],
  ['Pays without asking Off', 'What KID pays without asking'],
  ['Spending limit 100,000 sats', 'KID’s spending limit'],
] as const;

/**
 * Each age is tested at each width by one of the parents; `npm run test:long` tests every
 * combination.
 */
const pairsAt = ({ width }: View) =>
  AGES.flatMap((age, at) =>
    ROLES.filter((_, i) => !isBrief || (at + i) % 2 === (width === 390 ? 0 : 1)).map(
      (role) => [role, age] as const,
    ),
  );

/** A new family for each walk, because an invoice can be paid only once. */
async function newFamily(role: (typeof ROLES)[number], age: number, width: number) {
  const anna = await app.signIn(`anna-${role}-${age}-${width}@example.com`);
  const tom = await joinAsSpouse(app, anna, `tom-${role}-${age}-${width}@example.com`);
  const { vpub, address } = newWallet('regtest');
  const saved = { walletXpub: vpub, walletAddress: address(0) };
  expect((await anna.send('POST', '/api/wallet/configure', saved)).status).toBe(200);
  const receiving = { type: 'address', purpose: 'receive', token: receiver.addressOf('anna') };
  for (const typed of [receiving, typedFor(wallet.settings)]) {
    const reply = await anna.send('POST', '/api/lightning/connect', typed);
    expect(reply.status, reply.text).toBe(200);
  }
  const { id } = await addChild(anna, { name: `Kid${age}`, age });
  await anna.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.001' });
  await anna.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 100_000 });
  return { who: role === 'parent' ? anna : tom, id };
}

const from = async (page: Page, name: string, what: string) => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill(`${name}’s ${what}`);
  await search.getByRole('option', { name: `${name}’s ${what}` }).click();
};

describe.each(VIEWS)('at $width, $theme (LN-01 LN-02 LN-03 WALL-13)', (view) => {
  test.each(pairsAt(view))(
    'the %s does everything with the wallets of a child of %i',
    async (role, age) => {
      const { who, id } = await newFamily(role, age, view.width);
      const name = `Kid${age}`;
      const before = await getChild(who, id);
      const { page, context, problems } = await openAs(app, browser, who, view, `/children/${id}`);
      const look = async (what: string) => {
        await expectAccessible(page, `${role} ${age} ${what}`);
        await shot(page, `wallets-${role}-${age}-${view.width}-${what}`);
      };
      const line = (start: string) => page.getByRole('button', { name: start });
      await line('Lightning Receives and pays').waitFor();
      await look('page');
      for (const [start, title] of LINES) {
        await line(start).click();
        const opened = page.getByRole('dialog', { name: title.replace('KID', name) });
        await opened.getByRole('button', { name: 'Close' }).click();
        await opened.waitFor({ state: 'hidden' });
      }
      await line('Lightning Receives and pays').click();
      const dialog = page.getByRole('dialog', { name: `${name}’s Lightning` });

      await dialog.getByLabel('Amount', { exact: true }).fill('2100');
      await dialog.getByRole('button', { name: 'Create invoice' }).click();
      await dialog.getByRole('img', { name: /QR code/ }).waitFor();
      await look('receive');

      await dialog.getByRole('tab', { name: 'Send' }).click();
      wallet.play({ pay: { says: 'paid', fee: 3 } });
      await dialog.getByLabel('Invoice or Lightning address').fill(freshInvoice());
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByRole('button', { name: /^Pay 2,100/ }).click();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expect
        .poll(async () => (await getChild(who, id)).spendingBalance)
        .not.toBe(before.spendingBalance);
      await look('paid');

      await dialog.getByRole('tab', { name: 'Transfer' }).click();
      await dialog.getByLabel('Amount', { exact: true }).fill('100');
      await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
      await expect
        .poll(async () => (await getChild(who, id)).savingsBalance)
        .not.toBe(before.savingsBalance);
      await dialog.getByRole('tab', { name: 'Address' }).click();
      await look('address');
      await dialog.getByRole('button', { name: 'Close' }).click();

      await line('After pay day Only written down').click();
      const plan = page.getByRole('dialog', { name: `After ${name}’s pay day` });
      await plan.getByRole('radio', { name: /^Collect it for the vault/ }).check();
      await look('plan');
      await plan.getByRole('button', { name: 'Save plan' }).click();
      await plan.waitFor({ state: 'hidden' });
      await line('After pay day Collected for the vault').waitFor();

      await line('Bitcoin wallet Ready').click();
      const bitcoin = page.getByRole('dialog', { name: `${name}’s Bitcoin wallet` });
      await bitcoin.getByRole('heading', { name: 'Receive' }).waitFor();
      await bitcoin.locator('.wallet-address').waitFor();
      await look('bitcoin');
      await bitcoin.getByRole('button', { name: 'Close' }).click();
      await from(page, name, 'Bitcoin wallet');
      await bitcoin.getByRole('button', { name: 'Close' }).click();
      await from(page, name, 'Lightning');
      await page.getByRole('dialog', { name: `${name}’s Lightning` }).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );
});
