/**
 * After a tablet changes hands, neither a page from the browser's back/forward cache nor another
 * tab shows the next person what the previous one saw.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import { openAs } from '../support/browser.ts';
import { addChild, record } from '../support/family.ts';
import { ask } from '../support/links.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser, origin } = await appAndBrowser({}, { keepsPages: true });

const VIEW = { width: 1280, theme: 'light' } as const;
const FOREIGN = ['Leo', '77,777', 'Process Allowances'];

/** Records what is visible when a page returns from the cache (`persisted`). */
const NOTE = `addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  const seen = document.body.innerText.trim();
  sessionStorage.setItem('kept', JSON.stringify({ seen, same: window.isTheSamePage === true }));
});`;

/** A parent's dashboard with two children's books. */
async function opened(email: string) {
  const anna = await app.signIn(email);
  const mia = await addChild(anna, { name: 'Mia', age: 8 });
  const leo = await addChild(anna, { name: 'Leo', age: 15 });
  await record(anna, leo.id, 'bonus', '0.00077777');
  const { page, context } = await openAs(app, browser, anna, VIEW, '/blog');
  await context.addInitScript(NOTE);
  // Without the live stream, the page learns of no changes.
  await context.route('**/api/events', (route) => route.abort());
  await showsLeo(page);
  return { anna, mia, page, context };
}

async function showsLeo(page: Page) {
  await page.goto(`${origin}/dashboard`);
  await page.getByText('77,777').first().waitFor();
  await page.evaluate('window.isTheSamePage = true');
}

/** Leaves the app for a public page, and comes back. */
async function goAndComeBack(page: Page, meanwhile: () => Promise<unknown>) {
  await page.goto(`${origin}/blog`);
  await meanwhile();
  await page.evaluate('history.back()').catch(() => undefined);
  await page.waitForURL(`${origin}/dashboard`, { waitUntil: 'commit' });
}

/** The recorded notes; retried while the page is navigating. */
async function kept(page: Page) {
  let note: string | null = null;
  const look = async () => {
    note ??= await page.evaluate<string | null>("sessionStorage.getItem('kept')").catch(() => null);
    return note;
  };
  await expect.poll(look).not.toBeNull();
  return JSON.parse(String(note));
}

const handOver = (parent: Visitor, childId: string) =>
  parent.send('POST', `/api/children/${childId}/hand-over`);

async function isMias(page: Page) {
  await page.getByRole('heading', { name: 'Hi, Mia' }).waitFor();
  const text = await page.innerText('body');
  for (const foreign of FOREIGN) expect(text).not.toContain(foreign);
}

test('Back after a hand-over shows nothing of the cached page (T19 T53)', async () => {
  const { anna, mia, page, context } = await opened('back@example.com');
  await goAndComeBack(page, () => handOver(anna, mia.id));
  expect(await kept(page)).toEqual({ seen: '', same: true });
  await isMias(page);
  await context.close();
});

test('the same person gets the cached page back unchanged (T53)', async () => {
  const { page, context } = await opened('same@example.com');
  await goAndComeBack(page, () => Promise.resolve());
  expect(await kept(page)).toEqual({ seen: '', same: true });
  await page.getByText('77,777').first().waitFor();
  expect(await page.evaluate('window.isTheSamePage')).toBe(true);
  await context.close();
});

test('another tab notices a hand-over, a logout and a sign-in at once (T19 T53)', async () => {
  const { page, context } = await opened('tabs@example.com');
  const other = await context.newPage();
  await showsLeo(other);
  await page.bringToFront();
  await page.getByRole('link', { name: /^Mia, / }).click();
  await page.getByRole('button', { name: 'Hand over tablet' }).click();
  await page.getByLabel('Choose a PIN').fill('2580');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await isMias(page);
  await isMias(other);
  await signOut(page);
  await arrives(other, '/onboarding');
  expect(await other.innerText('body')).not.toContain('Mia');
  const { token } = await ask(app, app.visitor(), 'somebody-else@example.com');
  await page.goto(`${origin}/auth/verify?token=${token}`);
  await page.getByRole('button', { name: 'Yes, sign me in' }).click();
  await arrives(other, '/dashboard');
  await context.close();
});

/** Not `waitForURL`, which fails when one reload of the tab is cut short by the next. */
const arrives = (page: Page, path: string) =>
  expect.poll(() => new URL(page.url()).pathname).toBe(path);

const signOut = async (page: Page) => {
  await page.goto(`${origin}/logout`);
  await page.waitForURL(`${origin}/`);
};

test('the page asks once who is signed in and does not retry a failure (AUTH-32)', async () => {
  const anna = await app.signIn('once@example.com');
  const { page, context } = await openAs(app, browser, anna, VIEW, '/blog');
  let asked = 0;
  await page.route('**/api/auth/user', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, body: '{}' });
  });
  await page.goto(`${origin}/onboarding`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(1);
  await context.close();
});
