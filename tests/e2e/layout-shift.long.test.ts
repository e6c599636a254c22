/**
 * Pages stay within a layout shift of 0.02 while they load and are scrolled on a slow network; `npm
 * run test:long` adds a fast one, and late replies and fonts. Along the way it checks that amounts
 * in bitcoin have sats next to them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePlayFamily, PLAY_EMAILS } from '#tools/play-family.ts';
import { SEAL_KEY, type Visitor } from '../support/app.ts';
import { enterAs } from '../support/browser.ts';
import { joinAsChild } from '../support/family.ts';
import { watchShifts, worstShift } from '../support/layout-shift.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const MOST = 0.02;

const { app, browser } = await appAndBrowser({ admins: ['operator@example.com'] });
const people = new Map<string, Visitor>();
beforeAll(async () => {
  await makePlayFamily(app.app, app.services, app.clock, SEAL_KEY);
  const anna = await app.signIn(PLAY_EMAILS.parent);
  people.set('visitor', app.visitor());
  people.set('parent', anna);
  people.set('newcomer', await app.signIn('new@example.com'));
  people.set('operator', await app.signIn('operator@example.com'));
  const { children } = (await anna.get('/api/dashboard')).body as {
    children: { id: string; name: string }[];
  };
  for (const { id, name } of children)
    people.set(name, await joinAsChild(app, anna, id, `${name.toLowerCase()}@example.com`));
});

const PUBLIC = ['/', '/how-it-works', '/setup-wizard', '/privacy-security', '/logo-demo'];
const READ = ['/donations', '/blog', '/blog/sats-and-units', '/onboarding', '/nowhere'];
const FAMILY = ['/dashboard', '/family-goals', '/activity', '/statement', '/privacy', '/sunday'];
const VIEWS = [
  '/more',
  '/settings',
  '/settings?page=family',
  '/settings?page=data',
  '/dashboard?view=overview',
  '/dashboard?view=child',
  '/lessons',
];
const WALKS: [who: string, paths: string[]][] = [
  ['visitor', [...PUBLIC, ...READ]],
  ['visitor', ['/demo', '/demo-dashboard', '/demo-goals']],
  ['newcomer', ['/dashboard', '/onboarding-setup', '/invitation']],
  ['parent', [...FAMILY, ...VIEWS]],
  ['operator', ['/admin', '/admin/monitoring', '/admin/backups']],
  ['Mia', [...FAMILY, '/lessons', '/lessons/what-is-bitcoin']],
  ['Ida', FAMILY],
];

type Network = 'fast network' | 'slow network' | 'late answers' | 'late fonts';
const NETWORKS: Network[] = ['fast network', 'slow network', 'late answers', 'late fonts'];

describe.each(NETWORKS)(
  'nothing shifts, and no bitcoin appears without sats: %s (PLAT-07)',
  (how) => {
    test.each(WALKS)('%s on %j', async (who, paths) => {
      for (const path of paths) await walk(who, path, how);
    });
  },
);

async function walk(who: string, path: string, how: Network) {
  const person = people.get(who) as Visitor;
  const view = { width: 390, theme: 'light' } as const;
  const { page, context, origin } = await enterAs(app, browser, person, view);
  await watchShifts(page);
  if (how === 'slow network') await slowDown(page);
  if (how === 'late answers') await late(page, '**/api/**');
  if (how === 'late fonts') await late(page, '**/*.woff2');
  await page.goto(origin + path);
  await settled(page);
  await scrollThrough(page);
  await settled(page);
  const { value, moved } = await worstShift(page);
  const where = `${who} at ${path}, ${how}: ${moved.join(', ')}`;
  expect.soft(value, where).toBeLessThanOrEqual(MOST);
  expect.soft(await page.evaluate(BITCOIN_ALONE), where).toEqual([]);
  await context.close();
}

const BITCOIN_ALONE = `[...document.querySelectorAll('.money')]
  .filter((one) => one.textContent.trim().endsWith('BTC'))
  .map((one) => one.parentElement.parentElement.textContent)
  .filter((text) => !text.includes('sats'))`;

test('on a phone, after a year: Home and Family Overview in 2,400 px, a child’s page in 2,000, even with an open request', async () => {
  const anna = people.get('parent') as Visitor;
  const { children } = (await anna.get('/api/dashboard')).body as { children: { id: string }[] };
  const limits = {
    '/dashboard': 2_400,
    '/dashboard?view=overview': 2_400,
    [`/children/${children[0]?.id}`]: 2_000,
  };
  const view = { width: 390, theme: 'light' } as const;
  const { page, context, origin } = await enterAs(app, browser, anna, view);
  const expectAtMost = async (path: string, most: number) => {
    await page.goto(origin + path);
    await settled(page);
    await scrollThrough(page);
    await settled(page);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height, path).toBeLessThanOrEqual(most);
  };
  for (const [path, most] of Object.entries(limits)) await expectAtMost(path, most);
  const wish = { childId: children[0]?.id, amount: '0.00001', reason: 'A toy' };
  expect((await anna.send('POST', '/api/withdrawal-requests', wish)).status).toBeLessThan(300);
  await expectAtMost(`/children/${children[0]?.id}`, 2_000);
  await context.close();
});

test('two date fields fit side by side on a phone', async () => {
  const anna = people.get('parent') as Visitor;
  const { children } = (await anna.get('/api/dashboard')).body as { children: { id: string }[] };
  const view = { width: 390, theme: 'light' } as const;
  const { page, context, origin } = await enterAs(app, browser, anna, view);
  await page.goto(`${origin}/children/${children[0]?.id}`);
  await page.getByRole('button', { name: /^Pause/ }).click();
  await page.getByLabel('From', { exact: true }).waitFor();
  const rightOf = 'getBoundingClientRect().right';
  const tooWide = await page.evaluate<number[]>(`
    [...document.querySelectorAll('.field .input')]
      .map((one) => one.${rightOf} - one.closest('.field').${rightOf})
      .filter((by) => by > 0.5)`);
  expect(tooWide).toEqual([]);
  await context.close();
});

/** A phone in a village: 400 ms there and back, 100 kB a second. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 100_000,
    uploadThroughput: 50_000,
  });
}

/** How many requests of a page are being held back. */
const held = new Map<Page, number>();

/** Late files could move a page that is already drawn. */
const late = (page: Page, files: string) =>
  page.route(files, async (route) => {
    held.set(page, (held.get(page) ?? 0) + 1);
    await sleep(1_500);
    held.set(page, (held.get(page) ?? 0) - 1);
    await route.continue();
  });

async function settled(page: Page) {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  await page.waitForLoadState('load');
  await expect.poll(() => held.get(page) ?? 0).toBe(0);
}

/**
 * Screen by screen, as a reader would; what loads only when it is near must not shift anything
 * either.
 */
async function scrollThrough(page: Page) {
  for (let screens = 0; screens < 20; screens++) {
    const isEnd = await page.evaluate<boolean>(`new Promise((go) => {
      scrollBy(0, innerHeight * 0.8);
      requestAnimationFrame(() => requestAnimationFrame(() =>
        go(scrollY + innerHeight >= document.documentElement.scrollHeight - 1)));
    })`);
    if (isEnd) return;
  }
}
