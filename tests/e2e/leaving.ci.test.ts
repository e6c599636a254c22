/** Nothing typed is lost without a warning: by closing a sheet, by Back, or by a link. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAs } from '../support/browser.ts';
import { addChild } from '../support/family.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();
const PHONE = { width: 390, theme: 'light' } as const;

/** A parent who reached the dashboard from Activity. */
async function opened(email: string) {
  const anna = await app.signIn(email);
  await addChild(anna, { name: 'Mia', age: 8 });
  const { page, context } = await openAs(app, browser, anna, PHONE, '/more');
  const bar = page.getByRole('link', { name: 'Home' }).filter({ visible: true }).first();
  await bar.click();
  await page.waitForURL('**/dashboard');
  const sheet = page.getByRole('dialog', { name: 'Add a child' });
  const open = async () => {
    await page.getByRole('button', { name: 'Add Child' }).first().click();
    await sheet.waitFor();
  };
  return { page, context, sheet, open };
}

const back = (page: Page) => page.evaluate('history.back()');
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('Escape and Close ask before typed text is lost in a sheet', async () => {
  const { page, context, sheet, open } = await opened('back-asks@example.com');
  await open();
  const name = sheet.getByRole('textbox').first();
  await name.fill('Leo');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => sheet.getByRole('button', { name: 'Close' }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await question(page).getByRole('button', { name: 'Stay here' }).click();
    await question(page).waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Leo');
    expect(pathOf(page)).toBe('/dashboard');
  }
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Leave', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(pathOf(page)).toBe('/dashboard');
  await back(page);
  await page.waitForURL('**/more');
  await context.close();
});

test('text that was saved, or deleted again, causes no warning', async () => {
  const { page, context, sheet, open } = await opened('back-saved@example.com');
  await open();
  const name = sheet.getByRole('textbox').first();
  await name.fill('Leo');
  await name.fill('');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await question(page).count()).toBe(0);
  await context.close();
});

test('a form on a page warns too, before Back and before a link within the app', async () => {
  const anna = await app.signIn('back-form@example.com');
  const { page, context } = await openAs(app, browser, anna, PHONE, '/more');
  await page.goto(`${new URL(page.url()).origin}/onboarding-setup`);
  const name = page.getByRole('textbox').first();
  await name.fill('Leo');
  const link = page
    .locator('a[href="/dashboard"], a[href="/more"]')
    .filter({ visible: true })
    .first();
  for (const leave of [() => back(page), () => link.click()]) {
    await leave();
    await question(page).getByRole('button', { name: 'Stay here' }).click();
    await question(page).waitFor({ state: 'detached' });
    expect([pathOf(page), await name.inputValue()]).toEqual(['/onboarding-setup', 'Leo']);
  }
  await link.click();
  await question(page).getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL(/dashboard|more/);
  await back(page);
  await page.waitForURL('**/onboarding-setup');
  await context.close();
});
