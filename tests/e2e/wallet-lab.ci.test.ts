/**
 * A family’s wallet in a real browser, on the lab’s chain: scanned, a payment seen, asked about,
 * taken back by a reorganisation; covered, short, and covered again. A send, paid by a PSBT. And a
 * gift to a child's Lightning address.
 */

import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { invoiceUrl, readOfferedInvoice, readPayRequest } from '#core/lightning/lnurl-pay.ts';
import { SYNC_EVERY_S } from '#features/wallet/children/contract.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { scanContext } from '../../src/app/workers.ts';
import { watchLightning } from '../../src/features/lightning/watch.ts';
import { noteAllCoverage } from '../../src/features/wallet/coverage/watch.ts';
import { watchChain } from '../../src/features/wallet/watch.ts';
import { press as control } from '../../testkit/control.ts';
import { expectAccessible, openAs, setLetters, shot, type View } from '../support/browser.ts';
import { addChild } from '../support/family.ts';
import { addGoal, getGoal } from '../support/goals.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { newWallet, type TestWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const { app, browser } = await appAndBrowser({
  // The browser's day: a child reads "Checked today".
  at: new Date().toISOString(),
  chain: {
    network: 'regtest',
    server: readChainServer(`tcp://${lab.electrum}`),
    hosts: [new URL(lab.esplora).host, new URL(lab.relay).host],
  },
  // A Lightning address is offered under a public name only.
  publicUrl: 'https://book.satling.org',
});

const wallet = newWallet('regtest');
const VIEW: View = { width: 390, theme: 'light' };
const send = (address: string, sats: number) =>
  control(lab, 'send', { payments: [{ address, sats }] });
/** What the job does when the chain has changed. */
const changed = () => watchChain(scanContext(app.services, app.services.jobs));
const mine = async () => {
  await control(lab, 'mine', {});
  await changed();
};

/** Parts further down are loaded as the reader comes near. */
async function comeTo(page: Page, name: string) {
  const part = page.getByRole('region', { name });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return part.isVisible();
    })
    .toBe(true);
  await part.scrollIntoViewIfNeeded();
  return part;
}

test('WALL-10 WALL-13 WALL-16 DASH-23 scanned, connected; a payment comes, is asked about, and a reorganisation takes it back', async () => {
  await send(wallet.address(7), 50_000);
  await control(lab, 'mine', {});
  const host = await app.signIn('wallet-lab@example.com');
  const { id } = await addChild(host, { age: 11 });
  const setSavings = (newBalance: string) =>
    host.send('POST', `/api/children/${id}/update-savings`, { newBalance });
  await setSavings('0.00010000');
  const { page, context, origin, problems } = await openAs(app, browser, host, VIEW, '/dashboard');
  const look = async (what: string) => {
    await expectAccessible(page, `the wallet on a chain, ${what}`);
    await shot(page, `wallet-lab-${what}`);
  };

  const card = await comeTo(page, 'Family wallet');
  await card.getByRole('button', { name: 'Configure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configure Bitcoin wallet' });
  await dialog.getByRole('tab', { name: 'XPUB (Advanced)' }).click();
  await dialog.getByLabel(/read-only key/).fill(wallet.vpub);
  await dialog.getByText(wallet.address(0)).last().waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const asks = page.getByRole('dialog', { name: 'Who is asked about this wallet?' });
  if (await asks.isVisible()) {
    await asks.getByRole('radio', { name: /This server’s source/ }).check();
    await asks.getByRole('button', { name: 'Save' }).click();
  }
  await card.getByText('Connected').waitFor();
  await card.getByText('50,000 sats').waitFor();
  await card.getByText('Covered', { exact: true }).waitFor();
  await look('connected');

  await page.goto(`${origin}/dashboard?view=child&child=${id}`);
  const panel = await comeTo(page, 'Bitcoin wallet');
  await panel.getByText(/holds enough for your savings. Checked today/).waitFor();
  await panel.getByRole('button', { name: 'Open the wallet' }).click();
  const own = page.getByRole('dialog', { name: 'Mia’s Bitcoin wallet' });
  const shown = (await own.locator('.wallet-address').textContent()) ?? '';
  const address = shown.replaceAll(/[\s\u200b]/g, '');
  expect(address).toMatch(/^bcrt1q/);
  await send(address, 12_000);
  app.clock.advance(SYNC_EVERY_S * 1_000);
  // Nobody presses anything: the open wallet asks for a look every five seconds.
  await own.getByText('12,000 sats').waitFor();
  await look('seen');

  await mine();
  await page.goto(`${origin}/dashboard`);
  await comeTo(page, 'Family wallet');
  await card.getByText('12,000 sats arrived: Mia’s?').waitFor();
  await look('asked');
  await card.getByRole('button', { name: 'Write them down' }).click();
  await card.getByText('12,000 sats arrived: Mia’s?').waitFor({ state: 'detached' });
  await control(lab, 'reorg', {});
  await changed();
  await page.reload();
  await comeTo(page, 'Family wallet');
  await card.getByText(/12,000 sats had arrived, but their block is gone/).waitFor();
  await look('taken-back');
  await mine();

  app.clock.advance(60_000);
  await setSavings('0.00100000');
  await page.goto(`${origin}/coverage`);
  await page.getByText('Short by 38,000 sats').waitFor();
  await noteAllCoverage(scanContext(app.services, app.services.jobs));
  await look('short');
  await setLetters(page, '200%');
  await look('short-twice-as-large');
  await setLetters(page, '');
  app.clock.advance(60_000);
  await send(wallet.address(8), 60_000);
  await mine();
  await page.reload();
  await page.getByText('Covered', { exact: true }).waitFor();
  await page.getByRole('img', { name: /It was short/ }).waitFor();
  await look('covered-again');
  expect(problems).toEqual([]);
  await context.close();
});

test('WALL-16 WALL-26 WALL-29 WALL-31 DASH-23 DASH-24 a scan is stopped and done; a send is paid by a PSBT, watched to its txid, and taken back', async () => {
  const host = await app.signIn('wallet-send@example.com');
  const { id } = await addChild(host, { age: 11 });
  await host.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.00100000' });
  const own = newWallet('regtest');
  await send(own.address(3), 90_000);
  await control(lab, 'mine', {});
  await control(lab, 'fail', { service: 'electrum', fault: { kind: 'slow', ms: 3_000 } });
  await host.send('POST', '/api/wallet/configure', { walletXpub: own.vpub });
  const { page, context, origin, problems } = await openAs(app, browser, host, VIEW, '/dashboard');
  const look = async (what: string) => {
    await expectAccessible(page, `sending on a chain, ${what}`);
    await shot(page, `wallet-lab-${what}`);
  };

  const card = await comeTo(page, 'Family wallet');
  await card.getByText(/addresses? looked at/).waitFor();
  await look('scanning');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await card.getByText('Not checked', { exact: true }).waitFor();
  await look('cancelled');
  await control(lab, 'heal', { service: 'electrum' });
  await card.getByRole('button', { name: 'Scan' }).click();
  await card.getByText('Connected').waitFor();
  // The total says it too, where it can be seen without scrolling.
  await page.reload();
  const total = page.getByRole('region', { name: 'Family total' });
  await total.getByText('Short by 10,000 sats').waitFor();
  await look('total');

  await page.goto(`${origin}/dashboard?view=child&child=${id}`);
  const panel = await comeTo(page, 'Bitcoin wallet');
  await panel.getByText('Your parents keep your savings.').waitFor();
  await panel.getByRole('button', { name: 'Open the wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mia’s Bitcoin wallet' });
  await dialog.getByText('Send Bitcoin').click();
  await dialog
    .getByLabel(/^Amount/)
    .first()
    .fill('40000');
  await dialog.getByLabel(/To this Bitcoin address/).fill(wallet.address(30));
  await dialog.getByText('Checksum right').waitFor();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('Made just now. No payment was seen yet.').waitFor();
  await look('waiting');
  await dialog.getByText('Unsigned transaction (PSBT)').click();
  const made = page.waitForResponse(/\/psbt$/);
  await dialog.getByRole('button', { name: 'Make the PSBT' }).click();
  const { psbt } = (await (await made).json()) as { psbt: string };
  await dialog.getByText(/The network’s fee: \d+ sats/).waitFor();
  await dialog.getByRole('button', { name: 'Show as QR codes' }).click();
  await look('psbt');

  // Named while the source does not answer: neither paid nor refused.
  await control(lab, 'fail', { service: 'electrum', fault: { kind: 'error' } });
  await dialog.getByText('I have paid: name the transaction').click();
  await dialog.getByLabel('Transaction ID').fill('ab'.repeat(32));
  await dialog.getByRole('button', { name: 'Look it up' }).click();
  await dialog.getByText('Still checking', { exact: true }).waitFor();
  await look('still-checking');
  await control(lab, 'heal', { service: 'electrum' });

  const txid = await signAndSend(own, 3, psbt);
  await changed();
  await dialog.getByText('Seen, waits for a block').waitFor();
  await dialog.getByText(txid).waitFor();
  await look('seen-send');
  await mine();
  await dialog.getByText('Paid', { exact: true }).waitFor();
  await look('paid-send');
  await control(lab, 'reorg', { forget: true });
  await changed();
  // An ended send is asked for no more; the list above it is.
  await page.reload();
  await comeTo(page, 'Bitcoin wallet');
  await panel.getByRole('button', { name: 'Open the wallet' }).click();
  await dialog.getByText(/The block with the payment is gone/).waitFor();
  await look('taken-back-send');
  expect(problems).toEqual([]);
  await context.close();
});

test('T26 a grandparent pays to the child’s own Lightning address, and a parent says: to the bike', async () => {
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

  const panel = await comeTo(page, 'Lightning');
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

/** As a grandparent's wallet does it: reads the address, checks the invoice, pays. */
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

/** As the parents' own wallet does it: checks, signs and sends. */
async function signAndSend(own: TestWallet, index: number, psbt: string): Promise<string> {
  const signed = Transaction.fromPSBT(base64.decode(psbt));
  signed.sign(own.privateKey(index));
  signed.finalize();
  const sent = await fetch(`${lab.esplora}/tx`, { method: 'POST', body: signed.hex });
  expect(sent.status).toBe(200);
  return signed.id;
}
