/** A child asks in one browser, a parent answers in another, on two instances of the program. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { TestApp, Visitor } from '../support/app.ts';
import { enterAs, expectAccessible, sample, shot, type View } from '../support/browser.ts';
import { addChild, getChild, joinAsChild, record } from '../support/family.ts';
import { twoAppsAndBrowser } from '../support/with-browser.ts';

const { app: first, second, browser } = await twoAppsAndBrowser();

async function openAs(person: Visitor, on: TestApp, view: View) {
  const visited = await enterAs(on, browser, person, view);
  // The stream opens when the page has settled; nothing is pushed before that.
  const stream = visited.page.waitForResponse((reply) => reply.url().endsWith('/api/events'));
  await visited.page.goto(`${visited.origin}/dashboard`);
  await stream;
  return visited;
}

/** A toast closes after a while; its text is also read out, and stays. */
const said = (page: Page, text: string) =>
  page.getByRole('status').getByText(text).first().waitFor({ state: 'attached' });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

const CASES: { age: number; ask: string; amount: string; view: View; kid: View }[] = [
  {
    age: 7,
    ask: 'Ask my grown-ups',
    amount: '2000',
    view: { width: 1280, theme: 'light' },
    kid: { width: 390, theme: 'light' },
  },
  {
    age: 11,
    ask: 'Send request',
    amount: '2000',
    view: { width: 390, theme: 'dark' },
    kid: { width: 390, theme: 'dark' },
  },
  {
    age: 15,
    ask: 'Request withdrawal',
    amount: '2000',
    view: { width: 390, theme: 'light' },
    kid: { width: 1280, theme: 'dark' },
  },
];

describe.each(sample(CASES))('at $age (APPR-05 APPR-06 DASH-17 CHILD-35)', (one) => {
  const look = async (page: Page, what: string) => {
    await expectAccessible(page, `${one.age} ${what}`);
    await shot(page, `requests-${one.age}-${what}`);
  };

  test('asked in one browser, answered in the other, and read in the first, without reloading either', async () => {
    const host = await first.signIn(`host${one.age}@example.com`);
    await host.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
    const { id } = await addChild(host, { age: one.age });
    await record(host, id, 'bonus', '0.0001');
    const kid = await joinAsChild(first, host, id, `kid${one.age}@example.com`);
    const parent = await openAs(host, first, one.view);
    const child = await openAs(kid, second, one.kid);
    const limit = { timeout: 120_000 };

    await press(child.page, 'Ask to Use Savings');
    await child.page.getByLabel(/^(How much\?|Amount)/).fill(one.amount);
    await child.page.getByLabel(/^(What for\?|Why do you need it\?)/).fill('Football boots');
    await look(child.page, 'ask');
    await press(child.page, one.ask);
    await child.page.getByText('Take back').waitFor(limit);
    await look(child.page, 'waiting');

    await parent.page.getByText('One request needs your answer').waitFor(limit);
    await look(parent.page, 'needs-you');
    await press(parent.page, 'Deny 2,000 sats for Mia');
    await look(parent.page, 'deny');
    await press(parent.page, 'Back');
    await press(parent.page, 'Approve 2,000 sats for Mia');
    await parent.page.getByText(/^Yes Anna \d+:\d\d\s[AP]M$/).waitFor(limit);
    await look(parent.page, 'stamp');

    await child.page.getByText(/^Anna said yes/).waitFor(limit);
    await look(child.page, 'answered');
    await press(child.page, 'Add Transaction');
    await child.page.getByLabel('I earned it').waitFor();
    await look(child.page, 'add');
    expect([...parent.problems, ...child.problems]).toEqual([]);
    await parent.context.close();
    await child.context.close();
  });
});

test('a child saves from its spending money; the parent confirms its arrival (APPR-14 APPR-18 APPR-19 APPR-21 APPR-22 DASH-19 CHILD-46 TXN-11)', async () => {
  const host = await first.signIn('saver@example.com');
  await host.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  const { id } = await addChild(host, { age: 11 });
  await record(host, id, 'earned', '0.0001');
  const kid = await joinAsChild(first, host, id, 'saving-kid@example.com');
  const parent = await openAs(host, first, { width: 1280, theme: 'dark' });
  const child = await openAs(kid, second, { width: 390, theme: 'light' });
  const limit = { timeout: 120_000 };
  const save = async (sats: string) => {
    await press(child.page, 'Add Transaction');
    await child.page.getByLabel('I save it').check();
    await child.page.getByLabel('Amount').fill(sats);
    await child.page.getByLabel('Description').fill('For the bike');
    await press(child.page, 'Add line');
  };

  await save('10001');
  await child.page.getByRole('alert').getByText('You don’t have enough for this').waitFor(limit);
  await press(child.page, 'Cancel');
  await child.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await save('600');
  await said(child.page, 'Lightning Payment Required');
  await expectAccessible(child.page, 'child, waiting transfer');
  await shot(child.page, 'transfers-child-waiting');

  await parent.page.getByRole('button', { name: /^Approve 600 sats/ }).waitFor(limit);
  await expectAccessible(parent.page, 'parent, waiting transfer');
  await shot(parent.page, 'transfers-parent-waiting');
  await press(parent.page, /^Approve 600 sats/);
  await said(parent.page, 'Transfer Approved');
  await child.page.getByRole('heading', { name: 'Recently answered' }).waitFor(limit);
  const { savingsBalance, spendingBalance } = await getChild(host, id);
  expect([savingsBalance, spendingBalance]).toEqual(['0.00000600', '0.00009400']);
  // Chromium logs the refusal that the test provoked.
  expect(child.problems).toEqual([expect.stringContaining('409')]);
  expect(parent.problems).toEqual([]);
  await parent.context.close();
  await child.context.close();
});
