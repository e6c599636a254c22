/** An operator looks at both pages, resets, and sees it; a family is led home. */
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';
import { expectAccessible, launch, shot, VIEWS, type View, visit } from '../support/browser.ts';
import { addChild, record } from '../support/family.ts';

let app: TestApp;
let browser: Browser;
let ops: Visitor;
let parent: Visitor;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ admins: [OPERATOR] }), launch()]);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  ops = await app.signIn(OPERATOR);
  parent = await app.signIn('parent@example.com');
  const { id } = await addChild(parent, { age: 9 });
  await record(parent, id, 'bonus', '0.0001');
  for (let i = 0; i < 21; i++)
    await app.visitor('203.0.113.9').send('POST', '/api/auth/verify', { token: 'wrong' });
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** As long as the form lets an address be, nearly. */
const OPERATOR = 'the-operator-with-quite-a-long-name-of-the-mailbox@satling.example.com';

async function openAs(person: Visitor, path: string, view: View) {
  const { port } = app.app.server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const visited = await visit(browser, origin, view);
  const cookie = { domain: 'localhost', path: '/', secure: true };
  await visited.context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, ...cookie })),
  );
  await visited.page.goto(`${origin}${path}`);
  return { ...visited, origin };
}

test.each(VIEWS)(
  'ADMIN-01 ADMIN-20 ADMIN-39 ADMIN-40 an operator at $width, $theme',
  async (view) => {
    const { page, context, problems } = await openAs(ops, '/dashboard', view);
    const name = `${view.width}-${view.theme}`;
    await page.getByRole('link', { name: 'Admin' }).click();
    await page.getByText(`Welcome, ${OPERATOR}`).waitFor();
    await page.getByText('Recent users').waitFor();
    await expectAccessible(page, 'people');
    await shot(page, `admin-people-${name}`);
    const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
    await expectAccessible(page, 'people, letters twice as large');
    await large.evaluate((style: { remove: () => void }) => style.remove());

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
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('ADMIN-01 ADMIN-19 ADMIN-46 a parent sees no way there, and is led home', async () => {
  const { page, context, origin, requests } = await openAs(parent, '/dashboard', VIEWS[0] as View);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  for (const path of ['/admin', '/admin/monitoring']) {
    await page.goto(`${origin}${path}`);
    await page.waitForURL(`${origin}/`);
  }
  expect(requests.filter((one) => /\/(api\/admin|admin\/\w+\/stats|health)/.test(one))).toEqual([]);
  await context.close();
});
