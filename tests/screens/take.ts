/** Pictures of one screen at 390 and 1280 px, light and dark, side by side on one sheet. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp, Visitor } from '../support/app.ts';
import { enterAs } from '../support/browser.ts';
import { forgetProofs } from '../support/proof.ts';
import { NOWHERE, type Screen } from './screens.ts';

const folder = fileURLToPath(new URL('../../.cache/screens/', import.meta.url));

const WIDTHS = [390, 1280] as const;
const THEMES = ['light', 'dark'] as const;
type Width = (typeof WIDTHS)[number];
type Picture = { width: Width; png: string };

/** The width of a phone's picture and of a desktop's on the sheet. */
const WIDTH_ON_SHEET = { 390: 210, 1280: 460 };
/** Longer pages are cut off: other sheets show the rest. */
const TALLEST = { 390: 2_600, 1280: 1_900 };

type World = { app: TestApp; browser: Browser };

/**
 * The large pictures go to the folder named by SHOTS. @param enter the viewer: another person each
 * time if a press changes something
 */
export async function takeSheet(world: World, screen: Screen, enter: () => Promise<Visitor>) {
  const pictures: Picture[] = [];
  for (const width of WIDTHS) pictures.push(...(await take(world, screen, await enter(), width)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${screen.name}.jpg`, await sheetOf(world.browser, pictures));
}

async function take({ app, browser }: World, screen: Screen, person: Visitor, width: Width) {
  if (screen.isStale) await forgetProofs(app.db);
  const { page, context, origin, problems } = await enterAs(
    app,
    browser,
    person,
    { width, theme: 'light', isPhone: width === 390 },
    screen.locale,
  );
  if (screen.lacksCrypto) await page.addInitScript(PLAIN_HTTP);
  if (screen.hasPasskeys) await page.addInitScript(WITH_PASSKEYS);
  await page.goto(origin + screen.path);
  await settled(page);
  let last = '';
  for (const step of screen.presses ?? []) {
    last = page.url();
    if (typeof step === 'string') await press(page, step);
    else await fill(page, ...step);
  }
  const isOpen = (await page.locator('dialog[open]').count()) > 0;
  // A press's result is already in view; a page is taken whole.
  if (!isOpen && (screen.isWhole || last !== page.url())) await showWhole(page, width);
  const pictures: Picture[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    // Hiding the caret would need a style sheet, which the policy refuses.
    const png = await page.screenshot({ caret: 'initial' });
    const file = `${process.env.SHOTS}/${screen.name}-${width}-${colorScheme}.png`;
    if (process.env.SHOTS) writeFileSync(file, png);
    pictures.push({ width, png: png.toString('base64') });
  }
  const meant = screen.isStale ? '403' : screen.path === NOWHERE && '404';
  expect(problems.filter((one) => !(meant && one.includes(meant)))).toEqual([]);
  await context.close();
  return pictures;
}

/** Removes what browsers withhold over http from another machine. */
const PLAIN_HTTP = `
  Object.defineProperty(window, 'isSecureContext', { value: false });
  Object.defineProperty(crypto, 'subtle', { value: undefined });`;

const WITH_PASSKEYS = `PublicKeyCredential.getClientCapabilities =
  () => Promise.resolve({ 'extension:prf': true });`;

/** On a screen as tall as the page: bars are then at its edges, not in the middle. */
async function showWhole(page: Page, width: Width): Promise<void> {
  const tall = await page.evaluate<number>('document.documentElement.scrollHeight');
  const seen = page.viewportSize()?.height ?? 0;
  await page.setViewportSize({ width, height: Math.min(Math.max(tall, seen), TALLEST[width]) });
  await settled(page);
}

/** Everything has loaded, including what loads only on scrolling. */
async function settled(page: Page): Promise<void> {
  // Space reserved for a part that has not loaded is empty.
  const coming = page.locator('.skeleton, [style*="min-height"]:empty');
  const remaining = async () => {
    await page.evaluate(`document.querySelector('[style*="min-height"]:empty')?.scrollIntoView()`);
    return coming.count();
  };
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  const screens = await page.evaluate<number>('document.body.scrollHeight / innerHeight');
  for (let nth = 1; nth <= screens + 1; nth++) {
    await page.evaluate(`scrollTo(0, ${nth} * innerHeight)`);
    await page.waitForLoadState('networkidle');
  }
  // The page grew while loading: parts may be below the last stop.
  await expect.poll(remaining).toBe(0);
  await page.evaluate('scrollTo(0, 0)');
}

/** Presses something whose name begins like this. */
async function press(page: Page, name: string): Promise<void> {
  const root = await topmost(page);
  const pattern = new RegExp(`^${name}`);
  await root
    .getByRole('button', { name: pattern })
    .or(root.getByRole('link', { name: pattern }))
    .or(root.getByRole('tab', { name: pattern }))
    .or(root.getByRole('menuitem', { name: pattern }))
    .or(root.getByRole('switch', { name: pattern }))
    .or(root.getByRole('radio', { name: pattern }))
    .or(root.locator('summary').filter({ hasText: pattern }))
    .filter({ visible: true })
    .first()
    .click();
  // A picture may simply wait for a part that is still loading; a test could not.
  await page.waitForTimeout(1_000);
  await ready(page);
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  const root = await topmost(page);
  await root
    .getByLabel(new RegExp(`^${label}`))
    .last()
    .fill(text);
  await ready(page);
}

/** Nothing is being loaded, checked or sent, except behind a question. */
async function ready(page: Page): Promise<void> {
  const busy = (await topmost(page)).locator('.skeleton, [aria-busy="true"]');
  await expect.poll(() => busy.count()).toBe(0);
}

/** The topmost dialog, or the page. */
async function topmost(page: Page) {
  const dialog = page.locator('dialog[open]').last();
  return (await dialog.count()) > 0 ? dialog : page.locator('body');
}

async function sheetOf(browser: Browser, pictures: Picture[]) {
  const context = await browser.newContext({ viewport: { width: 1_400, height: 400 } });
  const page = await context.newPage();
  const images = pictures.map(
    ({ width, png }) => `<img width="${WIDTH_ON_SHEET[width]}" src="data:image/png;base64,${png}">`,
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
