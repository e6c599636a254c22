/**
 * How many presses a parent's most frequent tasks take on a phone, counted from opening the app;
 * what Home shows without scrolling; where Back returns to; and that controls look pressable.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import { openAs } from '../support/browser.ts';
import { readOnTo } from '../support/come-to.ts';
import { addChild, record } from '../support/family.ts';
import { addGoal } from '../support/goals.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const PHONE = { width: 390, theme: 'light' } as const;
const { app, browser } = await appAndBrowser({ at: '2026-03-14T12:00:00Z' });
let anna: Visitor;
let miasPage: string;

/** Three children, three goals, a line in March, and one request in November. */
beforeAll(async () => {
  const march = await app.signIn('anna@example.com');
  const mia = await addChild(march, { age: 8 });
  miasPage = `/children/${mia.id}`;
  await record(march, mia.id, 'bonus', '0.0001', 'A birthday in March');
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  anna = await app.signIn('anna@example.com');
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  await addChild(anna, { name: 'Leo', age: 12 });
  await addChild(anna, { name: 'Ida', age: 16 });
  for (const title of ['A bike', 'A trip', 'A tent']) await addGoal(anna, { title });
  const asked = { childId: mia.id, amount: '0.00001', reason: 'Football boots' };
  await anna.send('POST', '/api/withdrawal-requests', asked);
  await anna.send('PUT', '/api/family/pin', { pin: '2580' });
});

/** A person who has just opened the app; every press is counted. */
async function parent() {
  const { page, context, origin } = await openAs(app, browser, anna, PHONE, '/dashboard');
  const press = async (role: 'button' | 'link', name: string | RegExp) => {
    count += 1;
    await page.getByRole(role, { name }).first().click();
  };
  let count = 0;
  await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
  return { page, context, origin, press, presses: () => count };
}

/** Scrolling is no press; parts further down load on scrolling. */
const readOn = (page: Page) =>
  readOnTo(page, page.getByRole('button', { name: 'Spouse and family' }));

const bottomOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).last().boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

const EUROS = { currency: 'EUR', minorPerBtc: 6_100_000 };

test('Home answers its three questions without scrolling, in at most 2,400 px, with the family’s own money too (DASH-17 DASH-31)', async () => {
  for (const hasRate of [false, true]) {
    if (hasRate) expect((await anna.send('PUT', '/api/family/rate', EUROS)).status).toBe(200);
    const { page, context } = await parent();
    await page.getByRole('button', { name: /^Approve 1,000 sats/ }).waitFor();
    await page.locator('.child-row').nth(2).waitFor();
    expect(await page.getByText('about €0.61').count()).toBe(hasRate ? 1 : 0);
    const bar = (await page.locator('.places').boundingBox())?.y ?? 0;
    for (const answer of ['.ask-pair', '.child-row', '.due-words'])
      expect(await bottomOf(page, answer), answer).toBeLessThanOrEqual(bar);
    await readOn(page);
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollHeight'))
      .toBeLessThanOrEqual(2_400);
    await context.close();
  }
  await anna.send('DELETE', '/api/family/rate');
});

test('a new page starts at the top; Back returns to the row and the control (PLAT-39)', async () => {
  const { page, context, press } = await parent();
  const goals = page.getByRole('link', { name: /^View All Goals/ });
  await goals.scrollIntoViewIfNeeded();
  const privacy = page.getByRole('link', { name: 'Privacy' });
  await privacy.scrollIntoViewIfNeeded();
  // A part still loading would move the row.
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  const before = await page.evaluate<number>('scrollY');
  expect(before).toBeGreaterThan(300);
  await privacy.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
  await page.goBack();
  const isBack = async () => Math.abs((await page.evaluate<number>('scrollY')) - before) < 80;
  await expect.poll(isBack).toBe(true);
  await expect
    .poll(() => page.evaluate<string>('document.activeElement.textContent'))
    .toBe('Privacy');
  await press('link', 'More');
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor();
  expect(await page.locator('.place[aria-current="page"]').textContent()).toBe('More');
  await context.close();
});

test('a child’s page takes at most 2,000 px (CHILD-01)', async () => {
  const { page, context, press } = await parent();
  await press('link', 'Leo, 12');
  await page.getByRole('button', { name: 'Pays without asking Off' }).waitFor();
  await page.getByRole('link', { name: 'A tent' }).waitFor();
  expect(await page.locator('.skeleton').count()).toBe(0);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect(height).toBeLessThanOrEqual(2_000);
  await context.close();
});

test('answering a request takes one press (APPR-05)', async () => {
  const { page, context, press, presses } = await parent();
  await press('button', /^Approve 1,000 sats/);
  await page.getByText(/^Yes Anna/).waitFor();
  expect(presses()).toBe(1);
  await context.close();
});

test('paying a bonus takes at most four presses (TXN-08)', async () => {
  const { page, context, press, presses } = await parent();
  await press('button', 'Add transaction for Mia');
  await page.getByRole('textbox', { name: /^Amount/ }).fill('500');
  await page.getByLabel('Description').fill('Raked the leaves');
  await press('button', 'Add line');
  await page.getByText('Raked the leaves').first().waitFor();
  expect(presses()).toBeLessThanOrEqual(4);
  await context.close();
});

test('a child’s last month takes two presses, an entry of March three (TXN-05)', async () => {
  const { page, context, press, presses } = await parent();
  await press('link', 'Mia, 8');
  await press('link', /^Last month/);
  await page.getByRole('heading', { name: 'Mia, October 2026' }).waitFor();
  expect(presses()).toBe(2);
  await page.goBack();
  // Open the list, choose the month: three, with the press on the child.
  await page.getByLabel('Statement of a month').selectOption('2026-03');
  await page.getByText('A birthday in March').waitFor();
  await context.close();
});

test('inviting the other parent takes three presses', async () => {
  const { page, context, press, presses } = await parent();
  await readOn(page);
  await press('button', 'Spouse and family');
  await press('button', 'Invite Spouse');
  await page.getByLabel('Their e-mail address').fill('ben@example.com');
  await press('button', 'Send Invitation');
  await page.getByText(/You invited/).waitFor();
  expect(presses()).toBe(3);
  await context.close();
});

test('quiet buttons are underlined, rows that lead on have a chevron and are 44 px high', async () => {
  const { page, context, origin } = await parent();
  for (const path of ['/dashboard', '/activity', miasPage, '/family-goals', '/more']) {
    await page.goto(origin + path);
    await page.locator('h1').waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    if (path === '/dashboard') await readOn(page);
    await page.locator('.ledger-line, .ruled-link, .btn').first().waitFor();
    expect(await page.evaluate<string[]>(PLAIN), path).toEqual([]);
    expect(await page.evaluate<string[]>(LOW), path).toEqual([]);
  }
  await context.close();
});

/** Visible controls that look like plain text. */
const PLAIN = `[
  ...[...document.querySelectorAll('.btn-quiet:not(.btn-icon), .why-link, summary')].filter(
    (one) => !getComputedStyle(one).textDecorationLine.includes('underline'),
  ),
  ...[...document.querySelectorAll('.ruled-link')].filter((one) => !one.querySelector('svg')),
].filter((one) => one.checkVisibility()).map((one) => one.outerHTML)`;

/** Controls too low for a thumb. */
const LOW = `[...document.querySelectorAll('.ledger-line, .ruled-link, .child-row, .btn, summary')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9)
  .map((one) => one.outerHTML)`;

/** Last, because Anna's session then only has Mia's book. */
test('handing the tablet over takes two presses (T19)', async () => {
  const { page, context, press, presses } = await parent();
  const hasPin = page.waitForResponse((reply) => reply.url().endsWith('/api/family/pin'));
  await press('link', 'Mia, 8');
  await hasPin;
  await press('button', 'Hand over tablet');
  await page.getByRole('heading', { name: 'Hi, Mia' }).waitFor();
  expect(presses()).toBe(2);
  await context.close();
});
