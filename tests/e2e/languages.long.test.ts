/**
 * The home page and the dashboard on a phone in German and Spanish: accessible, without English
 * text; and the browser remembers the choice.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
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
  test('the home page and the dashboard are fully translated', async () => {
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

  test('a reader with an English browser chooses it, on the home page and in the app, and it is remembered', async () => {
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

test('if its catalogue is missing, the app is in English', async () => {
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
  const scripts = new Map(
    globSync('dist/web/assets/*.js').map((file) => [basename(file), readFileSync(file, 'utf8')]),
  );

  /** The script and everything that it may load. */
  function reached(name: string, found = new Set<string>()): Set<string> {
    found.add(name);
    for (const next of scripts.get(name)?.match(/[\w-]+\.js/g) ?? [])
      if (scripts.has(next) && !found.has(next)) reached(next, found);
    return found;
  }

  test.each(['de', 'es'])('the catalogues %s have every text that the code shows', (lang) => {
    const files = globSync(`dist/web/assets/${lang}-*.json`);
    expect(files, 'the app’s, and that of the wizard on public pages').toHaveLength(2);
    const sizes = files.map((file) => {
      const { messages } = JSON.parse(readFileSync(file, 'utf8')) as {
        messages: Record<string, unknown>;
      };
      // Catalogs are separate chunks: the script that names the file, and those it loads.
      const [speak] = [...scripts].find(([, code]) => code.includes(basename(file))) ?? [''];
      const ways = [...scripts.keys()].map((name) => reached(name)).filter((way) => way.has(speak));
      const shown = new Set(
        [...new Set(ways.flatMap((way) => [...way]))].flatMap(
          (name) => scripts.get(name)?.match(/(?<=["'`])[\w-]{6}(?=["'`])/g) ?? [],
        ),
      );
      const wanted = texts.filter(({ name }) => shown.has(name));
      expect(wanted.filter(({ name }) => !(name in messages))).toEqual([]);
      return wanted.length;
    });
    expect(Math.max(...sizes)).toBeGreaterThan(1000);
    expect(Math.min(...sizes)).toBeGreaterThan(50);
  });

  test('no script contains texts of another language', () => {
    const long = texts.filter(({ translation }) => /^[^{<]{40,}$/.test(translation));
    expect(long.length).toBeGreaterThan(100);
    const code = [...scripts.values()].join();
    expect(long.filter(({ translation }) => code.includes(translation))).toEqual([]);
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

/** Every text on the page, and every name for screen readers. */
const SEEN = `[
  ...document.querySelectorAll('body *:not(script):not(style)')
].flatMap((one) => [
  one.getAttribute('aria-label'),
  ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
]).map((text) => (text ?? '').replace(/\\s+/g, ' ').trim()).filter(Boolean)`;

/** English texts that differ in the other language; placeholders match anything. */
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
