/**
 * An encrypted wallet that pays, in a real browser: opened after a reload, an invoice paid through
 * the relay pipe under the pages' usual policy, and the key taken back. No secret leaves it.
 */
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { openAs, VIEWS } from '../support/browser.ts';
import { addChild, getChild } from '../support/family.ts';
import { PREIMAGE } from '../support/invoice.ts';
import { freshInvoice } from '../support/provider-script.ts';
import { startScripted } from '../support/scripted-wallets.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser({
  // Invoices and wallets go by the real clock.
  at: new Date().toISOString(),
  chain: { network: 'regtest', server: undefined, hosts: ['127.0.0.1'] },
});
const wallet = await startScripted('nwc');
afterAll(() => wallet.close());

const WORDS = 'maple-orbit-lantern-pebble-cactus-violin-417';

/** As the specification says it (VAULT-16); the browser seals it anew when it opens it. */
function sealed(secrets: object) {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(WORDS, salt, 100_000, 32, 'sha256'), iv);
  const data = [cipher.update(JSON.stringify(secrets)), cipher.final(), cipher.getAuthTag()];
  const [encryptedData, ...rest] = [Buffer.concat(data), iv, salt].map((one) =>
    one.toString('base64'),
  );
  return { encryptedData, iv: rest[0], salt: rest[1] };
}

const unlock = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await dialog.getByLabel('Passphrase').fill(WORDS);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
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
  return part;
}

test('VAULT-17 VAULT-19 T20 T28 an unlocked browser pays through the pipe; no secret leaves it', async () => {
  const host = await app.signIn('vault-pay@example.com');
  const { id } = await addChild(host, { age: 11 });
  await host.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 100_000 });
  const { vpub } = newWallet();
  const { connectionString } = wallet.settings as { connectionString: string };
  const secret = /secret=([0-9a-f]+)/.exec(connectionString)?.[1] as string;
  const relay = new URLSearchParams(connectionString.split('?')[1]).get('relay') as string;
  const secrets = {
    ...{ walletXpub: vpub, lightningProvider: 'coinos', nwcConnectionString: connectionString },
  };
  const saved = await host.send('POST', '/api/wallet/configure-encrypted', {
    encryptedSecrets: sealed(secrets),
    hasWallet: true,
    spending: { provider: 'CoinOS', relays: [relay] },
  });
  expect(saved.status).toBe(200);

  const [view] = VIEWS as [(typeof VIEWS)[number]];
  const { page, context, problems } = await openAs(app, browser, host, view, '/dashboard');
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
  });
  const answer = await page.reload();
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
  expect(answer?.headers()['content-security-policy']).not.toContain('connect-src');
  await unlock(page);
  await page.getByRole('radio', { name: 'Child View' }).check({ force: true });
  await page.getByRole('button', { name: /Mia/ }).click();

  const invoice = freshInvoice();
  wallet.play({ pay: { says: 'paid', fee: 3 } });
  await (await comeTo(page, 'Lightning')).getByRole('button', { name: 'Open Lightning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mia’s Lightning' });
  await dialog.getByRole('tab', { name: 'Send' }).click();
  await dialog.getByLabel('Lightning invoice').fill(invoice);
  await dialog.getByRole('button', { name: 'Decode' }).click();
  await dialog.getByRole('button', { name: /^Pay 2,100/ }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByText('Payment Successful').first().waitFor();
  expect(wallet.asked()).toBe(1);
  const [payment] = (await host.get('/api/lightning/payments')).body as object[];
  expect(payment).toMatchObject({
    state: 'paid',
    proof: 'proven',
    preimage: PREIMAGE,
    fee: 3,
    browser: 'taken',
  });
  expect(await getChild(host, id)).toMatchObject({ spendingBalance: '0.00097897' });
  expect(sent.length).toBeGreaterThan(5);
  for (const word of [WORDS, vpub, secret]) expect(sent.join('\n')).not.toContain(word);

  // Back to the standard form: the key is sent, and what can spend is forgotten.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('radio', { name: 'Parent View' }).check({ force: true });
  const part = await comeTo(page, 'The family’s book');
  await part.getByRole('button', { name: 'Wallet security' }).click();
  await part.getByRole('switch', { name: /Encrypt our wallet/ }).click();
  await page.getByText('The Lightning connection that pays is forgotten').waitFor();
  await page.getByRole('button', { name: 'Send it to the server' }).click();
  await (await comeTo(page, 'Family wallet')).getByText('Unlocked in this tab only').waitFor({
    state: 'hidden',
  });
  await expect
    .poll(async () => (await host.get('/api/wallet/configuration')).body)
    .toMatchObject({ type: 'plaintext', walletXpub: vpub });
  expect((await host.get('/api/wallet/encrypted-config')).body).toMatchObject({ spending: null });
  for (const word of [WORDS, secret]) expect(sent.join('\n')).not.toContain(word);
  expect(problems).toEqual([]);
  await context.close();
});
