/** A goal's life in real browsers: created, contributed to, requested, answered, full, deleted. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Goal } from '../../src/features/pocket/goals/contract.ts';
import type { Visitor } from '../support/app.ts';
import { expectAccessible, openAs, sample, shot, type View } from '../support/browser.ts';
import { drawPng } from '../support/draw-png.ts';
import { getChild } from '../support/family.ts';
import { familyOf } from '../support/goal-pages.ts';
import { request } from '../support/goals.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();

const press = (on: Page | Locator, name: string | RegExp) =>
  on.getByRole('button', { name, exact: typeof name === 'string' }).click();
const reads = (on: Page | Locator, text: string | RegExp) =>
  on.getByText(text).filter({ visible: true }).first().waitFor();
/** A toast is also read out; its text stays at the foot. */
const said = (page: Page, text: string) =>
  page.getByRole('status').getByText(text).first().waitFor({ state: 'attached' });
const dialog = (page: Page) => page.getByRole('dialog').last();

const CASES: (View & { age: number })[] = [
  { width: 390, theme: 'light', age: 8 },
  { width: 390, theme: 'dark', age: 15 },
  { width: 1280, theme: 'light', age: 11 },
  { width: 1280, theme: 'dark', age: 15 },
];

describe.each(sample(CASES))(
  'a goal at $width, $theme, with a child of $age',
  ({ age, ...view }) => {
    const name = `${view.width}-${view.theme}-${age}`;
    const look = async (page: Page, what: string) => {
      await expectAccessible(page, `${name} ${what}`);
      await shot(page, `goals-${name}-${what}`);
    };

    test('from the first idea to the refund (GOAL-02 GOAL-06 GOAL-07 GOAL-08 GOAL-10 GOAL-11 GOAL-12 GOAL-14 GOAL-17 GOAL-72)', async () => {
      const { host, id, kid } = await familyOf(app, age, name);
      const parent = await openAs(app, browser, host, view);
      await create(parent.page, look);
      await allocate(parent.page, look);
      await give(parent.page, '1000', look);

      const child = await openAs(app, browser, kid, view, '/dashboard');
      await ask(child.page, age, look);
      await child.page.goto(`${child.origin}/family-goals`);
      await ownGoal(child.page, look);
      if (age < 10) {
        await reads(child.page, '4 more stamps to go');
        await expectLargeTargets(child.page);
      }

      await parent.page.reload();
      await deny(parent.page, look);
      const bike = await goalOf(host);
      await request(kid, bike.id, { percentage: 10, applyTo: 'entire_savings' });
      await parent.page.reload();
      await approve(parent.page);
      await give(parent.page, '1200');
      await complete(parent.page, host, look);
      await remove(parent.page, look);
      expect(await getChild(host, id)).toMatchObject({
        savingsBalance: '0.00010000',
        goalsBalance: '0.00000000',
      });
      expect([...parent.problems, ...child.problems]).toEqual([]);
      await parent.context.close();
      await child.context.close();
    });
  },
);

const goalOf = async (who: Visitor) => (await who.get('/api/family-goals')).body[0] as Goal;

type Look = (page: Page, what: string) => Promise<void>;

async function create(page: Page, look: Look) {
  await reads(page, 'No Family Goals Yet');
  await look(page, '01-empty');
  await press(page, 'A bike');
  const form = dialog(page);
  await form.getByLabel('Title').fill('');
  await press(form, 'Create Goal');
  for (const words of [
    'Title is required',
    'Clear definition is required',
    'Target amount is required',
  ])
    await reads(form, words);
  await look(page, '02-refused');
  await form.getByLabel('Title').fill('A red bike');
  await form.getByLabel('Clear definition').fill('Twenty inches, with a bell');
  await form.getByLabel('Target amount').fill('5x000');
  const png = { name: 'bike.png', mimeType: 'image/png', buffer: drawPng(1600, 1000) };
  await form.getByLabel('Picture', { exact: false }).first().setInputFiles(png);
  await reads(form, 'Picture chosen.');
  await press(form, 'Create Goal');
  await said(page, 'Goal Created!');
  // The browser has scaled the picture down, preserving its proportions.
  await page.locator('.goal-card img').waitFor();
  const size = await page.evaluate<number[]>(`(async () => {
    const picture = document.querySelector('.goal-card img');
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  })()`);
  expect(size).toEqual([640, 400]);
  await look(page, '03-card');
}

async function allocate(page: Page, look: Look) {
  await press(page, /^Allocate: A red bike/);
  const form = dialog(page);
  await form.getByRole('textbox', { name: 'Percentage' }).fill('0');
  await press(form, 'Allocate');
  await reads(form, 'Percentage must be between 0.1 and 100');
  await form.getByRole('textbox', { name: 'Percentage' }).fill('20');
  await form.getByLabel('All savings, once').check();
  await reads(form, /This takes 2,000.sats now/);
  await look(page, '04-allocate');
  await press(form, 'Allocate');
  await said(page, 'Allocation Created');
  await reads(page, /2,000.sats of 5,000.sats/);
}

async function give(page: Page, amount: string, look?: Look) {
  await press(page, /^View Details: A red bike/);
  const details = dialog(page);
  if (look) await look(page, '05-overview');
  await details.getByRole('tab', { name: 'Contribute' }).click();
  if (look) {
    await press(details, 'Add Contribution');
    await reads(details, 'Amount is required');
    await reads(details, 'Contribution type is required');
    await look(page, '06-contribute');
  }
  await details.getByLabel('Amount', { exact: true }).fill(amount);
  await details.getByLabel('Contribution type').selectOption({ label: 'Gift Money' });
  await press(details, 'Add Contribution');
  await said(page, 'Contribution Added!');
  if (look) {
    await details.getByRole('tab', { name: 'History' }).click();
    await reads(details, 'Gift Money');
    await look(page, '07-history');
    await press(details, 'Close');
  } else await details.waitFor({ state: 'hidden' }); // the full card replaces it
}

async function ask(page: Page, age: number, look: Look) {
  await press(page, /^Contribute to Goal: A red bike/);
  const form = dialog(page);
  await press(form, 'Send request');
  await reads(form, 'Percentage is required');
  await reads(form, 'Please select what to apply the allocation to');
  await reads(form, 'Please explain why you want to contribute (minimum 10 characters)');
  await look(page, '08-ask');
  await form.getByLabel('My savings').check();
  // The youngest choose an amount instead of a percentage.
  if (age < 10) await form.getByRole('radio', { name: /Half/ }).check();
  else await form.getByRole('textbox', { name: 'Percentage' }).fill('5x0');
  await form.getByLabel('Why do you want to help?').fill('I want to ride it too');
  await press(form, 'Send request');
  await said(page, 'Request Sent!');
  await look(page, '09-dashboard');
}

/**
 * A child creates, changes and deletes its own goal without asking; it can end none of the
 * family's.
 */
async function ownGoal(page: Page, look: Look) {
  await press(page, 'Create Goal');
  const form = dialog(page);
  await form.getByLabel('Title').fill('Skates');
  await form.getByLabel('Clear definition').fill('For the ice');
  await form.getByLabel('Target amount').fill('2000');
  await press(form, 'Create Goal');
  await reads(page, 'Other, a personal goal');
  await look(page, '10-own');
  await press(page, /^View Details: A red bike/);
  await reads(dialog(page), 'Still needed');
  expect(await dialog(page).getByRole('button', { name: 'Delete Goal' }).count()).toBe(0);
  await press(dialog(page), 'Close');
  await press(page, /^View Details: Skates/);
  await look(page, '11-own-details');
  await press(page, 'Edit goal');
  await dialog(page).getByLabel('Title').fill('Ice skates');
  await press(dialog(page), 'Save');
  await press(page, /^View Details: Ice skates/);
  await press(page, 'Delete Goal');
  const sure = page.getByRole('alertdialog');
  await reads(sure, /goes back to your savings/);
  await press(sure, 'Delete Goal');
  await said(page, 'Goal Deleted');
  // The list is redrawn a moment after the toast.
  await expect.poll(() => page.getByText('Ice skates').filter({ visible: true }).count()).toBe(0);
}

/** For the youngest, every button is at least 56 pixels high. */
async function expectLargeTargets(page: Page) {
  const low = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('main a, main button, header a.btn')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 56)
      .map((one) => one.outerHTML.slice(0, 120) + one.getBoundingClientRect().height)`);
  expect(await low()).toEqual([]);
  for (const open of [/^View Details/, 'What I asked', 'Create Goal']) {
    await page.getByRole('button', { name: open }).first().click();
    expect(await low()).toEqual([]);
    await press(dialog(page), 'Close');
  }
}

async function deny(page: Page, look: Look) {
  await page.getByRole('button', { name: /^Review Requests/ }).click();
  const panel = dialog(page);
  await reads(panel, 'I want to ride it too');
  await look(page, '12-requests');
  await press(panel, 'Deny');
  await press(panel, 'Deny');
  await reads(panel, 'Please provide a reason for denial');
  await look(page, '13-deny');
  await panel.getByLabel('Why not?').fill('After the holidays');
  await press(panel, 'Deny');
  await said(page, 'Allocation Denied');
  await reads(panel, 'All answered');
  await press(panel, 'Close');
}

async function approve(page: Page) {
  await page.getByRole('button', { name: /^Review Requests/ }).click();
  await reads(dialog(page), /A yes moves 800.sats/);
  await press(dialog(page), 'Approve');
  await said(page, 'Allocation Approved');
  // Closing it before the list is gone would move the button under the pointer.
  await reads(dialog(page), 'All answered');
  await press(dialog(page), 'Close');
}

async function complete(page: Page, host: Visitor, look: Look) {
  await reads(page, 'The card is full: A red bike.');
  await look(page, '14-full');
  // The page reports that the screen was shown; a reload before that would show it again.
  await expect.poll(async () => (await goalOf(host)).fullSeen).toBe(true);
  await page.reload();
  await reads(page, 'Complete');
  await reads(page, 'It is full, so nothing more can be added.');
  expect(await page.getByText('The card is full.').count()).toBe(0);
  await page.getByRole('button', { name: /^Allocate: A red bike/, disabled: true }).waitFor();
  await press(page, /^View Details: A red bike/);
  await page.getByRole('tab', { name: 'Contribute' }).click();
  await reads(dialog(page), 'This goal is complete, so nothing more can be added.');
  await page.getByRole('button', { name: 'Add Contribution', disabled: true }).waitFor();
  await look(page, '15-complete');
  await page.getByRole('tab', { name: 'Overview' }).click();
}

async function remove(page: Page, look: Look) {
  await press(page, 'Delete Goal');
  const sure = page.getByRole('alertdialog');
  await reads(sure, /goes back to their savings/);
  await look(page, '16-delete');
  await press(sure, 'Delete Goal');
  await said(page, 'Goal Deleted');
  await reads(page, 'No Family Goals Yet');
}
