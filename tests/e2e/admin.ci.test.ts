/** An operator views both admin pages and resets them; a parent is sent to the dashboard. */
import { beforeAll, expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import {
  expectAccessible,
  openAs,
  openMenu,
  setLetters,
  shot,
  VIEWS,
  type View,
} from '../support/browser.ts';
import { addChild, record } from '../support/family.ts';
import { appAndBrowser } from '../support/with-browser.ts';

/** Almost the longest address that the form accepts. */
const OPERATOR = 'the-operator-with-quite-a-long-name-of-the-mailbox@satling.example.com';

const { app, browser } = await appAndBrowser({ admins: [OPERATOR] });
let ops: Visitor;
let parent: Visitor;
beforeAll(async () => {
  ops = await app.signIn(OPERATOR);
  parent = await app.signIn('parent@example.com');
  const { id } = await addChild(parent, { age: 9 });
  await record(parent, id, 'bonus', '0.0001');
  for (let i = 0; i < 21; i++)
    await app.visitor('203.0.113.9').send('POST', '/api/auth/verify', { token: 'wrong' });
});

test.each(VIEWS)(
  'an operator at $width, $theme (ADMIN-01 ADMIN-20 ADMIN-39 ADMIN-40 DASH-03)',
  async (view) => {
    const { page, context, problems } = await openAs(app, browser, ops, view, '/dashboard');
    const name = `${view.width}-${view.theme}`;
    await openMenu(page);
    await page.getByRole('link', { name: 'Admin' }).click();
    await page.getByText(`Welcome, ${OPERATOR}`).waitFor();
    await page.getByText('Recent users').waitFor();
    await expectAccessible(page, 'people');
    await shot(page, `admin-people-${name}`);
    await setLetters(page, '200%');
    await expectAccessible(page, 'people, letters twice as large');
    await setLetters(page, '');

    await page.getByRole('link', { name: 'Monitoring' }).click();
    await page.getByRole('heading', { name: 'System Monitoring' }).waitFor();
    await page.getByText('Last checked').first().waitFor();
    await expectAccessible(page, 'services');
    await shot(page, `admin-services-${name}`);
    await page.getByRole('tab', { name: 'Performance' }).click();
    await page.getByText('Total requests').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, 'asked before a reset');
    await shot(page, `admin-ask-${name}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByText('Counting starts again from now.').waitFor();
    await expectAccessible(page, 'performance');
    await shot(page, `admin-performance-${name}`);
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByText('203.0.113.0/24').first().waitFor();
    await expectAccessible(page, 'security');
    await shot(page, `admin-security-${name}`);
    await page.getByRole('tab', { name: 'Errors' }).click();
    await page.getByText('No recent errors').waitFor();
    await shot(page, `admin-errors-${name}`);
    await page.getByRole('button', { name: 'Refresh All' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
    await openMenu(page);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('a parent sees no link there, and is sent to the dashboard (ADMIN-01 ADMIN-19 ADMIN-46 DASH-03)', async () => {
  const [view] = VIEWS as [View];
  const opened = await openAs(app, browser, parent, view, '/dashboard');
  const { page, context, origin, requests } = opened;
  await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
  await openMenu(page);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  for (const path of ['/admin', '/admin/monitoring']) {
    await page.goto(`${origin}${path}`);
    await page.waitForURL(`${origin}/`);
  }
  expect(requests.filter((one) => /\/(api\/admin|admin\/\w+\/stats|health)/.test(one))).toEqual([]);
  await context.close();
});
