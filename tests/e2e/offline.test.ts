/** The installed app in a real browser: what makes it one, and what it does without a network. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, launch, shot, visit } from '../support/browser.ts';
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

const PHONE = { width: 390, theme: 'light' } as const;

/** Until the service worker has every file of this version. */
const whenReady = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(
          'navigator.serviceWorker.getRegistration().then((one) => one?.active?.state)',
        ),
      { timeout: 60_000 },
    )
    .toBe('activated');

const keptAddresses = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const all = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    return all;
  })()`);

test('it can be installed; without a network its own files are there, and nothing of the API is kept', async () => {
  const { page, context, problems } = await visit(browser, program.origin, PHONE);
  await signInContext(context, program, 'anna@example.com');
  await page.goto(`${program.origin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(manifest.url).toBe(`${program.origin}/manifest.webmanifest`);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A profile of a test is a private one, in which nothing can be installed.
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([]);
  await devtools.detach(); // two of them do not agree on whether there is a network
  await whenReady(page);
  await page.goto(`${program.origin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const kept = await keptAddresses(page);
  expect(kept).toContain('/dashboard');
  expect(kept.filter((path) => path !== '/dashboard' && !path.startsWith('/assets/'))).toEqual([]);
  expect(problems).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('heading', { name: 'Your books could not be opened' }).waitFor();
  await expectAccessible(page, 'the app without a network');
  await shot(page, 'offline-nothing-kept');
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
  await context.close();
});
