/**
 * German and Spanish in a real browser: the home page and the dashboard on a phone, in the
 * reader's language, without a word of English left, accessible; and the choice is kept.
 */
import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { nameOf, textsIn } from '../../scripts/catalogue-texts.ts';
import type { Visitor } from '../support/app.ts';
import { expectAccessible, shot, signInAs, visit } from '../support/browser.ts';
import { addChild, record } from '../support/family.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const PHONE = { width: 390, theme: 'light' } as const;

const { app, browser, origin } = await appAndBrowser();
let parent: Visitor;
beforeAll(async () => {
  parent = await app.signIn('parent@example.com');
  const mia = await addChild(parent, { name: 'Mia', age: 9 });
  await record(parent, mia.id, 'bonus', '0.00123400');
});

async function open(locale: string) {
  const visited = await visit(browser, origin, PHONE, { locale });
  return { ...visited, signIn: () => signInAs(parent, visited) };
}

const CASES = [
  {
    locale: 'de-DE',
    lang: 'de',
    promise: 'Taschengeld, das Bitcoin erklärt.',
    title: 'Bitcoin-Übersicht der Familie',
    choose: 'Deutsch',
  },
  {
    locale: 'es-MX',
    lang: 'es',
    promise: 'La paga que enseña Bitcoin.',
    title: 'Panel de Bitcoin de la familia',
    choose: 'Español',
  },
] as const;

describe.each(CASES)('in $lang', ({ locale, lang, promise, title, choose }) => {
  test('the home page and the dashboard speak it, whole', async () => {
    const { page, context, problems, signIn } = await open(locale);
    await page.goto(origin);
    await page.waitForURL(`${origin}/${lang}`);
    await page.getByRole('heading', { name: promise }).waitFor();
    await expectLanguage(page, lang);
    await shot(page, `home-${lang}`);
    await signIn();
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText('Mia').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectLanguage(page, lang);
    await shot(page, `dashboard-${lang}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('an English browser chooses it, on the home page and in the app, and it is kept', async () => {
    const { page, context, signIn } = await open('en-US');
    await page.goto(origin);
    await page.getByRole('link', { name: choose }).click();
    await page.waitForURL(`${origin}/${lang}`);
    await signIn();
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.goto(`${origin}/more`);
    await page.locator('select.language').selectOption('en');
    await page.getByRole('heading', { name: 'More', exact: true }).waitFor();
    await page.goto(`${origin}/${lang}`);
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL(`${origin}/#en`);
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await context.close();
  });
});

test('without its catalogue the app is there in English', async () => {
  const { page, context, signIn } = await open('de-DE');
  await signIn();
  await context.route(/\/assets\/de-[\w-]+\.json$/, (route) => route.abort());
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('heading', { name: 'Family Bitcoin Dashboard' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  await context.close();
});

describe('the files of the build', () => {
  const texts = textsIn('de').map((text) => ({ ...text, name: nameOf(text.english) }));
  const scripts = globSync('dist/web/assets/*.js').map((file) => readFileSync(file, 'utf8'));
  const shown = new Set(
    scripts.flatMap((code) => code.match(/(?<=["'`])[\w-]{6}(?=["'`])/g) ?? []),
  );

  test.each(['de', 'es'])(
    'the catalogue %s has every text that the code of the app shows',
    (lang) => {
      const files = globSync(`dist/web/assets/${lang}-*.json`);
      expect(files).toHaveLength(1);
      const { messages } = JSON.parse(readFileSync(files[0] as string, 'utf8')) as {
        messages: Record<string, unknown>;
      };
      const wanted = texts.filter(({ name }) => shown.has(name));
      expect(wanted.length).toBeGreaterThan(1000);
      expect(wanted.filter(({ name }) => !(name in messages))).toEqual([]);
    },
  );

  test('no script carries a text of another language', () => {
    const long = texts.filter(({ translation }) => /^[^{<]{40,}$/.test(translation));
    expect(long.length).toBeGreaterThan(100);
    expect(
      long.filter(({ translation }) => scripts.some((code) => code.includes(translation))),
    ).toEqual([]);
  });
});

async function expectLanguage(page: Page, lang: string) {
  expect(await page.evaluate('document.documentElement.lang')).toBe(lang);
  const seen = await page.evaluate<string[]>(SEEN);
  expect(seen.length).toBeGreaterThan(20);
  const english = englishOnly(lang);
  expect(seen.filter((text) => english.some((pattern) => pattern.test(text)))).toEqual([]);
  await expectAccessible(page, lang);
}

/** Every text and every name for screen readers that the page has. */
const SEEN = `[
  ...document.querySelectorAll('body *:not(script):not(style)')
].flatMap((one) => [
  one.getAttribute('aria-label'),
  ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
]).map((text) => (text ?? '').replace(/\\s+/g, ' ').trim()).filter(Boolean)`;

/** The English texts that read otherwise in the other language; places stand for anything. */
function englishOnly(lang: string): RegExp[] {
  const texts = textsIn(lang)
    .filter(({ english, translation }) => english !== translation && /[a-z]{3}/.test(english))
    .map(({ english }) => english)
    .filter((english) => !/plural|<\d/.test(english) && /[A-Za-z]{3,}/.test(bare(english)));
  expect(texts.length).toBeGreaterThan(1000);
  return texts.map(
    (english) =>
      new RegExp(
        `^${english
          .split(/\{\w+\}/)
          .map((part) => part.replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&'))
          .join('.+')}$`,
      ),
  );
}

const bare = (text: string) => text.replaceAll(/\{\w+\}/g, '');
