/**
 * A wallet's file in a real browser: refused, previewed, imported, skipped, undone, and requested
 * by a child.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import {
  expectAccessible,
  isBrief,
  openAs as openPage,
  sample,
  shot,
  type View,
} from '../support/browser.ts';
import { addChild, joinAsChild, record } from '../support/family.ts';
import { fixture } from '../support/wallet-files.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();
const openAs = (person: Visitor, view: View) => openPage(app, browser, person, view, '/dashboard');

const PHOENIX = fixture('phoenix-new.csv');
const CHOOSE = 'Please select a CSV file to import';
const TITLE = 'Import CSV Transactions';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const said = (page: Page, title: string, words: string) =>
  page.locator('.toasts li', { hasText: title }).filter({ hasText: words }).first().waitFor();
const look = async (page: Page, what: string) => {
  await expectAccessible(page, what);
  await shot(page, `import-${what}`);
};

const VIEWS = sample<View>([
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
]);

describe.each(VIEWS)('at $width, $theme (TXN-27)', (view) => {
  const name = `${view.width}-${view.theme}`;

  test('no file, a wrong one, a broken one: refused with the reason (TXN-28 TXN-29 TXN-33)', async () => {
    const anna = await app.signIn(`refused-${name}@example.com`);
    await addChild(anna);
    const { page, context, problems } = await openAs(anna, view);
    await page.getByRole('link', { name: /^Mia, / }).click();
    await press(page, /^Import CSV/);
    const dialog = page.getByRole('dialog', { name: TITLE });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await said(page, 'Import Failed', CHOOSE);
    await look(page, `${name}-no-file`);
    await choose(page, 'photo.png', 'x');
    await dialog.getByText(CHOOSE).waitFor();
    const [header, first] = PHOENIX.split('\n');
    await choose(page, 'phoenix.csv', `${header}\n${first}\nhalf a row`);
    await dialog.getByText(/row 3/i).waitFor();
    await look(page, `${name}-broken`);
    // Chromium logs the refused preview; nothing else went wrong.
    expect(problems.filter((line) => !line.includes('400'))).toEqual([]);
    const children = (await anna.get('/api/children')).body as { spendingBalance: string }[];
    expect(children[0]?.spendingBalance).toBe('0.00000000');
    await context.close();
  });

  test('a parent previews a Phoenix file, imports it, skips all of it the second time, and undoes the import (TXN-31 TXN-32)', async () => {
    const anna = await app.signIn(`parent-${name}@example.com`);
    await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
    await addChild(anna);
    const { page, context, problems } = await openAs(anna, view);
    const dialog = page.getByRole('dialog', { name: TITLE });
    await page.getByRole('link', { name: /^Mia, / }).click();
    const open = async () => {
      await press(page, /^Import CSV/);
      await dialog.waitFor();
    };
    await open();
    await choose(page, 'phoenix.csv', PHOENIX);
    await dialog.getByText('A file from Phoenix').waitFor();
    await dialog.getByText('Recognized').waitFor();
    await dialog.getByText('Weekly allowance').waitFor();
    await look(page, `${name}-preview`);
    await press(page, 'Import 2 rows');
    await said(page, 'CSV Import Successful', '2 imported, 0 duplicates skipped');
    await look(page, `${name}-done`);
    await press(page, 'Done');
    await open();
    await choose(page, 'phoenix.csv', PHOENIX);
    await expect.poll(() => dialog.getByText('Imported before').count()).toBe(2);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await said(page, 'CSV Import Successful', '0 imported, 2 duplicates skipped');
    await dialog.getByText('Nothing new in this file').waitFor();
    await press(page, 'Done');
    await open();
    await dialog.getByText('Phoenix: phoenix.csv').waitFor();
    await look(page, `${name}-history`);
    await press(page, /^Take back phoenix.csv from /);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click();
    await said(page, 'Import taken back', 'phoenix.csv');
    await dialog.getByText('Taken back', { exact: true }).waitFor();
    const children = (await anna.get('/api/children')).body as { spendingBalance: string }[];
    expect(children[0]?.spendingBalance).toBe('0.00000000');
    expect(problems).toEqual([]);
    await context.close();
  });

  // The youngest on a phone and the oldest on a desktop; `npm run test:long` runs all combinations.
  const ages = isBrief ? [8] : [8, 15];
  test.each(ages)(
    'a child of %i sends a file and a parent says yes (CHILD-36 APPR-05)',
    async (age) => {
      const anna = await app.signIn(`asked-${age}-${name}@example.com`);
      await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
      const { id } = await addChild(anna, { age });
      await record(anna, id, 'earned', '0.0001', 'Lemonade stand');
      const mia = await joinAsChild(app, anna, id, `mia-${age}-${name}@example.com`);
      const kid = await openAs(mia, view);
      await kid.page.getByRole('link', { name: 'More' }).first().click();
      await press(kid.page, 'Import CSV');
      await kid.page.getByRole('dialog', { name: TITLE }).waitFor();
      await look(kid.page, `${age}-${name}-empty`);
      await choose(kid.page, 'phoenix.csv', PHOENIX);
      await kid.page.getByRole('dialog').getByText('Weekly allowance').waitFor();
      await look(kid.page, `${age}-${name}-preview`);
      await press(kid.page, 'Ask to import');
      await said(kid.page, 'Request Sent!', 'A parent will look at the file and answer.');
      await look(kid.page, `${age}-${name}-sent`);
      await press(kid.page, 'Done');
      await look(kid.page, `${age}-${name}-waiting`);

      const parent = await openAs(anna, view);
      await press(parent.page, 'See the rows in Mia’s file');
      await parent.page.getByRole('dialog').getByText('Weekly allowance').waitFor();
      await look(parent.page, `${age}-${name}-rows`);
      await press(parent.page, 'Done');
      await press(parent.page, /^Approve /);
      await expect
        .poll(
          async () =>
            ((await anna.get(`/api/children/${id}`)).body as { spendingBalance: string })
              .spendingBalance,
        )
        .toBe('0.00049980');
      expect([...kid.problems, ...parent.problems]).toEqual([]);
      await kid.context.close();
      await parent.context.close();
    },
  );
});
