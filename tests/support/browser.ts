/**
 * Debian's Chromium, and what every page must be: free of errors, accessible, and self-contained.
 */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp, Visitor } from './app.ts';

/**
 * Chromium draws hidden pages for its address bar in every window, at 0.7 s of CPU each. Only the
 * last of these flags applies, so Playwright's are repeated.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
].join();

export type Launch = {
  /** Additional flags of one test. */
  args?: readonly string[];
  /** Restores the usual back/forward cache, which Playwright turns off. */
  keepsPages?: boolean;
};

export const launch = ({ args = [], keepsPages = false }: Launch = {}): Promise<Browser> =>
  chromium.launch({
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    executablePath:
      process.env.CHROMIUM ??
      (['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
        existsSync(path),
      ) as string),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--disable-features=${OFF}`,
      ...args,
    ],
  });

/** @param isPhone scroll bars overlay the page and take no space, as on phones */
export type View = { width: 390 | 1280; theme: 'light' | 'dark'; isPhone?: boolean };
const EVERY_VIEW: View[] = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
];

/** Everyday runs and CI test what pages do; before a release axe looks at them as well. */
export const isBrief = process.env.LOOKS !== 'all';

/** The first in brief runs, else all. */
export const sample = <T>(all: readonly T[]): T[] => (isBrief ? all.slice(0, 1) : [...all]);

export const VIEWS: View[] = sample(EVERY_VIEW);

export type Visit = { page: Page; context: BrowserContext; problems: string[]; requests: string[] };

/** Logged when a page was left while its service worker was loading; harmless. */
const LEFT = 'An unknown error occurred when fetching the script.';

/**
 * A new person's browser. Page errors, failed scripts and requests to other servers are collected.
 */
export async function visit(
  browser: Browser,
  origin: string,
  view: View,
  { locale = 'en-US', timeZone = 'Europe/Berlin' }: { locale?: string; timeZone?: string } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.width === 390 ? 844 : 900 },
    colorScheme: view.theme,
    isMobile: view.isPhone ?? false,
    timezoneId: timeZone,
    locale,
    reducedMotion: 'reduce',
  });
  // For its other tabs and its own calls too.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text() !== LEFT) problems.push(message.text());
  });
  page.on('request', (request) => {
    requests.push(`${request.method()} ${request.url()}`);
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      problems.push(`foreign request: ${request.url()}`);
  });
  return { page, context, problems, requests };
}

/** The browser of a person who is signed in, on a page of a listening program. */
export async function openAs(
  app: TestApp,
  browser: Browser,
  person: Visitor,
  view: View,
  path = '/family-goals',
) {
  const visited = await enterAs(app, browser, person, view);
  await visited.page.goto(visited.origin + path);
  return visited;
}

/** The same before its first page. */
export async function enterAs(
  app: TestApp,
  browser: Browser,
  person: Visitor,
  view: View,
  locale = 'en-US',
) {
  const origin = originOf(app);
  const visited = await visit(browser, origin, view, { locale });
  await signInAs(person, visited);
  return { ...visited, origin };
}

/** Gives a browser the cookies of a person signed in elsewhere. */
export async function signInAs(person: Visitor, { context }: Pick<Visit, 'context'>) {
  const cookie = { domain: 'localhost', path: '/', secure: true };
  await context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, ...cookie })),
  );
}

/** The origin of a listening program. */
export const originOf = ({ app }: TestApp): string =>
  `http://localhost:${(app.server.address() as AddressInfo).port}`;

/**
 * Nothing is wider than the screen, and axe finds nothing (except in everyday runs, see `isBrief`).
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (!isBrief) await expectNoViolation(page, what);
  await expectInside(page, what);
}

/** Nothing is wider than the screen. */
export async function expectInside(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate<string[]>(OUTSIDE);
  expect(wide, `${what}: wider than the screen`).toEqual([]);
}

/** Empty if nothing overflows; otherwise the outermost elements that do. */
const OUTSIDE = `(() => {
  const by = document.documentElement.scrollWidth - innerWidth;
  if (by <= 0) return [];
  const out = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > innerWidth,
  );
  return ['by ' + by, ...out.map((one) => one.tagName + '.' + one.className).slice(0, 8)];
})()`;

/**
 * WCAG 2.2 A and AA by axe. “Legacy” means without looking into frames, which no page may have;
 * it saves opening a second page for each check.
 */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // Only violations are described, which halves the time of a check.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

/** Sets the text size by script, because the policy allows no style sheet. */
export const setLetters = (page: Page, size: '200%' | ''): Promise<unknown> =>
  page.evaluate(`document.documentElement.style.fontSize = '${size}'`);

/** On a phone, the person's name and Logout are in a menu of the header. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.locator('.who-button');
  await button.waitFor({ state: 'attached' });
  if (await button.isVisible()) await button.click();
}

/** A picture for people to look at, when SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS)
    await page.screenshot({
      path: `${process.env.SHOTS}/${name}.png`,
      fullPage: true,
      caret: 'initial', // hiding needs a style sheet, which the policy refuses
    });
}
