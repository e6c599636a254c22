/** What holds for the pages themselves: paint without script, secrets in addresses, the way home. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, launch, visit } from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';
import { signInContext } from '../support/sign-in.ts';

let program: Program;
let browser: Browser;
beforeAll(async () => {
  [program, browser] = await Promise.all([startProgram(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const DESK = { width: 1280, theme: 'light' } as const;

test('LAND-01 PLAT-02 PLAT-03 PLAT-04 the home page is whole without any script', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(program.origin);
  const text = await page.innerText('body');
  for (const words of [
    'Get Started',
    'Free. No subscription. Run on donations.',
    'You keep the keys, you say yes, you pay from your own wallet.',
    'We never hold money and never see your keys.',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
  await context.close();
});

test('LAND-03 PLAT-41 a stranger’s home page asks the API nothing and nobody else anything', async () => {
  const { page, context, problems, requests } = await visit(browser, program.origin, DESK);
  await page.goto(program.origin, { waitUntil: 'networkidle' });
  expect(requests.filter((line) => line.includes('/api/'))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('LAND-12 LAND-20 DASH-01 PLAT-20 who is signed in goes to a dashboard that is read afresh, in one call', async () => {
  const { page, context, problems, requests } = await visit(browser, program.origin, DESK);
  await signInContext(context, program, 'ida@example.com');
  for (let visits = 1; visits <= 2; visits++) {
    await page.goto(program.origin);
    requests.length = 0;
    await page.getByRole('link', { name: 'Go to Dashboard' }).first().click();
    await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
    await page.waitForLoadState('networkidle');
    const calls = requests.filter((line) => line.includes('/api/'));
    expect(calls).toEqual([`GET ${program.origin}/api/dashboard`]);
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('AUTH-17 T09 the token of a link leaves the address at once and travels only in one POST', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  const sent: string[] = [];
  page.on('request', (request) => {
    const all = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
    if (all.includes('SECRET-TOKEN'))
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`${program.origin}/auth/verify?token=SECRET-TOKEN`);
  await page.getByRole('button', { name: 'Yes, sign me in' }).click();
  await page.getByText('Invalid or expired token').filter({ visible: true }).first().waitFor();
  expect(page.url()).toBe(`${program.origin}/auth/verify`);
  // The page's own address, the question whether this browser asked, and the one POST.
  expect(sent).toEqual(['GET /auth/verify', 'GET /api/auth/pending', 'POST /api/auth/verify']);
  expect(program.said()).not.toContain('SECRET-TOKEN');
  await expectAccessible(page, 'verify error');
  await context.close();
});

test('AUTH-04 AUTH-37 AUTH-38 signed in, onboarding leads to the dashboard; /logout ends it and leads home', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  await signInContext(context, program, 'leo@example.com');
  await page.goto(`${program.origin}/onboarding`);
  await page.waitForURL('**/dashboard');
  await page.evaluate("localStorage.setItem('satling_cache.x', '1')");
  await page.goto(`${program.origin}/logout`);
  await page.waitForURL(`${program.origin}/`);
  expect(await page.evaluate('localStorage.length')).toBe(0);
  await page.goto(`${program.origin}/dashboard`);
  await page.waitForURL('**/onboarding');
  await context.close();
});

test('PLAT-42 PLAT-43 an unknown page is 404 and says so', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  const reply = await page.goto(`${program.origin}/no/such/page`);
  expect(reply?.status()).toBe(404);
  await page.getByText('404 Page Not Found').waitFor();
  for (const path of ['/onboarding', '/auth/verify', '/dashboard', '/logout'])
    expect((await context.request.get(program.origin + path)).status(), path).toBe(200);
  await context.close();
});

test('two commands: the API describes itself at /api/openapi.json and /api/docs', async () => {
  const { page, context, problems } = await visit(browser, program.origin, DESK);
  await page.goto(`${program.origin}/api/docs`);
  await page.getByRole('heading', { name: 'Satling API' }).waitFor();
  expect(await page.locator('details').count()).toBeGreaterThan(35);
  await expectAccessible(page, 'API docs');
  expect(problems).toEqual([]);
  await context.close();
});
