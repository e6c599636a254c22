/**
 * The main tasks without a mouse: the test clicks and focuses nothing itself, the focus is always
 * visible, and closing a dialog returns to what opened it (support/keys.ts).
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit } from '../support/browser.ts';
import { daytime } from '../support/daytime.ts';
import { askForBoots, firstChild, signUp } from '../support/first-steps.ts';
import { type Keys, keysOf } from '../support/keys.ts';
import { signInContext } from '../support/sign-in.ts';
import { fixture } from '../support/wallet-files.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser();
const { timeZone, weekday } = daytime();
const DESK = { width: 1280, theme: 'light' } as const;

test('the main tasks work with the keyboard alone (AUTH-03 CHILD-13 CHILD-12 APPR-05 GOAL-06)', async () => {
  const { page, context, problems } = await visit(browser, program.origin, DESK, { timeZone });
  const keys = keysOf(page);
  await signUp(page, program, 'keys@example.com', keys);
  await firstChild(page, keys);
  await addChild(page, keys);
  await payDay(keys);
  await askAndAnswer(page, keys);
  await makeGoal(page, keys);
  expect(problems).toEqual([]);
  await context.close();
});

async function addChild(page: Page, keys: Keys) {
  const { press, fill, choose, key, sees, closes, standsAt } = keys;
  await press('Add Child');
  await closes();
  await standsAt('Add Child');
  await key('Enter');
  await fill(/^\s*Name\s*$/, 'Leo');
  await fill(/^\s*Age\s*$/, '12');
  await choose('Girl');
  await fill('Weekly allowance', '5000');
  await choose(weekday);
  await press('Open the book');
  await sees('Child account created successfully');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function payDay({ press, sees }: Keys) {
  await press('Process Allowances');
  await sees('Allowances Processed');
}

async function askAndAnswer(page: Page, keys: Keys) {
  const { press, choose, sees } = keys;
  await choose('Child View');
  await page.getByRole('heading', { name: 'Whose book?' }).waitFor();
  await press(/Leo/);
  await askForBoots(page, keys);
  await press('Back');
  await choose('Parent View');
  await press('Approve 500 sats for Leo');
  await sees(/^Yes .*\d+:\d\d\s[AP]M$/);
}

async function makeGoal(page: Page, { press, fill, sees }: Keys) {
  await press('Create Goal');
  await page.waitForURL('**/family-goals');
  await press('Create Goal');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await fill('Title', 'A red bike');
  await fill('Clear definition', 'With a bell');
  await fill('Target amount', '100000');
  await press('Create Goal');
  await dialog.waitFor({ state: 'hidden' });
  await sees('A red bike');
}

test('files, privacy, lessons, choices and the demo work with the keyboard alone (TXN-27 PRIV-26 CHILD-38 DEMO-06)', async () => {
  const { page, context, problems } = await visit(browser, program.origin, DESK);
  const keys = keysOf(page);
  await signInContext(context, program, 'more-keys@example.com');
  await addIda(page);
  await page.goto(`${program.origin}/dashboard`);
  await importFile(page, keys);
  await statement(page, keys);
  await lesson(page, keys);
  await privacy(page, keys);
  await choices(page, keys);
  await demo(page, keys);
  expect(problems).toEqual([]);
  await context.close();
});

async function addIda(page: Page) {
  const { origin } = program;
  const data = { name: 'Ida', age: 15, weeklyAllowance: '0.0001', allowanceDay: 3 };
  const headers = { origin, 'idempotency-key': 'keyboard-adds-ida' };
  const reply = await page.request.post(`${origin}/api/children`, { data, headers });
  expect(reply.status()).toBe(200);
}

async function importFile(page: Page, keys: Keys) {
  const { press, key, sees, closes, standsAt, tabTo } = keys;
  await press(/^Ida, /);
  await press(/^Import CSV/);
  await closes();
  await standsAt(/^Import CSV/);
  await key('Enter');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page.getByLabel('CSV file'), 'the file');
  await key('Space');
  const buffer = Buffer.from(fixture('phoenix-new.csv'));
  await (await chooser).setFiles({ name: 'phoenix.csv', mimeType: 'text/csv', buffer });
  await sees('A file from Phoenix');
  await press('Import 2 rows');
  await sees('CSV Import Successful');
  await press('Done');
  await standsAt(/^Import CSV/);
}

async function statement(page: Page, { press, sees }: Keys) {
  await press('Activity');
  await page.waitForURL('**/activity*');
  await press('Ida’s statement');
  await sees('Satling savings book');
  await press('Previous month');
  await page.waitForURL('**/statement*month=*');
  await press('Next month');
  const download = page.waitForEvent('download');
  await press('Save as CSV');
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await press('Activity');
  await page.waitForURL('**/activity*');
}

async function lesson(page: Page, { press, key, closes, standsAt, standsOn, sees }: Keys) {
  await page.goto(`${program.origin}/lessons`);
  await press('Ida');
  await press(/What is Bitcoin\?/);
  await press(/Peer-to-Peer Electronic Cash/);
  await closes();
  await standsAt(/Peer-to-Peer Electronic Cash/);
  const question = page.locator('.lesson-question');
  for (let last = false; !last; ) {
    const on = question.getByRole('button', { name: /^(Next question|Done)$/ });
    for (const choice of await question.locator('.lesson-choice').allTextContents())
      if ((await on.count()) === 0) await press(choice.trim());
    last = (await question.getByRole('button', { name: 'Done' }).count()) > 0;
    await press(last ? 'Done' : 'Next question');
  }
  const end = page.getByRole('heading', { name: 'Did you read this with Ida?' });
  await standsOn(end, 'the question at the end');
  await press('I only had a look');
  await sees('Nothing was kept.');
  await key('Tab');
  await standsAt('All lessons');
}

async function privacy(page: Page, { press, key, tabTo, closes, standsAt, sees }: Keys) {
  await page.goto(`${program.origin}/privacy`);
  const kept = page.getByRole('switch', { name: /Allow analytics/ });
  await tabTo(kept, 'a setting');
  await key('Space');
  await sees('Privacy Setting Updated');
  expect(await kept.isChecked()).toBe(true);
  await press('Delete All Data');
  await standsAt('Cancel');
  await closes();
  await standsAt('Delete All Data');
}

async function choices(page: Page, { choose, tabTo, key, standsOn, sees }: Keys) {
  await page.goto(`${program.origin}/more`);
  await choose('Dark');
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  const language = page.locator('select.language');
  await tabTo(language, 'the language');
  await key('ArrowDown');
  await sees('Familien\u00adübersicht');
  // The page has reloaded in German with the focus on the choice.
  await standsOn(language, 'the language');
  await key('ArrowUp');
  await sees('Family Overview');
}

async function demo(page: Page, { press, closes, standsAt, sees }: Keys) {
  await page.goto(program.origin);
  await press('Try Demo');
  await page.waitForURL('**/demo');
  await press('Add transaction for Mia');
  await closes();
  await standsAt('Add transaction for Mia');
  await press(/^Approve all/);
  await sees(/the answer would count/);
  await press('Process Allowances');
  await sees('Allowances Processed');
  await press('Back to Home');
  await page.waitForURL(`${program.origin}/`);
}
