/**
 * The guided setup, from Home to a pay day that paid itself: how many presses it takes a parent who
 * has just signed in and has a wallet ready, and that the child gets the sats.
 */
import { afterAll, expect, test } from 'vitest';
import { expectAccessible, openAs, shot, type View } from '../support/browser.ts';
import { readOnTo } from '../support/come-to.ts';
import { addChild, getChild } from '../support/family.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { watchLater } from '../support/payouts.ts';
import { personAt } from '../support/person-at.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const receiver = lab.lightningAddress.split('@')[1] as string;
const { app, browser } = await appAndBrowser({
  // Invoices use the real clock.
  at: new Date().toISOString(),
  chain: { network: 'regtest', server: undefined, hosts: [new URL(lab.relay).host, receiver] },
});

const PHONE: View = { width: 390, theme: 'light' };

test('pay days pay themselves after 8 presses and 2 fields, once a wallet is ready (LN-37 T26)', async () => {
  const anna = await app.signIn('guided@example.com');
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const allowanceDay = app.clock.now.getUTCDay();
  const { id } = await addChild(anna, { age: 11, allowanceDay });
  const { page, context, problems } = await openAs(app, browser, anna, PHONE, '/dashboard');
  const person = personAt(page, 'guided');
  await readOnTo(page, page.getByText('When you have a minute'));
  await person.press('Set up Lightning');
  await person.sees('Let pay days pay themselves');
  await person.fill('Connection string', lab.nwc.spending);
  await person.press('Connect');
  await person.fill('Mia’s Lightning address', `mia@${receiver}`);
  await expectAccessible(page, 'the guided way');
  await shot(page, 'guided-way');
  await person.press('Save addresses');
  await person.press('Choose for Mia');
  await person.choose(/own Lightning address/);
  await person.press('Save plan');
  await person.press('Yes, pay it');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect((await anna.get('/api/family')).body, 'by whom').toMatchObject({
    payAutomatically: false,
  });
  await page.getByRole('switch', { name: /Pay automatically/ }).click();
  person.effort.presses += 1;
  await expect
    .poll(async () => (await anna.get('/api/family')).body)
    .toMatchObject({ payAutomatically: true });
  expect(person.effort).toEqual({ fields: 2, presses: 8 });
  await anna.send('POST', '/api/process-allowances');
  await expect
    .poll(async () => {
      await watchLater(app, 60_000);
      return (await getChild(anna, id)).spendingBalance;
    })
    .toBe('0.00010000');
  expect(problems).toEqual([]);
  await context.close();
});
