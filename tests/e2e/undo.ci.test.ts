/**
 * Undoing a change: from the in-app message by the other adult, and from the mailed link by its
 * owner, who first has to sign in. Both get the same question and “Is it still you?”.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../../testkit/chain/until.ts';
import { JOBS_KEY, type Visitor } from '../support/app.ts';
import { enterAs, expectAccessible, shot, VIEWS, visit } from '../support/browser.ts';
import { addChild, joinAsSpouse } from '../support/family.ts';
import { forgetProofs } from '../support/proof.ts';
import { queuedMails } from '../support/queue.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser, origin } = await appAndBrowser();

const mails = (email: string) => queuedMails(app.db, JOBS_KEY, email);
const ceilingOf = async (who: Visitor) =>
  ((await who.get('/api/family/ceiling')).body as { amount: number }).amount;
const raise = (who: Visitor) => who.send('PUT', '/api/family/ceiling', { limit: 1_000_000 });

/** The newest mailed code, once it differs from the one before. */
async function codeFor(email: string, before: string | undefined): Promise<string> {
  let code: string | undefined;
  await until(async () => {
    code = await newestCode(email);
    return code !== undefined && code !== before;
  }, `a code for ${email}`);
  return code as string;
}

async function confirm(page: Page, email: string, before: string | undefined) {
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await dialog.getByLabel(/^Code from/).fill(await codeFor(email, before));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

test.each(VIEWS)(
  'a raised limit is undone from its message, and from the mail (T25)',
  async (view) => {
    const name = `${view.width}-${view.theme}`;
    const [anna, tom] = [`anna-${name}@example.com`, `tom-${name}@example.com`];
    const parent = await app.signIn(anna);
    await parent.send('POST', '/api/family/setup', { children: [] });
    await addChild(parent);
    const spouse = await joinAsSpouse(app, parent, tom);
    expect((await raise(parent)).status).toBe(200);
    await forgetProofs(app.db);

    const { page, context, problems } = await enterAs(app, browser, spouse, view);
    await page.goto(`${origin}/settings?page=paydays`);
    await page.getByText(/The new limit applies from .*, payments above 20,000 sats/).waitFor();
    await page.getByText(/The new limit applies from/).scrollIntoViewIfNeeded();
    await shot(page, `undo-${name}-limit`);
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('button', { name: /^Messages/ }).click();
    const messages = page.getByRole('dialog', { name: 'Messages' });
    const card = messages.getByRole('listitem').filter({ hasText: 'daily limit' }).last();
    await card.getByRole('button', { name: 'Undo' }).waitFor();
    await expectAccessible(page, `${name} message`);
    await shot(page, `undo-${name}-message`);
    await card.getByRole('button', { name: 'Undo' }).click();
    const sheet = page.getByRole('alertdialog', { name: 'Undo this change?' });
    await sheet.waitFor();
    await shot(page, `undo-${name}-sheet`);
    const earlier = await newestCode(tom);
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await confirm(page, tom, earlier);
    await card.getByText('Undone', { exact: true }).waitFor();
    await shot(page, `undo-${name}-undone`);
    expect(await ceilingOf(parent)).toBe(20_000);
    expect(problems.filter((text) => !/status of 40[03]/.test(text))).toEqual([]);
    await context.close();

    // Her own session, from the mail, in a browser that is not signed in.
    await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
    expect((await raise(parent)).status).toBe(200);
    const mail = (await mails(anna)).filter(({ text }) => text.includes('undo=')).at(-1);
    const link = /\S+undo=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const own = await visit(browser, origin, view);
    const { pathname, search } = new URL(link);
    await own.page.goto(origin + pathname + search);
    await own.page.waitForURL('**/onboarding');
    await own.page.getByRole('button', { name: 'Continue' }).click();
    await own.page.getByLabel('E-mail address').fill(anna);
    const before = await newestCode(anna);
    await own.page.getByRole('button', { name: 'Send me the link' }).click();
    const code = own.page.getByLabel('Or type the code from the mail');
    await code.fill(await codeFor(anna, before));
    await own.page.getByRole('button', { name: 'Sign in' }).click();
    await own.page.getByRole('alertdialog', { name: 'Undo this change?' }).waitFor();
    await shot(own.page, `undo-${name}-from-mail`);
    await own.page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => ceilingOf(parent)).toBe(20_000);
    await own.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    // Once answered, a reload does not ask again.
    await expect.poll(() => new URL(own.page.url()).search).toBe('?view=overview');
    await own.context.close();
  },
);

const newestCode = async (email: string) =>
  (await mails(email))
    .map(({ text }) => /^\d{4} \d{4}/m.exec(text)?.[0])
    .filter(Boolean)
    .at(-1);
