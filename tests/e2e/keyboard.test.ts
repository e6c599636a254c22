/**
 * The main tasks without a mouse: everything is reached with Tab, seen to have the focus, and done
 * with Enter, Space and the arrows. Nothing is clicked, and nothing is focused by the test itself.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, visit } from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';

let program: Program;
let browser: Browser;
beforeAll(async () => {
  [program, browser] = await Promise.all([startProgram(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const EMAIL = 'keys@example.com';
/** More stops than any page has: what is not reached by then is not in the order of Tab. */
const STOPS = 120;

type Node = { ownerDocument: { activeElement: unknown }; matches: (selector: string) => boolean };
const isActive = (node: Node) => node === node.ownerDocument.activeElement;
const isSeen = (node: Node) => node.matches(':focus-visible');

function keysOf(page: Page) {
  const key = (name: string) => page.keyboard.press(name);
  const hasFocus = (target: Locator): Promise<boolean> => target.evaluate(isActive);
  const tabTo = async (target: Locator, what: string) => {
    await target.waitFor({ state: 'attached' });
    for (let stop = 0; !(await hasFocus(target)); stop += 1) {
      expect(stop, `${what} is not reached with Tab`).toBeLessThan(STOPS);
      await key('Tab');
    }
    const isShown = await target.evaluate(isSeen);
    expect(isShown, `${what} has the focus, and it is not seen`).toBe(true);
  };
  /** What is behind an open dialog cannot be reached, and must not be. */
  const reachable = async () => {
    const dialog = page.getByRole('dialog');
    return (await dialog.count()) > 0 ? dialog.last() : page.locator('body');
  };
  const named = async (name: string | RegExp) => {
    const root = await reachable();
    return root
      .getByRole('button', { name })
      .or(root.getByRole('link', { name }))
      .filter({ visible: true })
      .first();
  };
  return {
    key,
    press: async (name: string | RegExp) => {
      await tabTo(await named(name), String(name));
      await key('Enter');
    },
    type: async (label: string | RegExp, text: string) => {
      const root = await reachable();
      await tabTo(root.getByLabel(label).filter({ visible: true }).first(), String(label));
      await page.keyboard.type(text);
    },
    /** A group of radios is one stop; the arrows go through it. */
    choose: async (name: string | RegExp) => {
      const wanted = page.getByRole('radio', { name });
      const group = await wanted.getAttribute('name');
      const all = page.locator(`input[type=radio][name="${group}"]`);
      const checked = all.and(page.locator(':checked'));
      await tabTo((await checked.count()) > 0 ? checked : all.first(), `the group of ${name}`);
      const arrow = (await isBefore(all, wanted)) ? 'ArrowLeft' : 'ArrowRight';
      for (let step = 0; !(await hasFocus(wanted)); step += 1) {
        expect(step, `${name} is not reached with the arrows`).toBeLessThan(12);
        await key(arrow);
      }
      if (!(await wanted.isChecked())) await key('Space');
    },
    sees: (text: string | RegExp) =>
      page.getByText(text).filter({ visible: true }).first().waitFor(),
    hasFocus,
    named,
  };
}

/** Whether a radio stands before the one that has the focus. */
async function isBefore(all: Locator, wanted: Locator): Promise<boolean> {
  for (const one of await all.all()) {
    if (await one.evaluate(isActive)) return false;
    if ((await one.getAttribute('value')) === (await wanted.getAttribute('value'))) return true;
  }
  return false;
}

type Keys = ReturnType<typeof keysOf>;

test('AUTH-03 CHILD-13 CHILD-12 APPR-05 GOAL-06 the main tasks are done with the keyboard alone', async () => {
  const { page, context, problems } = await visit(browser, program.origin, {
    width: 1280,
    theme: 'light',
  });
  const keys = keysOf(page);
  await signIn(page, keys);
  await addChild(page, keys);
  await payDay(keys);
  await askAndAnswer(page, keys);
  await makeGoal(page, keys);
  expect(problems).toEqual([]);
  await context.close();
});

async function signIn(page: Page, { press, type, key }: Keys) {
  await page.goto(program.origin);
  await press('Get Started');
  await page.waitForURL('**/onboarding');
  await press('Continue');
  await type('E-mail address', EMAIL);
  await key('Enter');
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(await program.linkFor(EMAIL));
  await page.waitForURL('**/onboarding-setup');
  await type("Child's name", 'Mia');
  await type(/^\s*Age\s*$/, '9');
  await press('Continue');
  await page.getByRole('heading', { name: 'The first page is written' }).waitFor();
  await press('Go to Dashboard');
  await page.getByRole('heading', { name: /^Mia/ }).waitFor();
}

async function addChild(page: Page, { press, type, choose, key, sees, hasFocus, named }: Keys) {
  const dialog = page.getByRole('dialog');
  await press('Add Child');
  await dialog.waitFor();
  await key('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // Who closes a dialog stands where it was opened.
  await expect.poll(async () => hasFocus(await named('Add Child'))).toBe(true);
  await key('Enter');
  await type(/^\s*Name\s*$/, 'Leo');
  await type(/^\s*Age\s*$/, '12');
  await choose('Girl');
  await type('Weekly allowance', '0.00005');
  const today = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'Europe/Berlin' });
  await choose(today.format(new Date()));
  await press('Open the book');
  await sees('Child account created successfully');
  await dialog.waitFor({ state: 'hidden' });
}

async function payDay({ press, sees }: Keys) {
  await press('Process Allowances');
  await sees('Allowances Processed');
}

async function askAndAnswer(page: Page, { press, type, choose, sees }: Keys) {
  await choose('Child View');
  await page.getByRole('heading', { name: 'Whose book?' }).waitFor();
  await press(/Leo/);
  await press('Ask to Use Savings');
  await page.getByRole('dialog').waitFor();
  await type(/^(How much\?|Amount)/, '500');
  await type(/^(What for\?|Why do you need it\?)/, 'Football boots');
  await press(/^(Ask my grown-ups|Send request)$/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await sees('Take back');
  await press('Back');
  await choose('Parent View');
  await press('Approve 500 sats for Leo');
  await sees(/^Yes .*\d\d:\d\d$/);
}

async function makeGoal(page: Page, { press, type, sees }: Keys) {
  await press('Create Goal');
  await page.waitForURL('**/family-goals');
  await press('Create Goal');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await type('Title', 'A red bike');
  await type('Clear definition', 'With a bell');
  await type('Target amount in BTC', '0.001');
  await press('Create Goal');
  await dialog.waitFor({ state: 'hidden' });
  await sees('A red bike');
}
