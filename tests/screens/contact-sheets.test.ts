/**
 * `npm run screens`: takes a picture of every screen in screens.ts, on the play family's year, at
 * 390 and 1280 px, light and dark, side by side on one sheet each. For people to look at; what must
 * hold of every page is tested elsewhere.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import { enterAs, type View } from '../support/browser.ts';
import { OPERATOR, playPeople } from '../support/play-people.ts';
import { forgetProofs } from '../support/proof.ts';
import { appAndBrowser } from '../support/with-browser.ts';
import { NOWHERE, SCREENS, type Screen } from './screens.ts';

const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const { app, browser } = await appAndBrowser({ admins: [OPERATOR] });
let people: Map<string, Visitor>;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  people = await playPeople(app);
}, 300_000);

const VIEWS: readonly View[] = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
];

/** A phone's picture and a desktop's, as wide on the sheet. */
const WIDTH_ON_SHEET = { 390: 210, 1280: 460 };
/** Longer pages are cut: what comes later is on other sheets. */
const TALLEST = { 390: 2_600, 1280: 1_900 };

test.each(SCREENS)('$name', async (screen) => {
  const pictures: { view: View; png: string }[] = [];
  for (const view of VIEWS) pictures.push({ view, png: await take(screen, view) });
  writeFileSync(`${folder}${screen.name}.jpg`, await sheetOf(pictures));
});

async function take(screen: Screen, view: View): Promise<string> {
  const person = people.get(screen.who) as Visitor;
  if (screen.isStale) await forgetProofs(app.db);
  const { page, context, origin, problems } = await enterAs(
    app,
    browser,
    person,
    view,
    screen.locale,
  );
  await page.goto(origin + screen.path);
  await settled(page);
  let last = '';
  for (const name of screen.presses ?? []) {
    last = page.url();
    await press(page, name);
  }
  const isOpen = (await page.locator('dialog[open]').count()) > 0;
  // What a press opens on its page is in sight; a page is taken whole.
  if (last !== page.url() && !isOpen) await showWhole(page, view.width);
  // Hiding the caret takes a style sheet, which the policy refuses.
  const png = await page.screenshot({ caret: 'initial' });
  const meant = screen.isStale ? '403' : screen.path === NOWHERE && '404';
  expect(problems.filter((one) => !(meant && one.includes(meant)))).toEqual([]);
  await context.close();
  return png.toString('base64');
}

/** On a screen as tall as the page, so that bars stand at its edges and not in its middle. */
async function showWhole(page: Page, width: View['width']): Promise<void> {
  const tall = await page.evaluate<number>('document.documentElement.scrollHeight');
  const seen = page.viewportSize()?.height ?? 0;
  await page.setViewportSize({ width, height: Math.min(Math.max(tall, seen), TALLEST[width]) });
  await settled(page);
}

/** Everything has come, also what comes only when somebody reads that far. */
async function settled(page: Page): Promise<void> {
  // Room that is reserved for a part which has not come is empty.
  const coming = page.locator('.skeleton, [style*="min-height"]:empty');
  const done = () => expect.poll(() => coming.count(), { timeout: 120_000 }).toBe(0);
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count(), { timeout: 120_000 }).toBe(0);
  const screens = await page.evaluate<number>('document.body.scrollHeight / innerHeight');
  for (let nth = 1; nth <= screens + 1; nth++) {
    await page.evaluate(`scrollTo(0, ${nth} * innerHeight)`);
    await page.waitForLoadState('networkidle');
  }
  await done();
  await page.evaluate('scrollTo(0, 0)');
}

/** A button, link or tab whose name begins so. */
async function press(page: Page, name: string): Promise<void> {
  const dialog = page.locator('dialog[open]').last();
  const root = (await dialog.count()) > 0 ? dialog : page.locator('body');
  const pattern = new RegExp(`^${name}`);
  await root
    .getByRole('button', { name: pattern })
    .or(root.getByRole('link', { name: pattern }))
    .or(root.getByRole('tab', { name: pattern }))
    .or(root.getByRole('menuitem', { name: pattern }))
    .filter({ visible: true })
    .first()
    .click();
  // A picture may wait for a part that is still on its way; a test could not.
  await page.waitForTimeout(1_000);
  await expect.poll(() => page.locator('.skeleton').count(), { timeout: 120_000 }).toBe(0);
}

async function sheetOf(pictures: { view: View; png: string }[]): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width: 1_400, height: 400 } });
  const page = await context.newPage();
  const images = pictures.map(
    ({ view, png }) =>
      `<img width="${WIDTH_ON_SHEET[view.width]}" src="data:image/png;base64,${png}">`,
  );
  await page.setContent(
    `<body style="margin:12px;display:flex;gap:12px;align-items:start;background:#808a84">
     ${images.join('')}</body>`,
  );
  await page.waitForFunction('[...document.images].every((one) => one.complete)');
  const sheet = await page.screenshot({ type: 'jpeg', quality: 60, fullPage: true });
  await context.close();
  return sheet;
}
