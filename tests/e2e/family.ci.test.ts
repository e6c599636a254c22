/**
 * A family's own screens in a real browser: a tablet that changes hands (Back, reload, typed URLs
 * and other tabs stay the child's), Family Overview with two adults, and a new e-mail address.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../../testkit/chain/until.ts';
import { expectAccessible, sample, shot, type View, visit } from '../support/browser.ts';
import { signInContext } from '../support/sign-in.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser();

const PHONE: View = { width: 390, theme: 'light' };
const DESK: View = { width: 1280, theme: 'dark' };
const PIN = '2580';

async function call(context: BrowserContext, method: string, path: string, data: object = {}) {
  const headers = { origin: program.origin };
  const reply = await context.request.fetch(program.origin + path, { method, data, headers });
  if (!reply.ok()) throw new Error(`${method} ${path}: ${await reply.text()}`);
  return reply.json();
}

async function family(context: BrowserContext, email: string) {
  await signInContext(context, program, email);
  await call(context, 'PATCH', '/api/auth/user', { firstName: 'Anna' });
  await call(context, 'POST', '/api/family/setup', { children: [] });
  for (const [name, age, amount] of [
    ['Mia', 8, '0.00142300'],
    ['Leo', 15, '0.00077777'],
  ]) {
    const child = { name, age, weeklyAllowance: '0.00002', allowanceDay: 6 };
    const { id: childId } = await call(context, 'POST', '/api/children', child);
    const entry = { childId, type: 'bonus', amount, description: `For ${name}` };
    await call(context, 'POST', '/api/transactions', entry);
  }
}

const isMias = async (page: Page) => {
  await page.getByRole('heading', { name: 'Hi, Mia' }).waitFor();
  const text = await page.innerText('body');
  for (const foreign of ['Leo', '77,777', 'Family Overview', 'Anna', 'Process Allowances'])
    expect(text).not.toContain(foreign);
};

test('a tablet in a child’s hands stays the child’s until the PIN is entered: back, refresh, addresses, tabs (T19)', async () => {
  const { page, context, problems } = await visit(browser, program.origin, PHONE);
  await family(context, 'tablet@example.com');
  const other = await context.newPage();
  await other.goto(`${program.origin}/dashboard`);
  await other.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
  // Browsers render background tabs late, or not at all.
  await page.bringToFront();
  await page.goto(`${program.origin}/dashboard`);
  await page.getByRole('radio', { name: 'Family Overview' }).click();
  await page.getByRole('heading', { name: 'Our family' }).waitFor();
  await page.getByRole('radio', { name: 'Parent View' }).click();
  await page.getByRole('link', { name: /^Mia, / }).click();
  await page.getByRole('button', { name: 'Hand over tablet' }).click();
  await page.getByLabel('Choose a PIN').fill(PIN);
  await expectAccessible(page, 'hand over');
  await shot(page, 'family-hand-over');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await isMias(page);
  await expectAccessible(page, 'handed over');
  await shot(page, 'family-handed-over');
  await page.goBack();
  await isMias(page);
  await page.reload();
  await isMias(page);
  for (const address of ['/dashboard?view=overview', '/dashboard?view=parent', '/invitation']) {
    await page.goto(program.origin + address);
    if (address !== '/invitation') await isMias(page);
    else expect(await page.innerText('body')).not.toContain('Leo');
  }
  // The other tab still shows the parent's page, and notices at its next call at the latest.
  await other.bringToFront();
  await other
    .getByRole('radio', { name: 'Family Overview' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await isMias(other);
  await page.bringToFront();
  await page.goto(`${program.origin}/dashboard`);
  await page.getByRole('button', { name: 'Hand back' }).click();
  await page.getByLabel('Your PIN').fill('0000');
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('That PIN is not right').first().waitFor();
  await expectAccessible(page, 'hand back');
  await shot(page, 'family-hand-back');
  await page.getByLabel('Your PIN').fill(PIN);
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
  // Chromium logs each refused call as an error.
  expect(problems.filter((text) => !/status of 40[034]/.test(text))).toEqual([]);
  await context.close();
});

test.each(sample([PHONE, DESK]))(
  'Family Overview with everybody in it (FAM-02 FAM-06 FAM-22 DASH-09 DASH-15 DASH-38 DASH-39)',
  async (view) => {
    const name = `${view.width}-${view.theme}`;
    const { page, context, problems } = await visit(browser, program.origin, view);
    await family(context, `overview-${name}@example.com`);
    await page.goto(`${program.origin}/dashboard`);
    await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
    await page.getByRole('button', { name: /^Family net worth sharing/ }).waitFor();
    await page.getByRole('button', { name: /^Spouse and family/ }).waitFor();
    await expectAccessible(page, `${name} parent view`);
    await shot(page, `family-${name}-parent`);
    await page.goto(`${program.origin}/settings?page=family`);
    await page.getByRole('button', { name: 'Invite Spouse' }).click();
    await page.getByLabel('Their e-mail address').fill(`ben-${name}@example.com`);
    await expectAccessible(page, `${name} invite`);
    await shot(page, `family-${name}-invite`);
    await page.getByRole('button', { name: 'Send Invitation' }).click();
    await page.getByRole('button', { name: 'Resend Invite' }).waitFor();
    const ben = await browser.newContext();
    await signInContext(ben, program, `ben-${name}@example.com`);
    const invitations = await ben.request.get(`${program.origin}/api/invitations`);
    const [open] = (await invitations.json()) as { id: string }[];
    await call(ben, 'POST', `/api/invitations/${open?.id}/join`);
    await ben.close();
    await page.reload();
    await page.getByRole('button', { name: 'Adjust Net Worth' }).click();
    await page.getByRole('spinbutton').first().fill('30');
    await expectAccessible(page, `${name} adjust`);
    await shot(page, `family-${name}-adjust`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('30%').first().waitFor();
    await page.goto(`${program.origin}/settings?page=account`);
    await page.getByRole('button', { name: 'Change e-mail address' }).click();
    await page.getByLabel('New e-mail address').fill(`new-${name}@example.com`);
    await page.getByRole('button', { name: 'Send both links' }).click();
    await page.getByRole('button', { name: 'Keep the old address' }).waitFor();
    await expectAccessible(page, `${name} overview`);
    await shot(page, `family-${name}-overview`);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('a new address: nothing happens without a press; the second mailbox changes it (T44)', async () => {
  const { page, context, problems } = await visit(browser, program.origin, PHONE);
  await signInContext(context, program, 'before@example.com');
  await call(context, 'POST', '/api/auth/email-change', { email: 'after@example.com' });
  // Both mails are sent at once, in any order; an older link to the first address is already there.
  const mailed = /^Mail to (?:before|after)@example\.com: Confirm /gm;
  await until(() => program.said().match(mailed)?.length === 2);
  for (const [email, title] of [
    ['before@example.com', 'One address is confirmed'],
    ['after@example.com', 'Your address is changed'],
  ] as const) {
    const link = await program.linkFor(email);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Change your address?' }).waitFor();
    expect(page.url()).toBe(`${program.origin}/auth/email`);
    await expectAccessible(page, 'confirm address');
    await shot(page, 'family-confirm');
    await page.getByRole('button', { name: 'Yes, change it' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
  }
  const user = await context.request.get(`${program.origin}/api/auth/user`);
  expect(await user.json()).toMatchObject({ email: 'after@example.com' });
  await page.goto(await program.linkFor('before@example.com'));
  await page.getByRole('button', { name: 'Yes, change it' }).click();
  await page.getByText('Invalid or expired link').first().waitFor();
  expect(problems.filter((text) => !text.includes('status of 401'))).toEqual([]);
  await context.close();
});

test('on a wide screen the header cuts off no letter of the role below a short name (DASH-08)', async () => {
  const { page, context } = await visit(browser, program.origin, DESK);
  await family(context, 'header@example.com');
  await page.goto(`${program.origin}/dashboard`);
  const who = page.locator('.who');
  await who.getByText('Parent', { exact: true }).waitFor();
  // A letter may overflow its box; only what scrolls is cut off.
  const overflow = await page.evaluate("getComputedStyle(document.querySelector('.who')).overflow");
  expect(overflow).toBe('visible');
  await context.close();
});
