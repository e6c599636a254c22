/**
 * Mails follow the language of the page, not of the browser: after choosing German in an English
 * browser, a person gets a German mail; after choosing Spanish while signed in, a Spanish one,
 * whoever requests it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { until } from '../../testkit/chain/until.ts';
import { expectAccessible, setLetters, visit } from '../support/browser.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser();

const EMAIL = 'anna@example.com';

/** The subject of the nth mail, counted from 1. */
async function subjectOf(count: number): Promise<string | undefined> {
  const outbox = join(program.dataDir, 'outbox');
  const mails = () => readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  await until(() => mails().length >= count);
  const newest = mails().sort().at(-1) as string;
  return (await PostalMime.parse(readFileSync(join(outbox, newest)))).subject;
}

test('a mail is in the language chosen on the page', async () => {
  const { page, context, problems } = await visit(browser, program.origin, {
    width: 390,
    theme: 'light',
  });
  await page.goto(`${program.origin}/onboarding`);
  await page.locator('select.language').selectOption('de');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(EMAIL);
  await page.getByRole('button', { name: 'Schick mir den Link' }).click();
  expect(await subjectOf(1)).toBe('Dein Anmeldelink für Satling');
  await page.goto(await program.linkFor(EMAIL));
  await page.waitForURL('**/onboarding-setup');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page, 'setting up in German');
  await setLetters(page, '200%');
  await expectAccessible(page, 'setting up in German, twice as large');
  await setLetters(page, '');
  const told = page.waitForResponse(`${program.origin}/api/auth/language`);
  await page.locator('select.language').selectOption('es');
  expect((await told).status()).toBe(200);
  await page.locator('html[lang=es]').waitFor({ state: 'attached' });
  await context.request.post(`${program.origin}/api/auth/magic-link`, {
    data: { email: EMAIL },
    headers: { origin: program.origin, 'accept-language': 'en-US' },
  });
  expect(await subjectOf(2)).toBe('Tu enlace de acceso a Satling');
  expect(problems).toEqual([]);
  await context.close();
});
