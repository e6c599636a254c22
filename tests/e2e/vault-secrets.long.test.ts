/**
 * Thirty secrets of an encrypted wallet, from encryption to decryption: a search of everything a
 * real browser sends, stores, shows and holds in memory.
 */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { generateSecretKey, getPublicKey } from 'nostr-tools';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { VaultPayload } from '../../src/core/vault/payload.ts';
import { ON_REGTEST, type Visitor } from '../support/app.ts';
import { openMenu, originOf, signInAs, type View, visit } from '../support/browser.ts';
import { heapOf, keptBy, recordPage, shownOn, workerHeapOf } from '../support/browser-record.ts';
import { comeTo, openLine } from '../support/come-to.ts';
import { addChild, record } from '../support/family.ts';
import { leaksBy } from '../support/leaks.ts';
import { freshInvoice } from '../support/provider-script.ts';
import { startScripted } from '../support/scripted-wallets.ts';
import { findSecrets, type Secret, secretText } from '../support/secret-search.ts';
import {
  oldPayload,
  openInNode,
  partsOf,
  secretsOfConnection,
  secretsOfKey,
} from '../support/vault-secrets.ts';
import { newWallet } from '../support/wallets.ts';
import { tapWire } from '../support/wire-tap.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser(
  {
    // Invoices and wallets use the real clock.
    at: new Date().toISOString(),
    ...ON_REGTEST,
  },
  // A page in the back/forward cache would keep its memory too.
  { keepsPages: true },
);
const paying = await startScripted('nwc');
const wire = await tapWire(Number(new URL(originOf(app)).port));
afterAll(async () => {
  await wire.close();
  await paying.close();
});
const VIEW: View = { width: 390, theme: 'light' };
const WORDS = 'walnut-glacier-trumpet-meadow-copper-saddle-862';
const MISTAKEN = 'walnut-trumpet-glacier-meadow-copper-saddle-862';
const NEW_WORDS = 'harbor-thistle-velvet-anchor-pigeon-lemon-539';
const PIN = '2580';
const EMAIL = 'vault-secrets@example.com';

const { connectionString: connection } = paying.settings as { connectionString: string };
const RELAY = new URLSearchParams(connection.split('?')[1]).get('relay') as string;
const spending = { provider: 'coinos', relays: [RELAY] };
const otherKey = getPublicKey(generateSecretKey());
const otherSecret = Buffer.from(generateSecretKey()).toString('hex');
const otherConnection = `nostr+walletconnect://${otherKey}?relay=wss://relay.coinos.io&secret=${otherSecret}`;
const wallet = newWallet();

/** Every key that a payload was sealed with during the test. */
const sealedWith: Secret[] = [];

const secrets = (): Secret[] => [
  ...[WORDS, NEW_WORDS].flatMap((words) => [secretText('a passphrase', words), ...partsOf(words)]),
  secretText('a mistaken passphrase', MISTAKEN),
  ...secretsOfKey(wallet),
  ...[connection, otherConnection].flatMap(secretsOfConnection),
  ...sealedWith,
];

type Config = { version: number; familyId: string; encryptedSecrets: VaultPayload };
const configOf = async (host: Visitor): Promise<Config> =>
  (await host.get('/api/wallet/encrypted-config')).body;

/** Records the key of the stored payload. */
async function noteKey(host: Visitor, words: string, rounds = 600_000): Promise<void> {
  const salt = Buffer.from((await configOf(host)).encryptedSecrets.salt, 'base64');
  const bytes = pbkdf2Sync(words, salt, rounds, 32, 'sha256');
  sealedWith.push({ name: `the key ${sealedWith.length + 1}`, bytes });
}

/** By keystrokes, because Playwright would remember filled text. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('Control+a');
  await field.page().keyboard.insertText(text);
}

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });

async function openSwitch(page: Page): Promise<void> {
  const book = await comeTo(page, 'The family’s book');
  await book.getByRole('button', { name: 'Wallet security' }).click();
  await book.getByRole('switch', { name: /Encrypt our wallet/ }).click();
}

/** The sheet that shows a passphrase once, then asks for two of its words. */
async function keep(page: Page, words: string): Promise<void> {
  const kept = page.getByRole('dialog', { name: 'Your passphrase' });
  await kept.getByText(words, { exact: true }).waitFor();
  expect(await shownOn(page)).toContain(words);
  for (const place of [2, 5])
    await type(kept.getByLabel(`Word ${place}`), words.split('-')[place - 1] as string);
  await button(kept, 'I have written it down').click();
  await kept.waitFor({ state: 'hidden' });
}

async function unlock(page: Page, words: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await type(dialog.getByLabel('Passphrase'), words);
  await button(dialog, 'Unlock').click();
}

async function choosePassphrase(page: Page, title: string, words: string, submit: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await type(dialog.getByLabel('Passphrase', { exact: true }), words);
  await type(dialog.getByLabel('The same passphrase again'), words);
  await button(dialog, submit).click();
  await keep(page, words);
}

async function connectInWizard(page: Page): Promise<void> {
  await page.goto(`${wire.origin}/lightning-setup`);
  await page.getByText('Your browser can do this.').waitFor();
  const next = button(page, 'Continue');
  await next.click();
  await type(page.getByLabel('Passphrase', { exact: true }), WORDS);
  await next.click();
  await page.getByText('Which Lightning wallet do you use?').waitFor();
  await next.click();
  await type(page.getByLabel('Connection string'), otherConnection);
  await next.click();
  await button(page, 'Encrypt and save').click();
  await page.waitForURL('**/dashboard');
}

async function pay(page: Page): Promise<void> {
  const budget = { used_budget: 0, total_budget: 10_000_000 };
  paying.play({ budget, pay: { says: 'paid', fee: 3 } });
  await page.getByRole('radio', { name: 'Child View' }).check();
  await page.getByRole('button', { name: /Mia/ }).click();
  await button(await openLine(page, 'Lightning'), 'Open Lightning').click();
  const dialog = page.getByRole('dialog', { name: 'Mia’s Lightning' });
  await dialog.getByRole('tab', { name: 'Send' }).click();
  await dialog.getByLabel('Invoice or Lightning address').fill(freshInvoice());
  await button(dialog, 'Check').click();
  await dialog.getByRole('button', { name: /^Pay 2,100/ }).click();
  await button(page, 'Pay now').click();
  await page.getByText('Payment Successful').first().waitFor();
  expect(paying.asked()).toBe(1);
}

test('thirty secrets stay in the worker, or in the sheet that shows them (T09 VAULT-07 VAULT-17 VAULT-19 VAULT-21 LN-33)', async () => {
  const host = await app.signIn(EMAIL);
  const { id } = await addChild(host, { age: 11 });
  await record(host, id, 'bonus', '0.0001', 'The first line');
  await host.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 100_000 });
  await host.send('PUT', '/api/family/pin', { pin: PIN });
  await host.send('POST', '/api/wallet/configure', { walletXpub: wallet.vpub });
  const visited = await visit(browser, wire.origin, VIEW);
  const { page, context, problems } = visited;
  const heard = recordPage(page);
  await signInAs(host, visited);
  /** Nothing was sent, logged or stored, and nothing is on the page. */
  const expectNothing = async (what: string) => {
    const places = { sent: wire.sent(), heard: heard(), shown: await shownOn(page) };
    expect(findSecrets({ ...places, ...(await keptBy(page)) }, secrets()), what).toEqual([]);
  };

  /** No script of the page can reach one. */
  const expectForgotten = () =>
    expect.poll(async () => findSecrets({ page: await heapOf(page) }, secrets())).toEqual([]);

  await page.goto(`${wire.origin}/dashboard`);
  await openSwitch(page);
  await choosePassphrase(page, 'Encrypt our wallet', WORDS, 'Encrypt');
  await noteKey(host, WORDS);
  await expectNothing('encrypted');
  await expectForgotten();
  await connectInWizard(page);
  await noteKey(host, WORDS);
  await expectNothing('with a Lightning wallet');
  await expectForgotten();

  const { version } = await configOf(host);
  const kept = { walletXpub: wallet.vpub, nwcConnectionString: connection };
  await host.send('POST', '/api/wallet/configure-encrypted', {
    ...{ encryptedSecrets: oldPayload(kept, WORDS), hasWallet: true, version, spending },
  });
  await noteKey(host, WORDS, 100_000);
  await page.reload();
  await unlock(page, MISTAKEN);
  await page.getByText('Incorrect passphrase. Please try again.').last().waitFor();
  const resealed = page.waitForResponse('**/api/wallet/configure-encrypted');
  await unlock(page, WORDS);
  const card = await comeTo(page, 'Family wallet');
  await card.getByText('Unlocked in this tab only.').waitFor();
  await resealed;
  await expect.poll(async () => (await configOf(host)).version).toBe(version + 2);
  await noteKey(host, WORDS);
  await expectNothing('unlocked');

  await button(card, 'Show the public key').click();
  await card.getByText(wallet.vpub).waitFor();
  await button(card, 'Hide the public key').click();
  await card.getByText(wallet.vpub).waitFor({ state: 'detached' });
  await button(card, 'New passphrase').click();
  await choosePassphrase(page, 'New passphrase', NEW_WORDS, 'Save');
  await noteKey(host, NEW_WORDS);
  expect(secrets().length).toBe(30);
  const { encryptedSecrets: payload, familyId } = await configOf(host);
  const refillToken = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(openInNode(payload, NEW_WORDS, familyId)).toEqual({ ...kept, refillToken });
  await pay(page);
  await page.keyboard.press('Escape');
  await expectNothing('paid');
  // The worker has its secrets, which also proves that the search finds them in memory.
  expect(findSecrets({ worker: await workerHeapOf(page) }, secrets())).toContain(
    'the vpub, as it is, in worker',
  );
  await expectForgotten();

  // Reached without a full load, so the wallet is still unlocked when the tablet is handed over.
  await page.getByRole('radio', { name: 'Parent View' }).check();
  // Until the page knows that there is a PIN, the press opens a dialog.
  const hasPin = page.waitForResponse('**/api/family/pin');
  await page
    .getByRole('link', { name: /^Mia, / })
    .first()
    .click();
  await hasPin;
  await button(page, 'Hand over tablet').click();
  await page.getByRole('heading', { name: 'Hi, Mia' }).waitFor();
  expect(page.workers()).toEqual([]);
  await expectNothing('handed over');
  await expectForgotten();
  await button(page, 'Hand back').click();
  await page.getByLabel('Your PIN').fill(PIN);
  await button(page, 'Take it back').click();
  await unlock(page, NEW_WORDS);
  await (await comeTo(page, 'Family wallet')).getByText('Unlocked in this tab only.').waitFor();
  await openMenu(page);
  await button(page, 'Logout').click();
  await page.waitForURL(`${wire.origin}/`);
  expect(page.workers()).toEqual([]);
  await expectNothing('logged out');
  await expectForgotten();

  await signInAs(await app.signIn(EMAIL), visited);
  await page.goto(`${wire.origin}/dashboard`);
  await unlock(page, NEW_WORDS);
  await openSwitch(page);
  await expectNothing('before the wallet is taken back');
  await button(page, 'Send it to the server').click();
  await (await comeTo(page, 'Family wallet')).getByText('Your wallet is saved.').waitFor();
  // Only the data chosen to be sent is sent.
  expect(findSecrets({ sent: wire.sent() }, secrets())).toEqual(['the vpub, as it is, in sent']);
  // An address sent while the wallet was being resealed is refused as outdated, and sent again.
  expect(problems.filter((one) => !one.includes('409'))).toEqual([]);
  await context.close();
});

test('a deliberate leak is found where it happens (VAULT-17)', async () => {
  const host = await app.signIn('vault-leaks@example.com');
  await host.send('POST', '/api/wallet/configure-encrypted', {
    ...{
      encryptedSecrets: oldPayload({ walletXpub: wallet.vpub }, WORDS),
      hasWallet: true,
      spending,
    },
  });
  const visited = await visit(browser, wire.origin, VIEW);
  const { page, context } = visited;
  const heard = recordPage(page);
  await signInAs(host, visited);
  await page.goto(`${wire.origin}/dashboard`);
  await page.getByRole('dialog', { name: 'Unlock Your Wallet' }).waitFor();
  const scripts = leaksBy(new URL(RELAY).href);
  const leaks = scripts.map(([what, , place]) => {
    const word = randomBytes(16).toString('hex');
    return { word, secret: secretText(what, word), found: `${what}, as it is, in ${place}` };
  });
  for (const [i, [, leak]] of scripts.entries())
    await page.evaluate(leak(leaks[i]?.word as string));
  const look = async () => ({
    ...(await keptBy(page)),
    ...{ sent: wire.sent(), heard: heard(), shown: await shownOn(page), page: await heapOf(page) },
  });
  const all = leaks.map(({ secret }) => secret);
  await expect
    .poll(async () => findSecrets(await look(), all))
    .toEqual(expect.arrayContaining(leaks.map(({ found }) => found)));
  await context.close();
});
