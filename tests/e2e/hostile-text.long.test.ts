/**
 * A hundred texts that try to run as code are written into every field of a family, then shown on
 * every page: nothing runs, nothing becomes an element, and the Content-Security-Policy reports
 * nothing.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Goal } from '../../src/features/pocket/goals/contract.ts';
import type { Reply, Visitor } from '../support/app.ts';
import { openAs } from '../support/browser.ts';
import { addChild, joinAsChild, joinAsSpouse, record } from '../support/family.ts';
import { addGoal, contribute } from '../support/goals.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser, origin } = await appAndBrowser();

const AROUND = [
  ['', ''],
  ['"', ''],
  ["'", ''],
  ['</p>', ''],
  ['</title>', ''],
  ['</style>', ''],
  ['</script>', ''],
  ['<!--', '-->'],
  ['{{', '}}'],
  ['${', '}'],
] as const;
const HOSTILE = [
  '<img src=x onerror=alert(43)>',
  '<script>alert(43)</script>',
  '<svg/onload=alert(43)>',
  '<iframe src=javascript:alert(43)>',
  '<a href="javascript:alert(43)">x</a>',
  '<details open ontoggle=alert(43)>',
  '<input autofocus onfocus=alert(43)>',
  '<style onload=alert(43)>*{color:red}',
  '[x](javascript:alert(43))',
  'javascript:alert(43)',
];
const TEXTS = AROUND.flatMap(([before, after]) => HOSTILE.map((text) => before + text + after));

/** The next text that fits; each gets its turn. */
let turn = 0;
function hostile(most = 60): string {
  for (;;) {
    const text = TEXTS[turn++ % TEXTS.length] as string;
    if (text.length <= most) return text;
  }
}

const people: Record<string, Visitor> = {};
const ids = { child: '', goal: '' };

beforeAll(async () => {
  const anna = await app.signIn('anna@example.com');
  const named = (who: Visitor) =>
    who.send('PATCH', '/api/auth/user', { firstName: hostile() }).then(done);
  await named(anna);
  const ben = await joinAsSpouse(app, anna, 'ben@example.com');
  await named(ben);
  const children = [];
  for (let i = 0; i < 5; i++) children.push(await addChild(anna, { name: hostile(), age: 6 + i }));
  const childId = children[0]?.id ?? '';
  ids.child = childId;
  const mia = await joinAsChild(app, anna, childId, 'mia@example.com');
  for (let i = 0; i < TEXTS.length; i++)
    done(await record(anna, childId, 'bonus', '0.001', TEXTS[i]));
  await goalsOf(anna, mia, childId);
  await requestsOf(anna, mia, childId);
  done(
    await anna.send('POST', '/api/transactions/import-csv', {
      childId,
      filename: `${hostile()}.csv`,
      csvContent: walletFile(),
      timeZone: 'UTC',
    }),
  );
  const guest = await app.signIn('guest@example.com');
  done(
    await anna.send('POST', `/api/children/${children[1]?.id}/sign-in`, {
      email: 'guest@example.com',
    }),
  );
  Object.assign(people, { anna, ben, mia, guest, visitor: app.visitor() });
});

/** Titles, descriptions, contributions, and requests with their reasons and answers. */
async function goalsOf(anna: Visitor, mia: Visitor, childId: string) {
  const goals: Goal[] = [];
  for (let i = 0; i < 10; i++)
    goals.push(
      await addGoal(anna, { title: hostile(), description: hostile(), targetAmount: '1' }),
    );
  ids.goal = goals[0]?.id ?? '';
  done(
    await contribute(anna, ids.goal, {
      amount: '0.01',
      contributionType: 'gift',
      description: hostile(),
    }),
  );
  await addGoal(mia, { title: hostile(), description: hostile() });
  for (const [nth, { id }] of goals.slice(0, 4).entries()) {
    const body = { percentage: 10, reason: hostile(), applyTo: 'new_contributions', childId };
    const path = `/api/family-goals/${id}/child-allocation-request`;
    const asked = done(await mia.send('POST', path, body)) as { id: string };
    const no = { approved: false, denialReason: hostile() };
    if (nth < 2) done(await anna.send('POST', `/api/allocations/${asked.id}/approve`, no));
  }
}

async function requestsOf(anna: Visitor, mia: Visitor, childId: string) {
  for (let i = 0; i < 4; i++) {
    const body = { childId, amount: '0.0001', reason: hostile() };
    const asked = done(await mia.send('POST', '/api/withdrawal-requests', body)) as { id: string };
    const no = { approved: false, reason: hostile() };
    if (i < 2) done(await anna.send('PATCH', `/api/requests/${asked.id}`, no));
  }
  done(await record(anna, childId, 'earned', '0.01', hostile()));
  done(
    await mia.send('POST', '/api/transactions', {
      childId,
      type: 'savings_deposit',
      amount: '0.0001',
      description: hostile(),
    }),
  );
}

/** A wallet's file with memos from strangers. */
function walletFile(): string {
  const quoted = () => `"${hostile().replaceAll('"', '""')}"`;
  const rows = Array.from(
    { length: 10 },
    (_, i) => `2026-11-0${(i % 9) + 1}T10:00:0${i}Z,5000000,0,Payment,${quoted()}`,
  );
  return ['Date,Amount Millisatoshi,Fees Millisatoshi,Context,Description', ...rows].join('\r\n');
}

function done(reply: Reply): unknown {
  if (reply.status !== 200) throw new Error(`It was not stored: ${reply.status} ${reply.text}`);
  return reply.body;
}

const FAMILY = ['/dashboard', '/family-goals', '/activity', '/lessons', '/privacy'];
const ADULT = [...FAMILY, '/dashboard?view=overview', '/dashboard?view=child'];
const WALKS: [who: string, paths: () => string[]][] = [
  ['anna', () => [...ADULT, `/statement?child=${ids.child}`, '/onboarding-setup']],
  ['ben', () => ADULT],
  ['mia', () => [...FAMILY, `/statement?child=${ids.child}`]],
  ['guest', () => ['/dashboard', '/invitation']],
  [
    'visitor',
    () => ['/', '/blog', '/onboarding', '/demo', '/auth/verify', '/api/docs', '/donations'],
  ],
];

test.each(WALKS)('hostile texts stay text on every page of %s (T43)', async (who, paths) => {
  const view = { width: 1280, theme: 'light' } as const;
  const { page, context } = await openAs(app, browser, people[who] as Visitor, view, '/robots.txt');
  const reports = await collect(page);
  let shown = 0;
  for (const path of paths()) {
    const served = await page.goto(origin + path);
    await settled(page);
    await openDialogs(page);
    const html = (await served?.text()) ?? '';
    expect(await foreign(page, html.match(/<script/g)?.length ?? 0), path).toEqual([]);
    shown += (await page.evaluate<string>('document.body.innerText')).split('alert(43)').length - 1;
  }
  expect(reports()).toEqual([]);
  // Proves that the texts were really shown.
  if (who !== 'visitor') expect(shown).toBeGreaterThan(who === 'guest' ? 0 : 50);
  await context.close();
});

test('even our own script cannot turn text into HTML, a script or a style (T43)', async () => {
  const view = { width: 390, theme: 'light' } as const;
  const { page, context } = await openAs(app, browser, people.anna as Visitor, view, '/robots.txt');
  const reports = await collect(page);
  await page.goto(`${origin}/dashboard`);
  await settled(page);
  for (const act of [
    "document.body.insertAdjacentHTML('beforeend', '<b>bold</b>')",
    "document.body.append(Object.assign(document.createElement('script'), { text: 'alert(43)' }))",
    "new Worker('/sw.js')",
  ])
    await expect(page.evaluate(act), act).rejects.toThrow('Trusted');
  await expect.poll(() => reports().length).toBeGreaterThan(0);
  await page.evaluate("document.body.setAttribute('style', 'color: red')");
  await expect.poll(() => reports().some((one) => one.startsWith('style-src'))).toBe(true);
  await context.close();
});

/** Collects browser dialogs, and complaints of the policy or the page. */
async function collect(page: Page): Promise<() => string[]> {
  const found: string[] = [];
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    // A child may not open its wallet before its parents have one.
    const isRefusal = message.text().includes('409 (Conflict)');
    if (message.type() === 'error' && !isRefusal) found.push(message.text());
  });
  await page.exposeFunction('reported', (what: string) => found.push(what));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reported(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  return () => found;
}

/** Elements that none of our pages contains, and scripts other than those the server sent. */
const foreign = (page: Page, scripts: number) =>
  page.evaluate<string[]>(`[
    ...[...document.querySelectorAll('iframe, object, embed, base, a[href^="javascript:" i]')],
    ...[...document.querySelectorAll('*')].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith('on'))),
    ...[...document.scripts].slice(${scripts}),
  ].map((one) => one.outerHTML)`);

async function settled(page: Page) {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.waitForLoadState('networkidle').catch(() => undefined);
}

/** Opens all that shows more of the texts. */
async function openDialogs(page: Page) {
  for (const name of [/^View Details/, /^More for/, /^Open /]) {
    const button = page.getByRole('button', { name }).filter({ visible: true }).first();
    if ((await button.count()) === 0) continue;
    await button.click();
    await page.locator('dialog[open], .menu-list').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
}
