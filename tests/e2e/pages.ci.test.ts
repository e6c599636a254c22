/** Painting without script, secrets in URLs, and redirects. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { readBillingWallet } from '../../src/server/billing-settings.ts';
import { startApp } from '../support/app.ts';
import { expectAccessible, visit } from '../support/browser.ts';
import { signInContext } from '../support/sign-in.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser({ DISPLAY_RATE_USD_PER_BTC: '60000' });

const DESK = { width: 1280, theme: 'light' } as const;

/** A page begins these a moment after loading; on a slow machine it is still loading by then. */
const isLate = (url: string) => /\/api\/events$|\/when-idle-/.test(url);

test('the home page is complete without any script (LAND-01 PLAT-02 PLAT-03 PLAT-04)', async () => {
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

test('the home page says that hosting is for sale where it is, and only there (LAND-06 BILL-01)', async () => {
  const key = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const link = `nostr+walletconnect://${key}?relay=ws://127.0.0.1:9&secret=${'1'.repeat(64)}`;
  const billing = { ...readBillingWallet(link), monthlySats: 21_000n, yearlySats: 200_000n };
  for (const [sold, options] of [
    [false, {}],
    [true, { billing }],
  ] as const) {
    const app = await startApp(options);
    const { text } = await app.visitor().get('/');
    const said = ['Free. No subscription. Run on donations.', 'Hosted reminders can be bought.'];
    expect(said.map((words) => text.includes(words))).toEqual([!sold, sold]);
    await app.close();
  }
});

test('a stranger’s home page calls neither the API nor any other host (LAND-03 PLAT-41)', async () => {
  const { page, context, problems, requests } = await visit(browser, program.origin, DESK);
  await page.goto(program.origin, { waitUntil: 'networkidle' });
  expect(requests.filter((line) => line.includes('/api/'))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a signed-in visitor gets a dashboard with fresh data, in one call (LAND-12 LAND-20 DASH-01 PLAT-20)', async () => {
  const { page, context, problems, requests } = await visit(browser, program.origin, DESK);
  await signInContext(context, program, 'ida@example.com');
  for (let visits = 1; visits <= 2; visits++) {
    await page.goto(program.origin);
    requests.length = 0;
    await page.getByRole('link', { name: 'Go to Dashboard' }).first().click();
    await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
    await page.waitForLoadState('networkidle');
    const calls = requests.filter((line) => line.includes('/api/') && !isLate(line));
    expect(calls).toEqual([`GET ${program.origin}/api/dashboard`]);
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('DISPLAY_RATE_USD_PER_BTC the screens show the operator’s rate', async () => {
  const { page, context, problems } = await visit(browser, program.origin, DESK);
  await page.goto(`${program.origin}/demo`);
  await page.getByText('at a fixed $60,000').first().waitFor();
  expect(await page.innerText('body')).not.toContain('$44,000');
  expect(problems).toEqual([]);
  await context.close();
});

/** Gzipped bytes a page loads until it is idle. */
async function weigh(page: Page, address: string) {
  const replies: Response[] = [];
  let isIdle = false;
  page.on('response', (reply) => {
    isIdle ||= isLate(reply.url());
    if (!isIdle) replies.push(reply);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const blocking = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
    .filter((one) => one.renderBlockingStatus === 'blocking').map((one) => one.name)`);
  const weights = await Promise.all(
    replies.map(async (reply) => ({
      isScript: reply.request().resourceType() === 'script',
      isBlocking: reply.url() === address || blocking.includes(reply.url()),
      bytes: gzipSync(await reply.body(), { level: 9 }).length,
    })),
  );
  const sum = (of: typeof weights) => of.reduce((all, { bytes }) => all + bytes, 0);
  return {
    requests: replies.length,
    script: sum(weights.filter(({ isScript }) => isScript)),
    blocking: sum(weights.filter(({ isBlocking }) => isBlocking)),
    blockingScript: sum(weights.filter((one) => one.isScript && one.isBlocking)),
  };
}

test('at most 15 kB and no script precede the first paint of the home page (LAND-01)', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  const { script, blocking, blockingScript } = await weigh(page, `${program.origin}/`);
  expect(blocking).toBeGreaterThan(1_000);
  expect(blocking).toBeLessThanOrEqual(15_000);
  expect(blockingScript).toBe(0);
  expect(script).toBeLessThanOrEqual(85_000);
  await context.close();
});

test('the first load of the dashboard is at most 125.5 kB of script in 8 requests (DASH-01)', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  await signInContext(context, program, 'mara@example.com');
  const { script, requests } = await weigh(page, `${program.origin}/dashboard`);
  expect(script).toBeGreaterThan(50_000);
  expect(script).toBeLessThanOrEqual(125_500);
  expect(requests).toBeLessThanOrEqual(8);
  await context.close();
});

test('the token of a link leaves the URL at once and is sent only in one POST; a used link says so at once (AUTH-17 AUTH-23 T09)', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  const elsewhere = await browser.newContext();
  const headers = { origin: program.origin };
  const data = { email: 'tom@example.com' };
  await elsewhere.request.post(`${program.origin}/api/auth/magic-link`, { data, headers });
  const link = await program.linkFor(data.email);
  const token = new URL(link).searchParams.get('token') as string;
  const sent: string[] = [];
  page.on('request', (request) => {
    const all = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
    if (all.includes(token)) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, sign me in' }).click();
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  expect(page.url()).toBe(`${program.origin}/auth/verify`);
  // The page itself, the check whether the link still works, and the one POST.
  const looks = ['GET /auth/verify', 'GET /api/auth/pending'];
  expect(sent).toEqual([...looks, 'POST /api/auth/verify']);
  await page.goto(link);
  await page.getByText('Invalid or expired token').filter({ visible: true }).first().waitFor();
  expect(sent).toEqual([...looks, 'POST /api/auth/verify', ...looks]);
  // Only in the mail, which a program without a mail server prints.
  expect(program.said().split(token)).toHaveLength(2);
  await expectAccessible(page, 'verify error');
  await elsewhere.close();
  await context.close();
});

test('signed in, onboarding leads to the dashboard; /logout signs out and leads home (AUTH-04 AUTH-37 AUTH-38)', async () => {
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

test('an unknown page is 404 and says so (PLAT-42 PLAT-43)', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  const reply = await page.goto(`${program.origin}/no/such/page`);
  expect(reply?.status()).toBe(404);
  await page.getByText('404 Page Not Found').waitFor();
  for (const path of ['/onboarding', '/auth/verify', '/dashboard', '/logout'])
    expect((await context.request.get(program.origin + path)).status(), path).toBe(200);
  await context.close();
});

test('the API describes itself at /api/openapi.json and /api/docs', async () => {
  const { page, context, problems } = await visit(browser, program.origin, DESK);
  await page.goto(`${program.origin}/api/docs`);
  await page.getByRole('heading', { name: 'Satling API' }).waitFor();
  expect(await page.locator('details').count()).toBeGreaterThan(35);
  await expectAccessible(page, 'API docs');
  expect(problems).toEqual([]);
  await context.close();
});
