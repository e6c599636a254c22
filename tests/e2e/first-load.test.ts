/**
 * The order of the dashboard's first requests: the call waits for no script, and the script for no
 * style sheet or font.
 */
import { expect, test } from 'vitest';
import { enterAs, expectAccessible } from '../support/browser.ts';
import { addChild } from '../support/family.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();

const CALL = '/api/dashboard';
const EVENTS = '/api/events';
const OWN_FONTS = ['Atkinson Hyperlegible Next Variable', 'Bricolage Grotesque Variable'];

test('the page sends its one call while the script is loading; the fonts come last (PLAT-11)', async () => {
  const parent = await app.signIn('first-load@example.com');
  await addChild(parent);
  const view = { width: 390, theme: 'light' } as const;
  // The browser's first page, as later ones make other requests.
  const { page, context, origin, problems, requests } = await enterAs(app, browser, parent, view);
  const asked = page.waitForRequest(origin + CALL);
  // The script is held back until the call was sent, so a call made by the script would never be.
  await page.route('**/assets/base-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Family Bitcoin Dashboard' }).waitFor();
  await expect
    .poll(() =>
      page.evaluate<string[]>(
        "[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family.replaceAll('\"', ''))",
      ),
    )
    .toEqual(expect.arrayContaining(OWN_FONTS));
  const paths = requests.map((request) => request.replace(`GET ${origin}`, ''));
  expect(paths.slice(0, 4).map(kind).sort()).toEqual(['base', 'call', 'page', 'runtime']);
  const calls = paths.filter((path) => path.startsWith('/api/'));
  // After the page has settled and its stream is open, it asks for changes.
  expect(calls.slice(0, [...calls, EVENTS].indexOf(EVENTS))).toEqual([CALL]);
  expect(paths.filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
  await expectAccessible(page, 'the dashboard');
  expect(problems).toEqual([]);
  await context.close();
});

function kind(path: string): string {
  if (path === CALL) return 'call';
  if (path === '/dashboard') return 'page';
  return /^\/assets\/(?:rolldown-)?(base|runtime)-.*\.js$/.exec(path)?.[1] ?? path;
}
