/**
 * A child's Home on a phone after a year: its length, the order of its cards at each age, and that
 * a gift or a mark does not push the rest down.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import { enterAs, expectAccessible, openAs, shot } from '../support/browser.ts';
import { faintButtons } from '../support/contrast.ts';
import { watchShifts, worstShift } from '../support/layout-shift.ts';
import { playPeople } from '../support/play-people.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const PHONE = { width: 390, theme: 'light' } as const;
const { app, browser } = await appAndBrowser();
let people: Map<string, Visitor>;
beforeAll(async () => {
  people = await playPeople(app);
});

const of = (name: string) => people.get(name) as Visitor;

/** Scrolls to the end and back, because parts further down load on scrolling. */
async function readThrough(page: Page) {
  await page.getByRole('heading', { name: /^(Hi|Hallo|Hola), / }).waitFor();
  for (let screens = 0; screens < 8; screens++) await page.mouse.wheel(0, 600);
  await page.locator('.kid-foot').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('.skeleton, .sapling-room').count()).toBe(0);
}

/** The cards' headings, in the order of a phone. */
const cards = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('.kid-column > .card, .kid-column > .cover')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.querySelector('h2')?.textContent.trim() ?? one.getAttribute('aria-label'))`);

const MONEY = ['My Savings', 'Spending Money', 'Weekly Allowance', 'Family Goals'];
const ORDERS: [name: string, most: number, order: string[]][] = [
  ['Mia', 2_000, [...MONEY, 'My sapling', 'Learn About Bitcoin']],
  ['Leo', 2_400, [...MONEY, 'What I asked', 'More of my book']],
  [
    'Ida',
    2_400,
    [
      ...['Spending Money', 'My Savings', 'Weekly Allowance', 'What I asked'],
      ...['Growth and statements', 'Family Goals', 'More of my book'],
    ],
  ],
];

test.each(ORDERS)(
  'the Home of %s is at most %i px long after a year, in the order for its age',
  async (name, most, order) => {
    const { page, context } = await openAs(app, browser, of(name), PHONE, '/dashboard');
    await readThrough(page);
    expect(await cards(page)).toEqual(order);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeLessThanOrEqual(most);
    await expectAccessible(page, name);
    await shot(page, `child-home-${name}`);
    await context.close();
  },
);

const elsewhere = ['de-DE', 'es-ES'].flatMap((locale) =>
  ORDERS.map(([name, most]) => [name, most, locale] as const),
);
test.each(elsewhere)(
  'the Home of %s is at most %i px long on a phone in %s too',
  async (name, most, locale) => {
    const phone = { ...PHONE, isPhone: true } as const;
    const { page, context, origin } = await enterAs(app, browser, of(name), phone, locale);
    await page.goto(`${origin}/dashboard`);
    await readThrough(page);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(most);
    await context.close();
  },
);

test('at sixteen the limits are on the first screen, and the sapling opens large', async () => {
  const { page, context } = await openAs(app, browser, of('Ida'), PHONE, '/dashboard');
  const limit = page.getByText('My spending limit');
  await limit.waitFor();
  expect((await limit.boundingBox())?.y).toBeLessThan(700);
  await page.getByText('Without asking today').waitFor();
  await page.getByRole('button', { name: 'My sapling' }).click();
  await page
    .getByRole('dialog', { name: 'My sapling' })
    .getByText('A seed in the ground.')
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pay or receive' }).click();
  await page.getByRole('dialog', { name: 'Ida’s Lightning' }).waitFor();
  await context.close();
});

test('a child chooses the color of its book: its parents see it, and all words have enough contrast on all eight', async () => {
  const { page, context } = await openAs(app, browser, of('Leo'), PHONE, '/dashboard');
  await page.getByRole('button', { name: 'Choose your picture' }).click();
  const colors = page.getByRole('region', { name: 'The color of the book' });
  for (const name of COLORS) {
    await colors.getByRole('button', { name }).click();
    await page.locator(`.shell[data-cover="${await coverOf(page, name)}"] .kid`).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faintButtons(page), `${name}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.keyboard.press('Escape');
  await shot(page, 'child-cover');
  await context.close();
  const home = await openAs(app, browser, of('parent'), PHONE, '/dashboard');
  await home.page.locator('.child-row-spine[data-cover="clay"]').waitFor();
  expect(await home.page.locator('.child-row-spine[data-cover="evergreen"]').count()).toBe(2);
  await home.context.close();
});

/** The parents see the last one. */
const COLORS = [
  'Lagoon',
  'Ocean blue',
  'Night blue',
  'Violet',
  'Berry',
  'Cocoa',
  'Evergreen',
  'Clay',
];
const coverOf = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).getAttribute('data-cover');

test('an unread mark is there at the first paint: nothing shifts', async () => {
  const lines = (await of('Mia').get('/api/transactions/recent')).body as { id: string }[];
  const reply = await of('parent').send('POST', `/api/transactions/${lines[0]?.id}/mark`, {
    mark: 'star',
  });
  expect(reply.status, reply.text).toBe(200);
  const { page, context, origin } = await enterAs(app, browser, of('Mia'), PHONE);
  await watchShifts(page);
  await page.route('**/api/messages', async (route) => {
    await sleep(1_500);
    await route.continue();
  });
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('region', { name: 'Something for you' }).waitFor();
  await readThrough(page);
  const { value, moved } = await worstShift(page);
  expect(value, moved.join()).toBeLessThanOrEqual(0.02);
  await context.close();
});
