/**
 * Every page of the app as everybody who may open it, on the play family's year: accessible in both
 * themes, no wider than a phone, no text cut off at twice the text size or when words are 40 %
 * longer. Each submission runs axe on each page of a parent and of a child of 8 in one theme;
 * `npm run test:long` tests everything.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import type { Visitor } from '../support/app.ts';
import {
  enterAs,
  expectInside,
  expectNoViolation,
  isBrief,
  launch,
  openAs,
  shot,
} from '../support/browser.ts';
import { expectUnclipped } from '../support/clipped.ts';
import { lengthen, speakLengthened } from '../support/lengthened.ts';
import { collectOwnWords, expectRoom } from '../support/long-texts.ts';
import { OPERATOR, playPeople } from '../support/play-people.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser({ admins: [OPERATOR] });
/** A browser with twice the text size. */
let large: Browser;
let people: Map<string, Visitor>;
beforeAll(async () => {
  const letters = '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26';
  large = await launch({ args: [letters] });
  people = await playPeople(app);
});
afterAll(() => large?.close());

const NOBODY = '0190c6e4-1a2b-7c3d-8e4f-00000000dead';
const FAMILY = [
  '/dashboard',
  '/year',
  '/sunday',
  '/family-goals',
  `/family-goals/${NOBODY}`,
  '/activity',
  '/statement',
  '/privacy',
  '/more',
  '/requests',
  `/requests/${NOBODY}`,
];
const SETTINGS = ['family', 'paydays', 'account', 'devices', 'data'].map(
  (place) => `/settings?page=${place}`,
);
const CHILD = [...FAMILY, '/lessons', '/lessons/what-is-bitcoin'];
/** Mia is 8, Leo 12, Ida 16: one in each band. */
const WALKS: [who: string, paths: string[]][] = [
  ['visitor', ['/', '/how-it-works', '/setup-wizard', '/privacy-security', '/logo-demo']],
  ['visitor', ['/encryption-options', '/encryption-demo', '/de/encryption-options']],
  ['parent', ['/encryption-options', '/encryption-demo']],
  ['visitor', ['/donations', '/blog', '/blog/sats-and-units', '/de', '/es/donations']],
  [
    'visitor',
    ['/onboarding', '/auth/verify', '/auth/email', '/privacy', '/coinos-test', '/nowhere'],
  ],
  ['visitor', ['/claim', '/join']],
  ['visitor', ['/demo', '/demo-dashboard', '/demo-goals', '/demo-coverage']],
  ['newcomer', ['/dashboard', '/onboarding-setup', '/invitation', '/family-goals', '/activity']],
  [
    'parent',
    [
      ...FAMILY,
      '/coverage',
      '/lightning-connect',
      '/lightning-config',
      '/lightning-setup',
      '/subscription',
      '/dashboard?view=overview',
      '/dashboard?view=child',
      ...SETTINGS,
      '/lessons',
    ],
  ],
  [
    'spouse',
    [
      `/children/${NOBODY}`,
      '/settings',
      '/settings?page=family',
      '/dashboard',
      '/dashboard?view=overview',
      '/family-goals',
    ],
  ],
  ['operator', ['/admin', '/admin/monitoring', '/admin/backups', '/admin/settings']],
  ['Mia', CHILD],
  ['Leo', CHILD],
  ['Ida', CHILD],
];

test('every URL of the app is visited as somebody', () => {
  const walked = WALKS.flatMap(([, paths]) => paths.map((path) => path.split('?')[0]));
  const missing = PAGES.filter((page) => !walked.some((path) => isAt(path as string, page)));
  // Opening it signs out; first-payday.test.ts covers it.
  expect(missing).toEqual(['/logout']);
});

const isAt = (path: string, page: string) =>
  new RegExp(`^${page.replace(/:\w+/, '[^/]+')}$`).test(path);

const THEMES = ['light', 'dark'] as const;

const seen = WALKS.filter(([who]) => !isBrief || ['parent', 'Mia'].includes(who));

test.each(seen)('every page of %s: %j', async (who, paths) => {
  for (const [nth, path] of paths.entries()) {
    const even = (nth + who.length) % 2 === 0;
    const themes = isBrief ? [even ? THEMES[0] : THEMES[1]] : THEMES;
    for (const theme of themes) await look(who, path, theme);
    if (!isBrief) await lookEnlarged(who, path);
  }
});

async function look(who: string, path: string, theme: 'light' | 'dark') {
  const person = people.get(who) as Visitor;
  const { page, context } = await openAs(app, browser, person, { width: 390, theme }, path);
  await settled(page);
  await expectNoViolation(page, `${who} at ${path}, ${theme}`);
  await expectInside(page, `${who} at ${path}, ${theme}`);
  // Reduced motion is on, so nothing may move.
  const moving = await page.evaluate<string[]>(`document.getAnimations()
    .filter((one) => one.playState === 'running').map((one) => one.effect.target.className)`);
  expect.soft(moving, `${who} at ${path}: moves`).toEqual([]);
  await shot(page, `every-${who}${path.replaceAll(/\W/g, '-')}-${theme}`);
  await context.close();
}

async function lookEnlarged(who: string, path: string) {
  const person = people.get(who) as Visitor;
  const { page, context } = await openAs(app, large, person, { width: 390, theme: 'light' }, path);
  await settled(page);
  await shot(page, `large-${who}${path.replaceAll(/\W/g, '-')}`);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect.soft(wide, `${who} at ${path}, large letters: wider by`).toBeLessThanOrEqual(0);
  await expectUnclipped(page, `${who} at ${path}, large letters`);
  await context.close();
}

/** Everything has loaded, including what loads only on scrolling. */
async function settled(page: Page) {
  const done = async () => {
    await page.locator('h1').first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  };
  await done();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.evaluate(
    'new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))',
  );
  await done();
  await page.evaluate('scrollTo(0, 0)');
}

/** A page, and the presses there in turn; `Escape` closes a dialog. */
const GROWN: [who: string, path: string, presses?: string[]][] = [
  ['parent', '/more'],
  ['parent', '/dashboard', ['Add Child', 'Escape', 'Add transaction for Leo']],
  ['parent', '/requests'],
  ['parent', '/dashboard?view=overview'],
  ['parent', '/dashboard?view=child'],
  [
    'parent',
    '/family-goals',
    ['Create Goal', 'Escape', 'View Details: *', 'Contribute', 'History'],
  ],
  ['parent', '/activity'],
  ['parent', '/privacy'],
  ['parent', '/lessons'],
  ['newcomer', '/onboarding-setup'],
  ['Mia', '/dashboard', ['Ask to Use Savings']],
  ['Leo', '/dashboard', ['Ask to Use Savings', 'Escape', 'Add Transaction']],
  ['Ida', '/dashboard', ['Ask to Use Savings']],
  ['Leo', '/family-goals', ['View Details: *']],
  ['Leo', '/activity'],
  ['Mia', '/lessons'],
  ['Mia', '/lessons/what-is-bitcoin'],
];

test.runIf(!isBrief)(
  'every text is in the catalogue, and still fits when it is 40 % longer',
  async () => {
    for (const [who, path, presses = []] of GROWN) {
      const person = people.get(who) as Visitor;
      const view = { width: 390, theme: 'light' } as const;
      const { page, context, origin } = await enterAs(app, browser, person, view, 'de-DE');
      await speakLengthened(context);
      const own = collectOwnWords(page);
      await page.goto(origin + path);
      await settled(page);
      await expectRoom(page, own, `${who} at ${path}`);
      await shot(page, `grown-${who}${path.replaceAll(/\W/g, '-')}`);
      for (const name of presses) {
        await press(page, name);
        if (name === 'Escape') continue;
        await expectRoom(page, own, `${who} at ${path}, ${name}`);
        await shot(page, `grown-${who}-${name.replaceAll(/\W/g, '-')}`);
      }
      await context.close();
    }
  },
);

/**
 * Presses a button or tab by its English name; `*` matches anything, and children's names are left
 * unchanged.
 */
async function press(page: Page, name: string) {
  if (name === 'Escape') {
    await page.keyboard.press('Escape');
    return page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  const kids = /\b(Mia|Leo|Ida)ø+/g;
  const pattern = new RegExp(`^${lengthen(name).replace(kids, '$1').replace('*', '.*')}`);
  const dialog = page.locator('dialog[open]').last();
  const root = (await dialog.count()) > 0 ? dialog : page.locator('body');
  await root
    .getByRole('button', { name: pattern })
    .or(root.getByRole('tab', { name: pattern }))
    .filter({ visible: true })
    .first()
    .click();
  // The dialog's script may still be loading.
  await page.locator('dialog[open], .menu-list').first().waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
}
