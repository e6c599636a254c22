/** The installed app: what makes it installable, and what works without a network. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, shot, visit } from '../support/browser.ts';
import { signInContext } from '../support/sign-in.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser();

const PHONE = { width: 390, theme: 'light' } as const;

/** Waits until the service worker has every file of this version. */
const whenReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one?.active?.state)'),
    )
    .toBe('activated');

const keptAddresses = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const all = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    return all;
  })()`);

test('it can be installed; without a network its own files are available, and no reply of the API is stored', async () => {
  const { page, context, problems } = await visit(browser, program.origin, PHONE);
  await signInContext(context, program, 'anna@example.com');
  await page.goto(`${program.origin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await whenReady(page);
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(manifest.url).toBe(`${program.origin}/manifest.webmanifest`);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's profile is private, and nothing can be installed in one.
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([]);
  await devtools.detach(); // two would disagree on whether there is a network
  await page.goto(`${program.origin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const kept = await keptAddresses(page);
  expect(kept).toContain('/dashboard');
  expect(kept.filter((path) => path !== '/dashboard' && !path.startsWith('/assets/'))).toEqual([]);
  expect(problems).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('You are offline.', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Your books could not be opened' }).waitFor();
  await expectAccessible(page, 'the app without a network');
  await shot(page, 'offline-nothing-kept');
  await context.setOffline(false);
  await page.getByText('You are offline.', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
  await context.close();
});

test('the last state of the book can be read without a network while the setting is on, and is deleted at sign-out (PRIV-28)', async () => {
  const view = { width: 1280, theme: 'dark' } as const;
  const { page, context } = await visit(browser, program.origin, view);
  await signInContext(context, program, 'ben@example.com');
  await addMia(context);
  await page.goto(`${program.origin}/privacy`);
  await page.getByRole('switch', { name: /Store transaction history/ }).click();
  await page.goto(`${program.origin}/dashboard`);
  await page.getByRole('heading', { name: 'Mia' }).first().waitFor();
  await whenReady(page);
  const kept = () => page.evaluate<string | null>('localStorage.getItem("satling_last_book")');
  await expect.poll(kept).not.toBeNull();
  // Base64 may contain three letters of a name by chance, but not the quoted name.
  expect(await kept()).not.toContain('"Mia"');
  await context.setOffline(true);
  await page.reload();
  await page.getByText('This is the book as of').waitFor();
  await page.getByRole('heading', { name: 'Mia' }).first().waitFor();
  await expectAccessible(page, 'the last state of the book');
  await shot(page, 'offline-last-book');
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.goto(`${program.origin}/logout`);
  await page.waitForURL(`${program.origin}/`);
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  expect(await keptAddresses(page)).toEqual([]);
  await context.close();
});

test('a child’s request without a network waits, is sent after a yes, and counts once', async () => {
  const { page, context } = await visit(browser, program.origin, PHONE);
  await signInContext(context, program, 'carla@example.com');
  const childId = await addMia(context);
  const bonus = { childId, type: 'bonus', amount: '0.001', description: 'Birthday' };
  await call(context, 'POST', '/api/transactions', bonus);
  await call(context, 'PUT', '/api/family/pin', { pin: '2580' });
  await call(context, 'POST', `/api/children/${childId}/hand-over`, {});
  await page.goto(`${program.origin}/dashboard`);
  await whenReady(page); // then the notes are there too
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('button', { name: 'Ask to Use Savings' }).click();
  await page.getByLabel(/^(How much\?|Amount)/).fill('5000');
  await page.getByLabel(/^(What for\?|Why do you need it\?)/).fill('Football boots');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Ask my|Send)/ })
    .click();
  await page.getByText('1 request is waiting to be sent').waitFor();
  // At its foot, where the button back to the parents does not cover half a link.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expectAccessible(page, 'what waits to be sent');
  await shot(page, 'offline-unsent');
  expect(await asked(context)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('1 was sent.').waitFor();
  expect(await asked(context)).toEqual(['Football boots']);
  await context.close();
});

test('a push message is shown in the reader’s language, and names nobody', async () => {
  const { page, context } = await visit(browser, program.origin, PHONE);
  await context.grantPermissions(['notifications'], { origin: program.origin });
  await signInContext(context, program, 'dora@example.com');
  await addMia(context);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ scopeURL }) => scopeURL === `${program.origin}/`);
      if (one && !one.isDeleted) resolve(one.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto(`${program.origin}/dashboard`);
  await whenReady(page);
  // Stored as the switch does it, because a test cannot reach a push service.
  await page.evaluate(`caches.open('satling_words').then((cache) => cache.put('/words-of-push.json',
    new Response(JSON.stringify({ waits: 'Etwas wartet auf deine Antwort.' }))))`);
  const { origin } = program;
  const registrationId = await registered;
  const deliver = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  // Recorded when shown, because the system may close notifications at any time.
  const shown: string[][] = [];
  devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    const { eventName, eventMetadata, instanceId } = backgroundServiceEvent;
    const said = Object.fromEntries(eventMetadata.map(({ key, value }) => [key, value]));
    if (eventName === 'Notification displayed')
      shown.push([said.Title ?? '', said.Body ?? '', instanceId]);
  });
  const service = 'notifications';
  await devtools.send('BackgroundService.startObserving', { service });
  await devtools.send('BackgroundService.setRecording', { shouldRecord: true, service });
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  for (const data of ['{"kind":"waits"}', '{"kind":"waits"}', 'Mia asks for 5,000 sats']) {
    const before = shown.length;
    await deliver(data);
    await expect.poll(() => shown.length).toBe(before + 1);
  }
  // The second has the same tag as the first, and replaces it.
  const waits = ['Satling', 'Etwas wartet auf deine Antwort.', 'waits'];
  const news = ['Satling', 'Something waits for you in your book.', 'news'];
  expect(shown).toEqual([waits, waits, news]);
  await context.close();
});

async function asked(context: BrowserContext): Promise<string[]> {
  const reply = await context.request.get(`${program.origin}/api/requests`);
  const { open } = (await reply.json()) as { open: { reason: string }[] };
  return open.map(({ reason }) => reason);
}

async function addMia(context: BrowserContext): Promise<string> {
  const data = { name: 'Mia', age: 9, weeklyAllowance: '0.00002', allowanceDay: 6 };
  return ((await call(context, 'POST', '/api/children', data)) as { id: string }).id;
}

async function call(context: BrowserContext, method: string, path: string, data: object) {
  const headers = { origin: program.origin };
  const reply = await context.request.fetch(program.origin + path, { method, data, headers });
  if (!reply.ok()) throw new Error(await reply.text());
  return reply.json();
}
