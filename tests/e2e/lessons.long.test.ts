/**
 * Lessons in a real browser, in each band: tile, text, questions, stamp and back; and a grown-up's
 * preview.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import {
  enterAs,
  expectAccessible,
  openAs,
  sample,
  shot,
  VIEWS,
  type View,
} from '../support/browser.ts';
import { readOnTo } from '../support/come-to.ts';
import { addChild, joinAsChild } from '../support/family.ts';
import { appAndBrowser } from '../support/with-browser.ts';

/** Visits may be counted, by a host that does not answer. */
const { app, browser } = await appAndBrowser({ site: { analyticsUrl: 'http://127.0.0.1:9/' } });
let anna: Visitor;
const BANDS = [
  { band: 'starter', name: 'Mia', age: 7, line: 'You know coins.', choice: 'On many computers' },
  {
    band: 'explorer',
    name: 'Leo',
    age: 11,
    line: 'Most money in the world',
    choice: 'A list of all payments that many computers keep',
  },
  {
    band: 'young',
    name: 'Ida',
    age: 15,
    line: 'A digital file can be copied',
    choice: 'Stopping the same digital coin from being spent twice, without a central party',
  },
] as const;
type Kid = (typeof BANDS)[number] & { id: string; visitor: Visitor };
const kids: Kid[] = [];
beforeAll(async () => {
  anna = await app.signIn('anna@example.com');
  for (const one of BANDS) {
    const { id } = await addChild(anna, { name: one.name, age: one.age });
    const visitor = await joinAsChild(app, anna, id, `${one.name.toLowerCase()}@example.com`);
    kids.push({ ...one, id, visitor });
  }
});

const view = (index: number) => VIEWS[index % VIEWS.length] as View;
const look = async (page: Page, name: string) => {
  await expectAccessible(page, name);
  await shot(page, name);
};

/** From the first page to the questions; the oldest have a single page. */
async function readOn(page: Page) {
  const next = page.getByRole('button', { name: /^(Next|To the questions)$/ });
  while ((await next.count()) > 0) await next.click();
}

/** Tries each choice until there is a stamp or the page asks for whom. */
async function answerAll(page: Page) {
  for (;;) {
    const question = page.locator('.lesson-question');
    const next = question.getByRole('button', { name: /^(Next question|Done)$/ });
    for (const choice of await question.locator('.lesson-choice').all())
      if ((await next.count()) === 0) await choice.click();
    const last = (await next.textContent()) === 'Done';
    await next.click();
    if (last) return;
  }
}

describe.each(sample([0, 1, 2]))('band %i (CHILD-38 CHILD-39)', (index) => {
  test('a child goes from its tile to its stamp and back', async () => {
    const { band, visitor, line, choice } = kids[index] as Kid;
    const { page, context, problems } = await openAs(
      app,
      browser,
      visitor,
      view(index),
      '/dashboard',
    );
    const toTiles = () =>
      band === 'starter'
        ? readOnTo(page, page.getByRole('heading', { name: 'Learn About Bitcoin' }))
        : page.getByRole('button', { name: 'Learn About Bitcoin' }).click();
    await toTiles();
    await page.getByRole('link', { name: /What is Bitcoin\?/ }).click();
    await page.getByRole('heading', { name: 'What is Bitcoin?', level: 1 }).waitFor();
    await page.getByText(line).first().waitFor();
    if (index === 0) await look(page, `${band}-page`);
    await readOn(page);
    const least = band === 'starter' ? 56 : 44;
    for (const button of await page.locator('.lesson-choice').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(least);
    await page.getByRole('button', { name: choice }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Next question' }).waitFor();
    await look(page, `${band}-answered`);
    await page.getByRole('button', { name: 'Next question' }).click();
    await answerAll(page);
    await page.getByRole('heading', { name: 'Here is your stamp.' }).waitFor();
    await shot(page, `${band}-stamp`);
    await page.getByRole('link', { name: 'All lessons' }).click();
    await page.getByRole('link', { name: /What is Bitcoin\?.*Read on/ }).waitFor();
    expect(await page.getByText('1 of 8 stamps').count()).toBe(1);
    await look(page, `${band}-sheet`);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await toTiles();
    const tile = page.getByRole('link', { name: /What is Bitcoin\?.*Stamped/ });
    // Stamps are loaded while the tiles are in view; what loads above may push them down.
    await readOnTo(page, tile);
    if (index === 0) await look(page, `${band}-tiles`);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test('a child whose page is German reads, answers and gets its stamp in German (CHILD-38)', async () => {
  const { id } = await addChild(anna, { name: 'Jonas', age: 7 });
  const jonas = await joinAsChild(app, anna, id, 'jonas@example.com');
  const opened = await openAs(app, browser, jonas, view(0), '/lessons');
  const { page, context, problems, origin } = opened;
  await page.evaluate("localStorage.setItem('satling_language', 'de')");
  await page.goto(`${origin}/lessons`);
  await page.getByRole('link', { name: /Was ist Bitcoin\?/ }).click();
  await page.getByText('Du kennst Münzen.').waitFor();
  expect(await page.locator('.lesson').textContent()).not.toMatch(/\b(the|and|you|of)\b/i);
  for (let turned = 1; turned < 7; turned += 1)
    await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('button', { name: 'Zu den Fragen' }).click();
  await page.getByRole('button', { name: 'Auf vielen Computern' }).click();
  await page.getByText('Viele Computer führen dieselbe Liste.').waitFor();
  await look(page, 'german-answered');
  for (const choice of ['Nächste Frage', 'Niemand', 'Nächste Frage', 'Ein Sat', 'Fertig'])
    await page.getByRole('button', { name: choice }).click();
  await page.getByRole('heading', { name: 'Hier ist dein Stempel.' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a grown-up opens a child’s lesson from Child View; a preview leaves nothing, a yes stamps', async () => {
  const { id } = kids[0] as Kid;
  const { page, context, problems, origin } = await openAs(app, browser, anna, view(1), '/lessons');
  await page.getByRole('link', { name: 'Mia' }).click();
  await page.getByRole('heading', { name: 'Mia’s lessons' }).waitFor();
  await page.getByRole('link', { name: /Saving vs Spending/ }).click();
  await page.getByText('Your book has two pages.').waitFor();
  await readOn(page);
  await answerAll(page);
  await page.getByRole('heading', { name: 'Did you read this with Mia?' }).waitFor();
  await shot(page, 'parent-asked');
  await page.getByRole('button', { name: 'I only had a look' }).click();
  await page.getByRole('link', { name: 'All lessons' }).click();
  await page.getByRole('link', { name: /Saving vs Spending.*3 min/ }).click();
  await page.getByText('Your book has two pages.').waitFor();
  await readOn(page);
  await answerAll(page);
  await page.getByRole('button', { name: 'Yes, stamp it' }).click();
  await page.getByRole('heading', { name: 'Here is your stamp.' }).waitFor();
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('link', { name: /^Mia, / }).click();
  await page.getByRole('button', { name: 'Lessons' }).click();
  await page.getByText(/Read with a grown-up on/).waitFor();
  await look(page, 'parent-dialog');
  const { status } = await anna.get(`/lessons/what-is-bitcoin?child=${id}`);
  expect(status).toBe(200);
  expect(problems).toEqual([]);
  await context.close();
});

test('the way out is labeled; a missing lesson leads back; text at 200 % fits (PLAT-41)', async () => {
  const ida = kids[2] as Kid;
  const { page, context, problems, origin } = await openAs(
    app,
    browser,
    ida.visitor,
    view(0),
    '/lessons/what-is-bitcoin',
  );
  await page.getByRole('link', { name: /Peer-to-Peer Electronic Cash/ }).click();
  await page.getByRole('link', { name: 'Open bitcoin.org' }).waitFor();
  await look(page, 'young-leaving');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await expectAccessible(page, 'a lesson, twice as large');
  await page.goto(`${origin}/lessons`);
  await page.getByRole('link', { name: /What is Bitcoin\?/ }).waitFor();
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await expectAccessible(page, 'the sheet, twice as large');
  await page.evaluate("localStorage.setItem('satling_language', 'de')");
  await page.goto(`${origin}/lessons/keys-and-secrets`);
  await page.getByText('Verbindungsschlüssel (NWC)').waitFor();
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await expectAccessible(page, 'long German words, twice as large');
  await page.evaluate("localStorage.removeItem('satling_language')");
  expect(problems).toEqual([]);
  await page.goto(`${origin}/lessons/no-such-lesson`);
  await page.getByText('There is no such lesson').waitFor();
  // The page reloads once its live connection opens, and has no heading until then.
  await page.waitForLoadState('networkidle');
  await look(page, 'young-none');
  await context.close();
});

/** Tries what a foreign script would, and returns what the page refused. */
const CALL_AWAY = `(async () => {
  const refused = [];
  document.addEventListener('securitypolicyviolation', (e) => refused.push(e.effectiveDirective));
  await fetch('https://tracker.example/').catch(() => undefined);
  await new Promise((onerror) => {
    Object.assign(new Image(), { onerror, src: 'https://tracker.example/' });
  });
  return refused;
})()`;

test('a child’s pages call no other host, and could not (T50)', async () => {
  const { page, context, problems, requests, origin } = await enterAs(
    app,
    browser,
    (kids[0] as Kid).visitor,
    view(0),
  );
  const origins = new Set<string>();
  // Including those of workers.
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('websocket', (socket) => origins.add(new URL(socket.url()).origin));
  const paths = ['dashboard', 'family-goals', 'activity', 'statement', 'privacy', 'lessons'];
  for (const path of [...paths, 'lessons/what-is-bitcoin']) {
    await page.goto(`${origin}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => true)');
  }
  expect([...origins].filter((one) => one !== 'null')).toEqual([origin]);
  expect(requests.filter((line) => line.includes('/api/visits'))).toEqual([]);
  expect(problems).toEqual([]);
  const stopped = await page.evaluate<string[]>(CALL_AWAY);
  expect(stopped.sort()).toEqual(['connect-src', 'img-src']);
  await context.close();
});
