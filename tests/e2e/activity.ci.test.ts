/** Activity and its dialogs (entry, statement, balance) for a parent and a child. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import { expectAccessible, openAs, shot, VIEWS } from '../support/browser.ts';
import { addChild, joinAsChild, record } from '../support/family.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser({ at: '2026-11-14T12:00:00Z' });
let anna: Visitor;
const kids: Visitor[] = [];
beforeAll(async () => {
  anna = await app.signIn('anna@example.com');
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  for (const [name, age] of [
    ['Mia', 7],
    ['Leo', 11],
    ['Ida', 15],
  ] as const) {
    const child = await addChild(anna, { name, age });
    kids.push(await joinAsChild(app, anna, child.id, `${name.toLowerCase()}@example.com`));
    const lines: [string, string, string][] = [
      ['bonus', '0.00142300', 'Birthday from Grandma'],
      ['chore_payment', '0.00003', 'Raked the leaves'],
      ['earned', '0.00025', 'Lemonade stand'],
      ['spending', '0.00004', 'Ice cream'],
    ];
    for (const [type, amount, text] of lines) {
      await record(anna, child.id, type, amount, text);
      app.clock.advance(5 * 3_600_000);
    }
  }
  const [wrong] = (await anna.get('/api/transactions/recent')).body as { id: string }[];
  await anna.send('POST', `/api/transactions/${wrong?.id}/undo`);
  const [, , , paid] = (await anna.get('/api/transactions/recent')).body as { id: string }[];
  await anna.send('POST', `/api/transactions/${paid?.id}/paid`);
});

describe.each(VIEWS)('at $width, $theme (TXN-05 TXN-18)', (view) => {
  const name = `${view.width}-${view.theme}`;
  const look = async (page: Page, what: string) => {
    await expectAccessible(page, `${name} ${what}`);
    await shot(page, `${name}-${what}`);
  };

  test('a parent finds an entry, opens it, follows a balance, and reads the statement (TXN-06)', async () => {
    const { page, context, problems } = await openAs(app, browser, anna, view, '/dashboard');
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await page.getByText('Birthday from Grandma').first().waitFor();
    await look(page, 'activity');
    await page.getByLabel('Words').fill('lemon');
    await expect.poll(() => page.getByRole('link', { name: 'Birthday' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Lemonade stand' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Anna').waitFor();
    await look(page, 'entry');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: /Mia, spending money/ }).click();
    await page.getByText('All lines below add up to this number.').waitFor();
    await page.getByText(/balance 21,000 sats/).waitFor();
    await look(page, 'account');
    await page.getByRole('link', { name: 'Mia’s statement' }).click();
    await page.getByRole('heading', { name: /^Mia, November 2026|^Mia,/ }).waitFor();
    await look(page, 'statement');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Opening balance');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a parent corrects a balance in the dialogs (TXN-17 TXN-18)', async () => {
    const { page, context, problems } = await openAs(app, browser, anna, view, '/dashboard');
    await page.getByRole('link', { name: /^Leo, / }).click();
    await page.getByRole('heading', { name: 'Leo', level: 1 }).waitFor();
    await look(page, 'balances');
    await page.getByRole('button', { name: 'Correct a balance' }).click();
    await page.getByRole('button', { name: 'Update Lightning balance' }).click();
    await page.getByLabel('New Lightning balance').fill('20000');
    await look(page, 'lightning');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('button', { name: 'Pay several children' }).click();
    await page.getByLabel('Amount for Mia').fill('10000');
    await look(page, 'several');
    expect(problems).toEqual([]);
    await context.close();
  });

  // Each age gets one of the views, so every age and every view is covered.
  test.each([[VIEWS.indexOf(view) % 3]])('a child finds its own entries (%i)', async (which) => {
    const kid = kids[which] as Visitor;
    const { page, context, problems } = await openAs(app, browser, kid, view, '/dashboard');
    await page.getByRole('link', { name: 'My book' }).click();
    await page.getByRole('heading', { name: 'My book', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Lemonade stand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Added by').waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await look(page, `kid-${which}-entry`);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await look(page, `kid-${which}-activity`);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test('the longest words and large amounts fit, on a phone, on paper and at twice the text size (TXN-06 PLAT-41)', async () => {
  const view = { width: 390, theme: 'dark' } as const;
  const longName = { name: 'Maximiliane-Wilhelmine Oberstdorfer-Zwickenpflug', age: 11 };
  const child = await addChild(anna, longName);
  await record(anna, child.id, 'bonus', '12345.67890123', 'x'.repeat(199));
  const { page, context, problems, origin } = await openAs(
    app,
    browser,
    anna,
    view,
    `/activity?child=${child.id}`,
  );
  await page.getByRole('link', { name: /^xxx/ }).waitFor();
  await expectAccessible(page, 'the longest word among the lines');
  await page.getByRole('link', { name: /^xxx/ }).click();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).first();
  const box = await close.boundingBox();
  expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.goto(`${origin}/statement`);
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await page.goto(`${origin}/statement?child=${child.id}`);
  await page.getByRole('article').waitFor();
  const outside = () =>
    page.evaluate<number>(`(() => {
      const edge = document.querySelector('.statement').getBoundingClientRect().right;
      return [...document.querySelectorAll('.statement td, .statement th')].filter((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        return words.getBoundingClientRect().right > edge;
      }).length;
    })()`);
  expect(await outside()).toBe(0);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  expect(await outside()).toBe(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await outside()).toBe(0);
  const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await expect.poll(paper).toBe('rgb(241, 246, 240)');
  expect(problems).toEqual([]);
  await context.close();
});
