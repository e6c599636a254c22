/**
 * A family's wallet on the lab's chain: scanned; a payment seen, asked about, and undone by a
 * reorganization; covered, short, and covered again; a send by PSBT; and an encrypted wallet,
 * watched while it is locked.
 */

import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, expect, test } from 'vitest';
import { SYNC_EVERY_S } from '#features/money/wallet/children/contract.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { scanContext } from '../../src/app/workers.ts';
import { noteAllCoverage } from '../../src/features/money/wallet/coverage/watch.ts';
import type { PreparedAddresses } from '../../src/features/money/wallet/prepared/contract.ts';
import { watchChain } from '../../src/features/money/wallet/watch.ts';
import { press as control } from '../../testkit/control.ts';
import { expectAccessible, openAs, setLetters, shot, type View } from '../support/browser.ts';
import { comeTo, openLine } from '../support/come-to.ts';
import { addChild } from '../support/family.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { newWallet, type TestWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const { app, browser } = await appAndBrowser({
  // The browser's day, because a child reads "Checked today".
  at: new Date().toISOString(),
  chain: {
    network: 'regtest',
    server: readChainServer(`tcp://${lab.electrum}`),
    hosts: [new URL(lab.esplora).host],
  },
});

const wallet = newWallet('regtest');
const VIEW: View = { width: 390, theme: 'light' };
const send = (address: string, sats: number) =>
  control(lab, 'send', { payments: [{ address, sats }] });
/** The task's work when the chain has changed. */
const changed = () => watchChain(scanContext(app.services, app.services.jobs));
const mine = async () => {
  await control(lab, 'mine', {});
  await changed();
};

test('scanned and connected; a payment arrives, is asked about, and is undone by a reorganization (WALL-10 WALL-13 WALL-16 DASH-23)', async () => {
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
  await card.getByText('Connected').waitFor();
  await card.getByText('50,000 sats').waitFor();
  await card.getByText('Covered', { exact: true }).waitFor();
  await look('connected');

  await page.goto(`${origin}/dashboard?view=child&child=${id}`);
  const panel = await openLine(page, 'Bitcoin wallet');
  await panel.getByText(/holds enough for your savings. Checked today/).waitFor();
  await panel.getByRole('button', { name: 'Open the wallet' }).click();
  const own = page.getByRole('dialog', { name: 'Mia’s Bitcoin wallet' });
  const shown = (await own.locator('.wallet-address').textContent()) ?? '';
  const address = shown.replaceAll(/[\s\u200b]/g, '');
  expect(address).toMatch(/^bcrt1q/);
  await send(address, 12_000);
  app.clock.advance(SYNC_EVERY_S * 1_000);
  // No press needed: the open wallet requests a scan every five seconds.
  await own.getByText('12,000 sats').waitFor();
  await look('seen');

  await mine();
  await page.goto(`${origin}/dashboard`);
  const asked = page.getByRole('region', { name: 'One thing needs you' });
  await asked.getByText('12,000 sats arrived: Mia’s?').waitFor();
  await look('asked');
  await asked.getByRole('button', { name: 'Write them down' }).click();
  await page.getByText('12,000 sats arrived: Mia’s?').waitFor({ state: 'detached' });
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

test('a scan is stopped and done; a send is paid by a PSBT, watched by its txid, and taken back (WALL-16 WALL-26 WALL-29 WALL-31 DASH-23 DASH-24)', async () => {
  const host = await app.signIn('wallet-send@example.com');
  const { id } = await addChild(host, { age: 11 });
  await host.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.00100000' });
  const own = newWallet('regtest');
  await send(own.address(3), 90_000);
  await control(lab, 'mine', {});
  // Slow enough to watch the scan; more than 10 s would be a timeout.
  await control(lab, 'fail', { service: 'electrum', fault: { kind: 'slow', ms: 6_000 } });
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
  // The total shows it too, visible without scrolling.
  await page.reload();
  const total = page.getByRole('region', { name: 'Family total' });
  await total.getByText('Short by 10,000 sats').waitFor();
  await look('total');

  await page.goto(`${origin}/dashboard?view=child&child=${id}`);
  const panel = await openLine(page, 'Bitcoin wallet');
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

  // Entered while the source doesn't answer: neither paid nor refused.
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
  // Waits for a finished send are over; the list above it still loads.
  await page.reload();
  await openLine(page, 'Bitcoin wallet');
  await panel.getByRole('button', { name: 'Open the wallet' }).click();
  await dialog.getByText(/The block with the payment is gone/).waitFor();
  await look('taken-back-send');
  expect(problems).toEqual([]);
  await context.close();
});

test('encrypted: arrivals are seen while it is locked; once unlocked, more addresses are prepared (WALL-11 WALL-12 VAULT-11 DASH-23)', async () => {
  const host = await app.signIn('encrypted-lab@example.com');
  const { id } = await addChild(host, { age: 11 });
  await host.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.00040000' });
  const own = newWallet('regtest');
  await send(own.address(4), 40_000);
  await control(lab, 'mine', {});
  await host.send('POST', '/api/wallet/configure', { walletXpub: own.vpub });
  const read = async (what: string) => (await host.get(`/api/wallet/${what}`)).body;
  await expect.poll(() => read('family-info')).toMatchObject({ state: 'connected' });
  const { page, context, problems } = await openAs(app, browser, host, VIEW, '/dashboard');
  const look = async (what: string) => {
    await expectAccessible(page, `an encrypted wallet on a chain, ${what}`);
    await shot(page, `wallet-lab-${what}`);
  };

  const words = 'maple-orbit-lantern-pebble-cactus-violin-417';
  const book = await comeTo(page, 'The family’s book');
  await book.getByRole('button', { name: 'Wallet security' }).click();
  await book.getByRole('switch', { name: /Encrypt our wallet/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Encrypt our wallet' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(words);
  await dialog.getByLabel('The same passphrase again').fill(words);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`));
  await dialog.getByRole('button', { name: 'Encrypt', exact: true }).click();
  const kept = page.getByRole('dialog', { name: 'Your passphrase' });
  await kept.getByLabel('Word 2').fill('orbit');
  await kept.getByLabel('Word 5').fill('cactus');
  await kept.getByRole('button', { name: 'I have written it down' }).click();
  await kept.waitFor({ state: 'hidden' });

  // The known addresses stay watched.
  const card = await comeTo(page, 'Family wallet');
  await card.getByText('Encrypted and locked').waitFor();
  await card.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('Please decrypt your wallet first to scan balance').first().waitFor();
  await send(own.address(24), 12_000);
  await mine();
  await card.getByText('52,000 sats').waitFor();
  await card.getByText('Covered', { exact: true }).waitFor();
  await look('encrypted-locked');

  // The last prepared address is used: after unlocking, 20 more follow it.
  const missing = async () => ((await read('prepared-addresses')) as PreparedAddresses).missing;
  expect((await missing()).receive).toEqual({ first: 25, count: 20 });
  app.clock.advance(60_000);
  await card.getByRole('button', { name: 'Unlock' }).click();
  const prompt = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await prompt.getByLabel('Passphrase').fill(words);
  await prompt.getByRole('button', { name: 'Unlock', exact: true }).click();
  await card.getByText(own.address(0)).waitFor();
  await expect.poll(async () => (await missing()).receive).toEqual({ first: 45, count: 0 });
  await expect.poll(() => read('family-info')).toMatchObject({ scan: { checked: 65, used: 2 } });
  await look('encrypted-open');
  expect(sent.length).toBeGreaterThan(5);
  for (const secret of [words, own.vpub]) expect(sent.join('\n')).not.toContain(secret);
  expect(problems).toEqual([]);
  await context.close();
});

/** As the parents' own wallet would: checks, signs and broadcasts. */
async function signAndSend(own: TestWallet, index: number, psbt: string): Promise<string> {
  const signed = Transaction.fromPSBT(base64.decode(psbt));
  signed.sign(own.privateKey(index));
  signed.finalize();
  const sent = await fetch(`${lab.esplora}/tx`, { method: 'POST', body: signed.hex });
  expect(sent.status).toBe(200);
  return signed.id;
}
