/**
 * An encrypted wallet in a real browser, over the relay pipe and under the usual policy: after a
 * reload it pays an invoice, pays what pay days owe, and gets an invoice, without leaking a secret.
 */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ON_REGTEST } from '../support/app.ts';
import { openAs, VIEWS } from '../support/browser.ts';
import { openLine } from '../support/come-to.ts';
import { addChild, getChild, joinAsChild } from '../support/family.ts';
import { PREIMAGE } from '../support/invoice.ts';
import { startReceiver } from '../support/live-wallets.ts';
import { processDue } from '../support/paydays.ts';
import { payoutsOf, saveAddresses, setPayoutPlan, watchLater } from '../support/payouts.ts';
import { freshInvoice } from '../support/provider-script.ts';
import { startScripted } from '../support/scripted-wallets.ts';
import { askTransfer, paymentsOf, saveParentAddress } from '../support/transfers.ts';
import { oldPayload } from '../support/vault-secrets.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser({
  // Invoices and wallets use the real clock.
  at: new Date().toISOString(),
  ...ON_REGTEST,
});
const wallet = await startScripted('nwc');
afterAll(() => wallet.close());

const WORDS = 'maple-orbit-lantern-pebble-cactus-violin-417';

const unlock = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await dialog.getByLabel('Passphrase').fill(WORDS);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
};

const { connectionString } = wallet.settings as { connectionString: string };
const { vpub } = newWallet();
const [view] = VIEWS as [(typeof VIEWS)[number]];

/** A family whose vault has a spending connection, and a child of eleven. */
async function newVaultFamily(name: string, agreed: object = { withoutBudget: 'yes' }) {
  const host = await app.signIn(`${name}@example.com`);
  await host.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const { id } = await addChild(host, { age: 11, allowanceDay: app.clock.now.getUTCDay() });
  const relay = new URLSearchParams(connectionString.split('?')[1]).get('relay') as string;
  const saved = await host.send('POST', '/api/wallet/configure-encrypted', {
    encryptedSecrets: oldPayload(
      { walletXpub: vpub, nwcConnectionString: connectionString, ...agreed },
      WORDS,
    ),
    hasWallet: true,
    spending: { provider: 'CoinOS', relays: [relay] },
  });
  expect(saved.status).toBe(200);
  return { host, id };
}

test('an unlocked browser pays within a budget, through the pipe; no secret leaves it (VAULT-17 VAULT-19 T20 T25 T28)', async () => {
  const { host, id } = await newVaultFamily('vault-pay', {});
  await host.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 100_000 });
  const secret = /secret=([0-9a-f]+)/.exec(connectionString)?.[1] as string;
  const { page, context } = await openAs(app, browser, host, view, '/dashboard');
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
  });
  const answer = await page.reload();
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
  expect(answer?.headers()['content-security-policy']).not.toContain('connect-src');
  await unlock(page);
  await page.getByRole('radio', { name: 'Child View' }).check();
  await page.getByRole('button', { name: /Mia/ }).click();

  const pay = { says: 'paid', fee: 3 } as const;
  await (await openLine(page, 'Lightning')).getByRole('button', { name: 'Open Lightning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mia’s Lightning' });
  await dialog.getByRole('tab', { name: 'Send' }).click();
  const payInvoice = async () => {
    await dialog.getByLabel('Invoice or Lightning address').fill(freshInvoice());
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: /^Pay 2,100/ }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
  };
  wallet.play({ pay });
  await payInvoice();
  await dialog.getByText('names no budget for this connection').waitFor();
  expect(wallet.asked()).toBe(0);
  wallet.play({ pay, budget: { used_budget: 0, total_budget: 10_000_000 } });
  await payInvoice();
  await page.getByText('Payment Successful').first().waitFor();
  expect(wallet.asked()).toBe(1);
  // The toast shows what this browser knows; the server learns it a moment later.
  await expect
    .poll(async () => ((await host.get('/api/lightning/payments')).body as object[])[0])
    .toMatchObject({
      state: 'paid',
      proof: 'proven',
      preimage: PREIMAGE,
      fee: 3,
      browser: 'taken',
    });
  expect(await getChild(host, id)).toMatchObject({ spendingBalance: '0.00097897' });
  expect(sent.length).toBeGreaterThan(5);
  for (const word of [WORDS, vpub, secret]) expect(sent.join('\n')).not.toContain(word);
  await context.close();
});

test('one press in an unlocked browser pays two pay days that were waiting for it (T25 T26)', async () => {
  const receiver = await startReceiver(() => app.clock.now);
  try {
    const { host, id } = await newVaultFamily('vault-payouts');
    const day = app.clock.now.getUTCDay();
    const { id: leo } = await addChild(host, { name: 'Leo', age: 12, allowanceDay: day });
    const childAddresses = { [id]: receiver.addressOf('mia'), [leo]: receiver.addressOf('leo') };
    await saveAddresses(host, childAddresses);
    for (const [child, address] of Object.entries(childAddresses))
      expect((await setPayoutPlan(host, child, 'lightning', address)).status).toBe(200);
    await processDue(host);
    await watchLater(app, 120_000);
    // A wallet that proves nothing: the payment is marked as claimed by it.
    wallet.play({ pay: { says: 'paid', preimage: 'zeros', fee: 3 } });
    const { page, context } = await openAs(app, browser, host, view, '/dashboard');
    await unlock(page);
    await page.getByRole('heading', { name: '2 to pay, unlock' }).waitFor();
    await page.getByRole('link', { name: 'Settle up' }).click();
    await page.getByRole('button', { name: 'Pay what is due' }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect
      .poll(async () => (await payoutsOf(host)).map(({ state, proof }) => [state, proof]))
      .toEqual([
        ['paid', 'stated'],
        ['paid', 'stated'],
      ]);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect([wallet.asked(), receiver.invoices()]).toEqual([2, 2]);
    for (const child of [id, leo])
      expect(await getChild(host, child)).toMatchObject({ spendingBalance: '0.00010000' });
    await context.close();
  } finally {
    await receiver.close();
  }
});

test('an unlocked browser pays a child’s transfer to the parents’ own address (APPR-20 T25 T26)', async () => {
  const receiver = await startReceiver(() => app.clock.now);
  try {
    const { host, id } = await newVaultFamily('vault-transfer');
    await host.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 20_000 });
    const kid = await joinAsChild(app, host, id, 'vault-transfer.kid@example.com');
    const home = { parent: host, kid, child: id };
    await saveParentAddress(home, receiver.addressOf('anna'));
    await askTransfer(home);
    wallet.play({ pay: { says: 'paid', preimage: 'zeros', fee: 3 } });
    const { page, context } = await openAs(app, browser, host, view, '/dashboard');
    await page.getByText(/Unlock it under “Family wallet”/).waitFor();
    await unlock(page);
    await page.getByRole('button', { name: 'Let our wallet pay it' }).click();
    const question = page.getByRole('alertdialog', { name: 'Pay it to your own address?' });
    await question.getByText(receiver.addressOf('anna')).waitFor();
    expect([wallet.asked(), receiver.invoices()]).toEqual([0, 0]);
    await question.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Your wallet says it’s paid').first().waitFor();
    expect([wallet.asked(), receiver.invoices()]).toEqual([1, 1]);
    await expect
      .poll(() => paymentsOf({ parent: host }))
      .toMatchObject([{ state: 'paid', proof: 'stated' }]);
    expect(await getChild(host, id)).toMatchObject({
      ...{ savingsBalance: '0.00005000', spendingBalance: '0.00015000' },
    });
    await context.close();
  } finally {
    await receiver.close();
  }
});

test('an unlocked browser gets an invoice for a child, and checks it until it is paid (LN-01 T28)', async () => {
  const { host, id } = await newVaultFamily('vault-receive');
  const settled = { says: 'settled', fee: null } as const;
  wallet.play({ direction: 'in', invoice: freshInvoice(), records: [{ says: 'open' }, settled] });
  const { page, context } = await openAs(app, browser, host, view, '/dashboard');
  await unlock(page);
  await page.getByRole('radio', { name: 'Child View' }).check();
  await page.getByRole('button', { name: /Mia/ }).click();
  await (await openLine(page, 'Lightning')).getByRole('button', { name: 'Open Lightning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mia’s Lightning' });
  await dialog.getByLabel('Amount', { exact: true }).fill('2100');
  await dialog.getByRole('button', { name: 'Create invoice' }).click();
  await dialog.getByText('2,100 sats arrived.').waitFor();
  await dialog.getByText('It says paid, and its preimage is the invoice’s.').waitFor();
  expect(await getChild(host, id)).toMatchObject({ spendingBalance: '0.00002100' });
  await context.close();
});
