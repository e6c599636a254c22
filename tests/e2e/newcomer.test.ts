/**
 * The path of somebody new: from the home page through the demo to the first child, the first payday, the first
 * request and the first file of a wallet. What it costs is counted in fields and presses, not in time.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, launch, shot, visit } from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';
import { fixture } from '../support/wallet-files.ts';

let program: Program;
let browser: Browser;
beforeAll(async () => {
  [program, browser] = await Promise.all([startProgram(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const EMAIL = 'newcomer@example.com';
const today = () =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'Europe/Berlin' }).format(
    new Date(),
  );

/** A person at a page, whose every field and press counts. */
function personAt(page: Page) {
  const effort = { fields: 0, presses: 0 };
  return {
    effort,
    fill: (label: string | RegExp, text: string) => {
      effort.fields += 1;
      return page.getByLabel(label).first().fill(text);
    },
    press: (name: string | RegExp) => {
      effort.presses += 1;
      return page
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .filter({ visible: true })
        .first()
        .click();
    },
    choose: (name: string) => {
      effort.presses += 1;
      return page.getByRole('radio', { name }).check({ force: true });
    },
    sees: (text: string | RegExp) =>
      page.getByText(text).filter({ visible: true }).first().waitFor(),
    look: async (what: string) => {
      await expectAccessible(page, what);
      await shot(page, `newcomer-${what}`);
    },
  };
}

type Person = ReturnType<typeof personAt>;

test('LAND-01 LAND-14 DEMO-06 AUTH-03 SETUP-02 CHILD-12 APPR-05 TXN-31 somebody new gets to the first payday, request and import', async () => {
  const { page, context, problems } = await visit(browser, program.origin, {
    width: 390,
    theme: 'light',
  });
  const person = personAt(page);
  await demo(page, person);
  person.effort.presses = 0;
  await signUp(page, person);
  await firstChild(page, person);
  expect(person.effort.fields, 'fields from the home page to the first child').toBeLessThanOrEqual(
    6,
  );
  expect(person.effort.presses, 'presses on the way').toBeLessThanOrEqual(6);
  await firstPayday(page, person);
  await firstRequest(page, person);
  await firstImport(page, person);
  expect(problems).toEqual([]);
  await context.close();
});

async function demo(page: Page, { press, sees }: Person) {
  await page.goto(program.origin);
  await press('Try Demo');
  await page.waitForURL('**/demo');
  await sees('Demo: sample data');
  await press('Back to Home');
  await page.waitForURL(`${program.origin}/`);
}

async function signUp(page: Page, { press, fill }: Person) {
  await press('Get Started');
  await page.waitForURL('**/onboarding');
  await press('Continue');
  await fill('E-mail address', EMAIL);
  await press('Send me the link');
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(await program.linkFor(EMAIL));
  await page.waitForURL('**/onboarding-setup');
}

async function firstChild(page: Page, { press, fill, look }: Person) {
  await fill("Child's name", 'Mia');
  await fill(/^\s*Age\s*$/, '9');
  await press('Continue');
  await page.getByRole('heading', { name: 'The first page is written' }).waitFor();
  await press('Go to Dashboard');
  await page.getByRole('heading', { name: /^Mia/ }).waitFor();
  await look('1-first-child');
}

async function firstPayday(page: Page, { press, fill, choose, sees, look }: Person) {
  await press('Open Mia');
  await fill('Weekly allowance', '0.00002');
  await choose(today());
  await press('Save allowance');
  await sees('Allowance settings updated successfully');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await press('Process Allowances');
  await sees('Allowances Processed');
  await look('2-first-payday');
}

async function firstRequest(page: Page, { press, fill, choose, sees, look }: Person) {
  await choose('Child View');
  await page
    .getByRole('heading', { name: 'Hi, Mia' })
    .or(page.getByRole('heading', { name: 'Whose book?' }))
    .waitFor();
  if (await page.getByRole('heading', { name: 'Whose book?' }).isVisible()) await press(/Mia/);
  await press('Ask to Use Savings');
  await fill(/^(How much\?|Amount)/, '500');
  await fill(/^(What for\?|Why do you need it\?)/, 'Football boots');
  await press(/^(Ask my grown-ups|Send request)$/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await sees('Take back');
  await look('3-asked');
  await press('Back');
  await choose('Parent View');
  await press('Approve 500 sats for Mia');
  await sees(/^Yes .*\d\d:\d\d$/);
  await look('4-answered');
}

async function firstImport(page: Page, { press, sees, look }: Person) {
  await press('More for Mia');
  await press('Import CSV');
  const buffer = Buffer.from(fixture('phoenix-new.csv'));
  const file = { name: 'phoenix.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('CSV file').setInputFiles(file);
  await sees('A file of Phoenix');
  await press('Import 2 rows');
  await sees('CSV Import Successful');
  await press('Done');
  await look('5-imported');
}
