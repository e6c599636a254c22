/** The demo in a real browser: everything works without calling the server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, shot, VIEWS, visit } from '../support/browser.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { browser, origin } = await appAndBrowser();

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const view = (page: Page, name: string) => page.getByRole('radio', { name }).click();
const alert = (page: Page, text: string | RegExp) =>
  page.getByRole('complementary', { name: 'About this demo' }).getByText(text).waitFor();
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();

describe.each(VIEWS)('the demo at $width, $theme', (size) => {
  const look = async (page: Page, what: string) => {
    const name = `demo-${size.width}-${size.theme}-${what}`;
    await expectAccessible(page, name);
    await shot(page, name);
  };

  test('a family tries it, and nothing leaves the browser (DEMO-01 DEMO-02 DEMO-03 DEMO-04 DEMO-05 DEMO-06 DEMO-07 DEMO-09 DEMO-10 T52)', async () => {
    const { page, context, problems, requests } = await visit(browser, origin, size);
    await page.goto(`${origin}/demo`);
    await heading(page, 'Family Bitcoin Dashboard');
    await page.getByText('Demo: sample data').waitFor();
    await look(page, 'parent');

    await press(page, /^Approve all/);
    await alert(page, /the answer would count/);
    await press(page, 'Process Allowances');
    await alert(page, /every allowance due would be recorded/);
    await page.getByRole('region', { name: 'Pay day' }).waitFor();
    await look(page, 'processed');
    await view(page, 'A week later');
    await look(page, 'a-week-later');
    await view(page, 'A year later');
    await heading(page, 'All answered');
    await look(page, 'a-year-later');

    await view(page, 'Child View');
    await heading(page, 'Whose book?');
    await look(page, 'picker');
    await press(page, /Leo/);
    await heading(page, 'Hi, Leo');
    await look(page, 'child');
    await press(page, 'Ask to Use Savings');
    await page.getByRole('dialog').waitFor();
    await look(page, 'ask');
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'See all goals' }).click();
    await heading(page, 'Family Goals');
    await press(page, 'View Details: A red bike');
    await page.getByRole('dialog').getByRole('tab', { name: 'History' }).click();
    await page.getByRole('dialog').getByText('From Allowance').first().waitFor();
    await look(page, 'goal');
    await page.keyboard.press('Escape');
    await look(page, 'goals');

    expect(requests.filter((one) => one.includes('/api/'))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(
      await page.evaluate<string[]>('Object.keys({ ...localStorage, ...sessionStorage })'),
    ).toEqual([]);
    await page.getByRole('link', { name: 'Start your own goals' }).click();
    await page.waitForURL(`${origin}/onboarding`);
    expect(requests.filter((one) => one.includes('/api/'))).toEqual([`GET ${origin}/api/login`]);

    await page.goto(`${origin}/demo-dashboard`);
    await heading(page, 'Family Bitcoin Dashboard');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${origin}/`);
    expect(problems).toEqual([]);
    await context.close();
  });
});
