/**
 * A phone and a tablet join by a code, the same number on both screens, and one press, without an
 * e-mail address.
 */
import { expect, test } from 'vitest';
import { enterAs, visit } from '../support/browser.ts';
import { addChild } from '../support/family.ts';
import { personAt } from '../support/person-at.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser, origin } = await appAndBrowser();

test('a tablet becomes Mia’s by a scanned code and one press (CHILD-47)', async () => {
  const anna = await app.signIn('anna@example.com');
  await addChild(anna, { name: 'Mia', age: 8 });
  const phone = await enterAs(app, browser, anna, { width: 390, theme: 'light' });
  const tablet = await visit(browser, origin, { width: 1280, theme: 'dark' });
  await tablet.page.setViewportSize({ width: 820, height: 1180 });
  const [parent, child] = [personAt(phone.page, 'join'), personAt(tablet.page, 'join')];

  await phone.page.goto(`${origin}/settings?page=devices`);
  await parent.press('Mia’s device');
  const code = await phone.page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
  await parent.look('1-code');
  await tablet.page.goto(`${origin}/join#${code?.replaceAll('-', '')}`);
  await child.press('Ask to join');
  await child.sees('If so, this becomes Mia’s device.');
  await child.look('2-waiting');
  const match = (await tablet.page.locator('.join-match').textContent()) as string;
  await parent.sees(new RegExp(`^${match}$`));
  await parent.look('3-compare');
  await parent.press('Yes, let it in');
  await child.sees(/^Hi, Mia/);
  expect(new URL(tablet.page.url()).pathname).toBe('/dashboard');
  // It is the child's for good: nothing on it leads back to the parent.
  expect(await tablet.page.getByRole('button', { name: 'Hand back' }).count()).toBe(0);
  await child.look('4-mias-own');
  await phone.page.getByRole('button', { name: /^Messages/ }).click();
  await parent.sees(/let a device in as Mia’s own/);
  expect([...phone.problems, ...tablet.problems]).toEqual([]);
  await phone.context.close();
  await tablet.context.close();
});

test('recovery codes are shown once and sign in at the page of the link (AUTH-02)', async () => {
  const ben = await app.signIn('ben@example.com');
  const { page, context, problems } = await enterAs(app, browser, ben, {
    width: 390,
    theme: 'dark',
  });
  const person = personAt(page, 'recovery');
  await page.goto(`${origin}/settings?page=account`);
  await person.press('Make ten codes');
  await person.sees('They are shown only this once.');
  await person.look('1-codes');
  const code = (await page.locator('.recovery-codes li').first().textContent()) as string;
  const other = await visit(browser, origin, { width: 1280, theme: 'light' });
  const there = personAt(other.page, 'recovery');
  await other.page.goto(`${origin}/onboarding`);
  await there.sees('Use a recovery code');
  await there.look('2-ways');
  await there.press('Use a recovery code');
  await there.fill('Recovery code', code);
  await there.press('Sign in');
  await other.page.waitForURL(/onboarding-setup|dashboard/);
  expect([...problems, ...other.problems]).toEqual([]);
  for (const one of [context, other.context]) await one.close();
});
