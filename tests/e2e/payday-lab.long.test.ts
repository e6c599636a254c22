/**
 * On the lab's nodes and chain: a pay day that pays one child over Lightning at once, and another
 * only after a parent has corrected its address; a vault day for two children; and a gift to a
 * child's Lightning address.
 */
import { afterAll, expect, test } from 'vitest';
import { invoiceUrl, readOfferedInvoice, readPayRequest } from '#core/lightning/lnurl-pay.ts';
import { SYNC_EVERY_S } from '#features/money/wallet/children/contract.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import type { Payout } from '../../src/features/money/lightning/payouts/contract.ts';
import { watchLightning } from '../../src/features/money/lightning/watch.ts';
import type { VaultDay } from '../../src/features/money/wallet/vault-days/contract.ts';
import { press as control } from '../../testkit/control.ts';
import { expectAccessible, openAs, shot, type View } from '../support/browser.ts';
import { openLine, readOnTo } from '../support/come-to.ts';
import { addChild, getChild } from '../support/family.ts';
import { addGoal, getGoal } from '../support/goals.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { payoutsOf, saveAddresses, setPayoutPlan, watchLater } from '../support/payouts.ts';
import { collectingHome } from '../support/vault-days.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const receiver = lab.lightningAddress.split('@')[1] as string;
const { app, browser } = await appAndBrowser({
  // Invoices and wallets use the real clock.
  at: new Date().toISOString(),
  chain: {
    network: 'regtest',
    server: readChainServer(`tcp://${lab.electrum}`),
    hosts: [new URL(lab.relay).host, receiver],
  },
  // Lightning addresses need a public host name.
  publicUrl: 'https://book.satling.org',
});

const VIEW: View = { width: 390, theme: 'light' };
const MINUTES_MS = 120_000;

test('a pay day pays two children: one at once; the other is owed, shown as such, and paid later (T26 T28)', async () => {
  const host = await app.signIn('payday-lab@example.com');
  await host.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const allowanceDay = app.clock.now.getUTCDay();
  const { id: mia } = await addChild(host, { age: 11, allowanceDay });
  const { id: leo } = await addChild(host, { name: 'Leo', age: 12, allowanceDay });
  const nowhere = 'leo@nobody.invalid';
  await saveAddresses(host, { [mia]: `mia@${receiver}`, [leo]: nowhere });
  const token = lab.nwc.spending;
  await host.send('POST', '/api/lightning/connect', { type: 'nwc', purpose: 'spend', token });
  expect((await setPayoutPlan(host, leo, 'lightning', nowhere)).status).toBe(200);

  const path = `/children/${mia}`;
  const { page, context, origin, problems } = await openAs(app, browser, host, VIEW, path);
  const look = async (what: string) => {
    await expectAccessible(page, `a pay day that pays, ${what}`);
    await shot(page, `payday-lab-${what}`);
  };
  await page.getByRole('button', { name: /^After pay day/ }).click();
  const dialog = page.getByRole('dialog', { name: 'After Mia’s pay day' });
  await dialog.getByRole('radio', { name: /own Lightning address/ }).check();
  await look('plan');
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  const question = page.getByRole('alertdialog', { name: 'Pay Mia on each pay day?' });
  await question.getByText(`mia@${receiver}`).waitFor();
  await look('asked');
  await question.getByRole('button', { name: 'Yes, pay it' }).click();
  await question.waitFor({ state: 'detached' });

  await host.send('POST', '/api/process-allowances');
  await watchLater(app, MINUTES_MS);
  const states = (rows: readonly Payout[]) =>
    Object.fromEntries(rows.map(({ childName, state }) => [childName, state]));
  await expect
    .poll(async () => {
      await watchLater(app, 5_000);
      return states(await payoutsOf(host));
    })
    .toEqual({ Mia: 'paid', Leo: 'owed' });
  expect((await getChild(host, mia)).spendingBalance).toBe('0.00010000');
  expect((await getChild(host, leo)).spendingBalance).toBe('0.00000000');

  await page.goto(`${origin}/dashboard`);
  await page.getByRole('heading', { name: '1 pay day to pay out' }).waitFor();
  await look('home');
  await page.goto(`${origin}/dashboard?view=child&child=${leo}`);
  await readOnTo(page, page.getByText(/^10,000 sats owed to you since/));
  await look('child');

  await saveAddresses(host, { [mia]: `mia@${receiver}`, [leo]: `leo@${receiver}` });
  await page.goto(`${origin}/lightning-config`);
  await page.getByText(/Owed since/).waitFor();
  await look('owed');
  await page.getByRole('button', { name: 'Pay it' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Pay 1 pay day?' });
  await sure.getByText(`leo@${receiver}`).waitFor();
  await look('sure');
  await sure.getByRole('button', { name: 'Pay now' }).click();
  await sure.waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      await watchLater(app, 5_000);
      return states(await payoutsOf(host));
    })
    .toEqual({ Mia: 'paid', Leo: 'paid' });
  await page.reload();
  const settleUp = page.getByRole('region', { name: 'Settle up' });
  await settleUp
    .getByText(/Paid over Lightning/)
    .first()
    .waitFor();
  await look('paid');
  await settleUp.getByRole('button', { name: 'Receipt' }).first().click();
  await page.getByRole('dialog', { name: 'Receipt' }).getByText('Preimage').waitFor();
  await look('receipt');
  expect((await getChild(host, leo)).spendingBalance).toBe('0.00010000');
  expect(problems).toEqual([]);
  await context.close();
});

test('a grandparent pays to the child’s Lightning address, and a parent assigns it to the bike (T26)', async () => {
  const host = await app.signIn('gift-lab@example.com');
  const { id } = await addChild(host, { age: 11 });
  const bike = await addGoal(host);
  await host.send('POST', '/api/lightning/connect', { type: 'nwc', token: lab.nwc.receiveOnly });
  const path = `/dashboard?view=child&child=${id}`;
  const { page, context, origin, problems } = await openAs(app, browser, host, VIEW, path);
  const look = async (what: string) => {
    await expectAccessible(page, `a gift, ${what}`);
    await shot(page, `gift-lab-${what}`);
  };

  const panel = await openLine(page, 'Lightning');
  await panel.getByRole('button', { name: 'Open Lightning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mia’s Lightning' });
  await dialog.getByRole('tab', { name: 'Address' }).click();
  await look('off');
  await dialog.getByRole('button', { name: 'Turn the address on' }).click();
  await dialog.getByRole('img', { name: 'QR code of the address' }).waitFor();
  await look('on');
  const address = (await dialog.getByText(/@book\.satling\.org$/).textContent()) ?? '';

  await payGift(origin, address.split('@')[0] as string, 5_000n);
  await expect
    .poll(async () => {
      app.clock.advance(5_000);
      await watchLightning(app.services);
      return ((await host.get('/api/lightning/gifts')).body as object[]).length;
    })
    .toBe(1);
  expect(await getGoal(host, bike.id)).toMatchObject({ currentAmount: '0.00000000' });
  await page.goto(`${origin}/dashboard`);
  await page.getByText('5,000 sats from outside: savings, spending, or a goal?').waitFor();
  await page.getByLabel('What are they for?').selectOption({ label: 'To the goal: Bike' });
  await look('asked');
  await page.getByRole('button', { name: 'Write them down' }).click();
  await page.getByText('Written into the book').first().waitFor();
  expect(await getGoal(host, bike.id)).toMatchObject({ currentAmount: '0.00005000' });
  expect(problems).toEqual([]);
  await context.close();
});

/** As a grandparent's wallet would: resolves the address, checks the invoice, pays. */
async function payGift(origin: string, name: string, sats: bigint): Promise<void> {
  const url = new URL(`https://book.satling.org/.well-known/lnurlp/${name}`);
  const asked = async (address: string) =>
    (await fetch(address.replace(url.origin, origin))).json();
  const request = readPayRequest(url, await asked(url.href));
  const reply = await asked(invoiceUrl(request, sats * 1_000n));
  const expected = { network: 'bcrt', nowSeconds: Math.floor(Date.now() / 1_000) } as const;
  const { invoice } = readOfferedInvoice(request, sats * 1_000n, reply, expected);
  await control(lab, 'pay', { bolt11: invoice.text });
}

test('a vault day for two children: begun, seen, mined, in the vault, with a receipt (T23 T28)', async () => {
  const { parent, pay, mine } = await collectingHome(app, lab, 'vault-day-lab@example.com');
  const { page, context, origin, problems } = await openAs(app, browser, parent, VIEW, '/coverage');
  const look = async (what: string) => {
    await expectAccessible(page, `a vault day, ${what}`);
    await shot(page, `vault-day-${what}`);
  };
  const card = page.getByRole('region', { name: 'Vault day', exact: true });
  await card
    .getByText(/^1 pay day, since/)
    .first()
    .waitFor();
  await look('collected');
  await card.getByRole('button', { name: 'Put it into the vault' }).click();
  await card
    .getByText(/in one transaction/)
    .first()
    .waitFor();
  await look('begun');
  const { days } = (await parent.get('/api/vault-days')).body as { days: VaultDay[] };
  const txid = await pay(days[0] as VaultDay);
  app.clock.advance(SYNC_EVERY_S * 1_000);
  // No press needed: the open page requests a scan every five seconds.
  await expect.poll(() => card.getByText('Seen, waits for a block').count()).toBe(2);
  await look('seen');
  await mine();
  await expect.poll(() => card.getByText('In the vault', { exact: true }).count()).toBe(2);
  await page.getByText('in the vault:').first().waitFor();
  await look('mined');
  await page.goto(`${origin}/lightning-config`);
  const settleUp = page.getByRole('region', { name: 'Settle up' });
  await settleUp.getByRole('button', { name: 'Receipt' }).first().click();
  await page.getByRole('dialog', { name: 'Receipt' }).getByText(txid).waitFor();
  await look('receipt');
  expect(problems).toEqual([]);
  await context.close();
});
