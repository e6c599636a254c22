/**
 * The wallet with the real worker under the page's policy: secrets go nowhere, 2,000 addresses are
 * derived, a key is saved without any lookup; the wallet is encrypted and unlocked.
 */
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PreparedAddresses } from '#features/money/wallet/prepared/contract.ts';
import { expectAccessible, openAs, shot, VIEWS } from '../support/browser.ts';
import { comeTo } from '../support/come-to.ts';
import { addChild, record } from '../support/family.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();

const wallet = newWallet();
const SEED = `${'abandon '.repeat(11)}about`;
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';

/** Without the page's files, and transfers polled every ten seconds. */
const since = (requests: readonly string[], before: number) =>
  requests.slice(before).filter((one) => !/\/assets\/|savings-transfers\/pending$/.test(one));

test.each(VIEWS)(
  'a wallet is configured, at $width, $theme (T48 WALL-01 WALL-05 DASH-23)',
  async (view) => {
    const host = await app.signIn(`wallet-${view.width}-${view.theme}@example.com`);
    await record(host, (await addChild(host)).id, 'bonus', '0.0001', 'The first line');
    const { page, context, requests, problems } = await openAs(
      app,
      browser,
      host,
      view,
      '/dashboard',
    );
    const look = async (what: string) => {
      await expectAccessible(page, `the wallet, ${what}`);
      await shot(page, `wallet-${view.width}-${view.theme}-${what}`);
    };
    const card = await comeTo(page, 'Family wallet');
    await card.getByText('Not configured').waitFor();
    await card.getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Configure Bitcoin wallet' });
    await dialog.getByRole('tab', { name: 'XPUB (Advanced)' }).click();
    const field = dialog.getByLabel(/read-only key/);
    // A good key first: it loads the worker, so nothing is fetched afterwards.
    await field.fill(wallet.vpub);
    await dialog.getByText(wallet.address(0)).last().waitFor();
    await look('key');

    // The page's idle-time chunks have arrived.
    for (const late of ['/when-idle-', '/api/events'])
      await expect.poll(() => requests.some((one) => one.includes(late))).toBe(true);
    const before = requests.length;
    for (const secret of [wallet.tprv, SEED, NSEC]) {
      await field.fill(secret);
      await dialog
        .getByText(/We deleted it here and sent nothing/)
        .last()
        .waitFor();
      expect(await field.inputValue()).toBe('');
    }
    await look('stop');
    expect(since(requests, before), 'requests after a secret').toEqual([]);

    await field.fill(wallet.tpub);
    await dialog.getByText('My wallet shows another address').click();
    await dialog.getByLabel(/Any receive address/).fill(wallet.address(999, 1));
    await dialog.getByRole('button', { name: 'Look for it' }).click();
    await dialog.getByText('Found: address number 999 of this key, Native SegWit.').waitFor();
    expect(since(requests, before)).toEqual([]);
    await look('found');

    await dialog.getByRole('button', { name: 'Save' }).click();
    const asks = page.getByRole('dialog', { name: 'Who is asked about this wallet?' });
    await asks.getByText(/but not your names\.$/).waitFor();
    await look('source');
    await asks.getByRole('button', { name: 'Not now' }).click();
    await card.getByText('Nobody looks anything up until you choose whom to ask').waitFor();
    await look('nobody');
    expect(problems).toEqual([]);
    await context.close();
  },
);

/** The browser's storage: both storages, URLs in its caches, names of databases. */
const KEPT = `(async () => {
  const names = await caches.keys();
  const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const addresses = files.flat().map(({ url }) => url);
  const databases = await indexedDB.databases();
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, addresses, databases]);
})()`;

const unlock = async (page: Page, words: string) => {
  const dialog = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await dialog.getByLabel('Passphrase').fill(words);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
};

test('encrypt, reload, unlock, decrypt: the words never leave (VAULT-07 VAULT-11 VAULT-17 VAULT-19 DASH-05 DASH-06 DASH-40)', async () => {
  const [view] = VIEWS as [(typeof VIEWS)[number]];
  const host = await app.signIn('wallet-vault@example.com');
  await record(host, (await addChild(host)).id, 'bonus', '0.0001', 'The first line');
  const { vpub, address } = newWallet();
  await host.send('POST', '/api/wallet/configure', { walletXpub: vpub });
  const opened = await openAs(app, browser, host, view, '/dashboard');
  const { page, context, problems } = opened;
  const block = async () => {
    const part = await comeTo(page, 'The family’s book');
    await part.getByRole('button', { name: 'Wallet security' }).click();
    return part.getByRole('switch', { name: /Encrypt our wallet/ });
  };
  await (await block()).click();
  const dialog = page.getByRole('dialog', { name: 'Encrypt our wallet' });
  await dialog.getByRole('button', { name: 'Make one up for me' }).click();
  await expect
    .poll(() => dialog.getByLabel('Passphrase', { exact: true }).inputValue())
    .toMatch(/-\d{1,3}$/);
  const words = await dialog.getByLabel('Passphrase', { exact: true }).inputValue();
  await expectAccessible(page, 'the passphrase');
  await shot(page, 'vault-passphrase');
  const encrypting = page.waitForRequest(`${opened.origin}/api/wallet/encrypt-existing-data`);
  await dialog.getByRole('button', { name: 'Encrypt', exact: true }).click();
  const kept = page.getByRole('dialog', { name: 'Your passphrase' });
  await kept.getByText(words, { exact: true }).waitFor();
  await shot(page, 'vault-kept');
  for (const place of [2, 5])
    await kept.getByLabel(`Word ${place}`).fill(words.split('-')[place - 1] as string);
  await kept.getByRole('button', { name: 'I have written it down' }).click();
  await kept.waitFor({ state: 'hidden' });
  const text = expect.any(String);
  expect((await encrypting).postDataJSON()).toMatchObject({
    encryptedData: { encryptedData: text, iv: text, salt: text },
    prefersEncryption: true,
  });

  // From here on only this browser has the key.
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
  });
  await page.reload();
  const prompt = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await prompt.waitFor();
  await expectAccessible(page, 'the prompt');
  await shot(page, 'vault-prompt');
  await prompt.getByRole('button', { name: 'Continue without the wallet' }).click();
  const card = await comeTo(page, 'Family wallet');
  await card.getByText('Encrypted and locked').waitFor();
  await shot(page, 'vault-locked');
  await card.getByRole('button', { name: 'Unlock' }).click();
  await unlock(page, `${words}0`);
  await page.getByText('Incorrect passphrase. Please try again.').last().waitFor();
  await unlock(page, words);
  await card.getByText('Unlocked in this tab only.').waitFor();
  await card.getByText(address(0)).waitFor();
  // Its addresses are prepared two seconds after unlocking; later steps must start with nothing
  // pending.
  const prepared = async () => {
    const { body } = await host.get('/api/wallet/prepared-addresses');
    return (body as PreparedAddresses).missing.receive.count;
  };
  await expect.poll(prepared).toBe(0);
  expect(await page.content()).not.toContain(vpub);
  await shot(page, 'vault-open');
  const all = [...sent, await page.evaluate<string>(KEPT)].join('\n');
  expect(sent.length).toBeGreaterThan(5);
  for (const secret of [words, vpub]) expect(all).not.toContain(secret);

  // In another browser, canceling the prompt signs out that browser only.
  const again = await app.signIn('wallet-vault@example.com');
  const other = await openAs(app, browser, again, view, '/dashboard');
  await other.page.getByRole('button', { name: 'Cancel and log out' }).click();
  await other.page.waitForURL((url) => url.pathname !== '/dashboard');
  await expect.poll(async () => (await again.get('/api/auth/user')).status).toBe(401);
  expect((await host.get('/api/auth/user')).status).toBe(200);
  await other.context.close();

  // Back to the standard form: only now is the key sent.
  await (await block()).click();
  await page.getByRole('button', { name: 'Send it to the server' }).click();
  await card.getByText('Your wallet is saved.').waitFor();
  expect(sent.join('\n')).toContain(vpub);
  expect(sent.join('\n')).not.toContain(words);
  expect(problems).toEqual([]);
  await context.close();
});

test('a payload of the specified form, made by OpenSSL, opens in the browser and is resealed (VAULT-16 VAULT-36)', async () => {
  const [view] = VIEWS as [(typeof VIEWS)[number]];
  const host = await app.signIn('wallet-old-vault@example.com');
  await record(host, (await addChild(host)).id, 'bonus', '0.0001', 'The first line');
  const { vpub, address } = newWallet();
  const words = 'Maple-orbit-7';
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(words, salt, 100_000, 32, 'sha256'), iv);
  const sealed = [cipher.update(JSON.stringify({ walletXpub: vpub })), cipher.final()];
  const old = {
    encryptedData: Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64'),
    iv: iv.toString('base64'),
    salt: salt.toString('base64'),
  };
  const body = { encryptedSecrets: old, hasWallet: true };
  await host.send('POST', '/api/wallet/configure-encrypted', body);
  const { page, context, problems } = await openAs(app, browser, host, view, '/dashboard');
  await page.getByRole('dialog', { name: 'Unlock Your Wallet' }).waitFor();
  await unlock(page, words);
  const card = await comeTo(page, 'Family wallet');
  await card.getByText(address(0)).waitFor();
  type Config = { version: number; encryptedSecrets: { encryptedData: string } };
  const config = async () => (await host.get('/api/wallet/encrypted-config')).body as Config;
  await expect.poll(async () => (await config()).version).toBe(2);
  const { encryptedData } = (await config()).encryptedSecrets;
  expect(Buffer.from(encryptedData, 'base64').subarray(0, 8).toString('hex')).toBe(
    '46564c02000927c0',
  );
  // Calls still pending at sign-out are refused. Before that, an address sent while the wallet was
  // being resealed is refused and sent again.
  expect(problems.filter((one) => !one.includes('409'))).toEqual([]);
  // Canceling the prompt signs out and locks everything.
  await page.reload();
  await page.getByRole('button', { name: 'Cancel and log out' }).click();
  await page.waitForURL(/\/logout$/);
  expect(await page.content()).not.toContain(address(0));
  await context.close();
});
