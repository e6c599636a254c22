/** The wallet wizards on public pages, and what leaves the browser. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectAccessible, openAs, originOf, shot, VIEWS } from '../support/browser.ts';
import { addChild } from '../support/family.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();
const [view] = VIEWS as [(typeof VIEWS)[number]];

test('the encryption pages work without script, for everybody (VAULT-41 VAULT-42 VAULT-59)', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/encryption-options', '/encryption-demo', '/de/encryption-demo']) {
    await page.goto(originOf(app) + path);
    expect(await page.locator('h1').isVisible(), path).toBe(true);
    expect(await page.locator('.wizard-visitor').isVisible(), path).toBe(true);
  }
  await context.close();
});

test('the wizard locks a wallet on a public page: only the locked copy leaves (VAULT-43 VAULT-46 VAULT-56 T48)', async () => {
  const host = await app.signIn('wizard-wallet@example.com');
  const { page, context, requests, problems } = await openAs(
    app,
    browser,
    host,
    view,
    '/encryption-options',
  );
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
  });
  const look = async (what: string) => {
    await expectAccessible(page, `the wizard, ${what}`);
    await shot(page, `wizard-wallet-${what}`);
  };
  const next = () => page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Your browser can do this.').waitFor();
  expect(await page.locator('.wizard-visitor').isVisible()).toBe(false);
  await look('1-browser');
  await next();
  await page.getByRole('button', { name: 'Make one up for me' }).click();
  const field = page.getByLabel('Passphrase', { exact: true });
  await expect.poll(() => field.inputValue()).toMatch(/-\d{1,3}$/);
  const words = await field.inputValue();
  await look('2-passphrase');
  await next();
  const { vpub, address } = newWallet();
  await page.getByLabel('Your wallet’s address').fill(vpub);
  await page.getByText(address(0)).waitFor();
  await look('3-wallet');
  await next();
  await look('4-confirm');
  await page.getByRole('button', { name: 'Encrypt and save' }).click();
  const kept = page.getByRole('dialog', { name: 'Your passphrase' });
  await kept.getByText(words, { exact: true }).waitFor();
  await look('5-kept');
  for (const place of [2, 5])
    await kept.getByLabel(`Word ${place}`).fill(words.split('-')[place - 1] as string);
  await kept.getByRole('button', { name: 'I have written it down' }).click();
  await page.getByText('Your wallet is encrypted.').waitFor();
  await look('6-done');
  expect(requests.some((one) => one.includes('/api/wallet/configure-encrypted'))).toBe(true);
  for (const secret of [words, vpub, address(0)]) expect(sent.join('\n')).not.toContain(secret);
  const kind = (await host.get('/api/wallet/preferences')).body;
  expect(kind).toMatchObject({ hasEncryptedWallet: true, hasLegacyWallet: false });
  expect(problems).toEqual([]);
  await context.close();
});

test('a Lightning wallet joins the same vault; its secret never leaves the browser (LN-25 LN-26 LN-35 T48)', async () => {
  const host = await app.signIn('wizard-lightning@example.com');
  await addChild(host);
  const visited = await openAs(app, browser, host, view, '/lightning-setup');
  const { page, context, problems } = visited;
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
  });
  const look = async (what: string) => {
    await expectAccessible(page, `the Lightning wizard, ${what}`);
    await shot(page, `wizard-lightning-${what}`);
  };
  const next = () => page.getByRole('button', { name: 'Continue' }).click();
  const words = 'maple-orbit-lantern-pebble-cactus-violin-417';
  const key = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const secret = randomBytes(31).toString('hex').padStart(64, '0');
  const nwc = `nostr+walletconnect://${key}?relay=wss://relay.coinos.io&secret=${secret}`;
  await page.getByText('Your browser can do this.').waitFor();
  await next();
  await page.getByLabel('Passphrase', { exact: true }).fill(words);
  await page.getByLabel('The same passphrase again').fill(words);
  await next();
  await page.getByText('Which Lightning wallet do you use?').waitFor();
  await look('3-provider');
  await next();
  await page.getByLabel('Connection string').fill(nwc);
  await look('4-connection');
  await next();
  await page.getByText('wss://relay.coinos.io/').waitFor();
  await look('5-confirm');
  await page.getByRole('button', { name: 'Encrypt and save' }).click();
  const kept = page.getByRole('dialog', { name: 'Your passphrase' });
  for (const place of [2, 5])
    await kept.getByLabel(`Word ${place}`).fill(words.split('-')[place - 1] as string);
  await kept.getByRole('button', { name: 'I have written it down' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Encrypted and locked').waitFor();
  await look('7-dashboard');
  for (const one of [words, nwc, secret]) expect(sent.join('\n')).not.toContain(one);
  expect((await host.get('/api/wallet/encrypted-config')).body).toMatchObject({
    ...{ hasEncryptedWallet: true, version: 1 },
    spending: { provider: 'coinos', relays: ['wss://relay.coinos.io/'] },
  });
  expect(problems).toEqual([]);
  await context.close();
});
