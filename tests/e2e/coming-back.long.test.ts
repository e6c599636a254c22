/**
 * A child returns to its book: arrivals since the last visit are shown once per child and device, a
 * full goal gets its own screen once, and no sibling's data reaches the browser.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import type { Visitor } from '../support/app.ts';
import { enterAs, expectAccessible, openAs, shot, signInAs } from '../support/browser.ts';
import { joinAsChild, record } from '../support/family.ts';
import { addGoal, contribute, goalFamily } from '../support/goals.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const PHONE = { width: 390, theme: 'light' } as const;
const { app, browser, origin } = await appAndBrowser();
let family: { anna: Visitor; mia: Child; leo: Child };
let mia: Visitor;
let leo: Visitor;
beforeAll(async () => {
  const { mail, ...home } = await goalFamily(app);
  family = home;
  mia = await joinAsChild(app, home.anna, home.mia.id, mail('mia'));
  leo = await joinAsChild(app, home.anna, home.leo.id, mail('leo'));
});

const since = (page: Page) => page.getByRole('region', { name: 'Since last time' });
const openBook = async (page: Page) => {
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('heading', { name: /^Hi, / }).waitFor();
  await page.getByRole('heading', { name: 'My Savings' }).waitFor();
  await page.waitForLoadState('networkidle');
};
/**
 * An open book would show an arrival at once and mark it as seen, so it is left before any gift.
 */
const leaveBook = (page: Page) => page.goto('about:blank');
const give = async (child: Child, sats: string, words: string) => {
  const reply = await record(family.anna, child.id, 'bonus', sats, words);
  expect(reply.status, reply.text).toBe(200);
};

test('what has arrived since the last visit is shown once on each device, at once where the book is open, and to each child its own', async () => {
  const phone = await enterAs(app, browser, mia, PHONE);
  await openBook(phone.page);
  expect(await since(phone.page).count(), 'the first time').toBe(0);
  await leaveBook(phone.page);
  await give(family.mia, '0.00002500', 'From Grandma');
  await give(family.leo, '0.00000700', 'Raked the leaves');
  await openBook(phone.page);
  await since(phone.page).getByText('From Grandma').waitFor();
  expect(await since(phone.page).getByRole('listitem').allTextContents()).toEqual([
    'From Grandma+2,500 sats',
  ]);
  await expectAccessible(phone.page, 'since last time');
  await shot(phone.page, 'since-last-time');
  await openBook(phone.page);
  expect(await since(phone.page).count(), 'once').toBe(0);

  const tablet = await enterAs(app, browser, mia, PHONE);
  await openBook(tablet.page);
  expect(await since(tablet.page).count(), 'a new device knows of no last time').toBe(0);
  await give(family.mia, '0.00000100', 'Tidy room');
  // An open book shows it at once, and not again.
  for (const { page } of [phone, tablet]) {
    await since(page).getByText('Tidy room').waitFor();
    await openBook(page);
    expect(await since(page).count()).toBe(0);
  }

  // Leo reads his own book on the same tablet.
  await leaveBook(tablet.page);
  await tablet.context.clearCookies();
  await signInAs(leo, tablet);
  await openBook(tablet.page);
  expect(await since(tablet.page).count(), 'nobody reads what was new for another').toBe(0);
  await leaveBook(tablet.page);
  await give(family.leo, '0.00000050', 'Dishes');
  await openBook(tablet.page);
  await since(tablet.page).getByText('Dishes').waitFor();
  expect(await since(tablet.page).getByRole('listitem').allTextContents()).toEqual([
    'Dishes+50 sats',
  ]);
  for (const { problems, context } of [phone, tablet]) {
    expect(problems).toEqual([]);
    await context.close();
  }
});

test('its stamp moves for at most 600 ms, and not at all with reduced motion', async () => {
  const { page, context } = await openAs(app, browser, mia, PHONE, '/dashboard');
  await openBook(page);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await leaveBook(page);
    await give(family.mia, '0.00000001', `Moved: ${reducedMotion}`);
    await openBook(page);
    await since(page).waitFor();
    const seconds = await page.evaluate<number>(
      "Number.parseFloat(getComputedStyle(document.querySelector('.stamp-new')).animationDuration)",
    );
    if (reducedMotion === 'reduce') expect(seconds).toBeLessThan(0.001);
    else {
      expect(seconds).toBeGreaterThan(0.1);
      expect(seconds).toBeLessThanOrEqual(0.6);
    }
  }
  await context.close();
});

test('a full goal gets a screen of its own, once, from which the child asks to buy it; it stays in the album', async () => {
  const goal = await addGoal(mia, { title: 'Scooter', targetAmount: '0.00002' });
  const { page, context, problems } = await openAs(app, browser, mia, PHONE, '/family-goals');
  await page.getByText('Scooter').first().waitFor();
  await page.waitForLoadState('networkidle');
  await leaveBook(page);
  const given = await contribute(family.anna, goal.id, {
    ...{ childId: family.mia.id, amount: '0.00002', contributionType: 'savings' },
  });
  expect(given.status, given.text).toBe(200);
  await page.goto(`${origin}/family-goals`);
  const moment = page.getByRole('dialog', { name: 'The card is full: Scooter.' });
  await moment.getByText(/2,000 sats/).waitFor();
  const box = await moment.boundingBox();
  // Except the width of a scrollbar.
  expect(box).toMatchObject({ x: 0, y: 0, height: 844 });
  expect(box?.width).toBeGreaterThanOrEqual(375);
  await expectAccessible(page, 'a full goal');
  await shot(page, 'full-goal');
  await moment.getByRole('button', { name: 'Ask to buy it' }).click();
  await moment.getByText('You asked. Your parents have a message about it.').waitFor();
  await moment.getByRole('button', { name: 'Close' }).last().click();
  await moment.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Scooter').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await moment.count(), 'once').toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('no reply to a child’s browser contains a byte about a sibling, on any of its pages', async () => {
  const { page, context } = await enterAs(app, browser, mia, PHONE);
  const heard: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    heard.push(`${pathname} ${response.status()}`);
    void response.text().then(
      (text) => heard.push(`${pathname} ${text}`),
      () => undefined, // an open stream, or a page that was left
    );
  });
  for (const path of PAGES_OF_A_CHILD) {
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
  }
  expect(heard.length).toBeGreaterThan(PAGES_OF_A_CHILD.length);
  const of = [family.leo.id, 'Hiddenname', 'Raked the leaves', 'Dishes'];
  expect(heard.filter((one) => of.some((word) => one.includes(word)))).toEqual([]);
  expect(heard.filter((one) => / (401|403|5\d\d)$/.test(one))).toEqual([]);
  await context.close();
});

const PAGES_OF_A_CHILD = [
  ...['/dashboard', '/family-goals', '/activity', '/statement', '/year', '/sunday', '/requests'],
  ...['/lessons', '/more', '/privacy', '/settings', '/search?q=a'],
];
