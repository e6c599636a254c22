/** The Lightning wizard: its six steps, each provider's check, and its calls. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Reply,
  refusal,
  type Sent,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { aConfig, aConfiguration, binding, changed, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { VPUB } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { openSecrets, sealSecrets } from '#web/vault/cipher.ts';
import { LightningSetupPage } from './setup-page.tsx';

const key = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const relay = 'wss://relay.coinos.io/';
const nwc = `nostr+walletconnect://${key}?relay=${relay}&secret=${key}`;
const SAVE = 'POST /api/lightning/configure-encrypted';

const preferences = { syncFrequency: 'weekly', emailReminders: false, spendingAlerts: false };
const unconnected = { configured: false, provider: null, connections: [], parentAddress: null };
const aLightning = (connections: object[] = []): Reply => [
  200,
  { ...unconnected, connections, childAddresses: {}, payLimits: {}, ...preferences },
];

beforeEach(() => history.replaceState(null, '', '/lightning-setup'));
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const stepText = () => screen.getByText(/^Step \d of 6/).textContent;

function open(replies: Record<string, Reply | readonly Reply[]> = {}) {
  stubVaultWorkers();
  const sent = serve({
    'GET /api/wallet/encrypted-config': aConfig(),
    'GET /api/wallet/configuration': aConfiguration(),
    'GET /api/lightning/config': aLightning(),
    ...replies,
  });
  show(<LightningSetupPage />);
  return sent;
}

async function toProvider() {
  await screen.findByText('Your browser can do this.');
  press('Continue');
  type('Passphrase', passphrase);
  type('The same passphrase again', passphrase);
  press('Continue');
}

async function toConfirm(withoutBudget = false) {
  await toProvider();
  press('Continue');
  type('Connection string', nwc);
  if (withoutBudget) fireEvent.click(screen.getByRole('switch', { name: /My wallet cannot/ }));
  press('Continue');
}

test('five providers: coinos recommended and free, breez not yet (LN-28)', async () => {
  open();
  await toProvider();
  expect(stepText()).toBe('Step 3 of 6: Provider');
  const options = screen.getAllByRole<HTMLInputElement>('radio');
  expect(options.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['coinos', false],
    ['alby', false],
    ['alby-cloud', false],
    ['phoenix', false],
    ['breez', true],
  ]);
  expect(options[0]?.checked).toBe(true);
  for (const words of [
    /Recommended, free/,
    /about 21k sats per month/,
    /Self-hosted/,
    /Coming soon/,
  ])
    screen.getByText(words);
});

test('a relay without TLS is read, and the server says whether it may be dialled (LN-29 T20)', async () => {
  const words = 'Expected relays with a public name over TLS (wss://)';
  open({ [SAVE]: refusal(400, words, 'spending.relays') });
  await toProvider();
  press('Continue');
  type('Connection string', nwc.replace(relay, 'ws://127.0.0.1:7447'));
  press('Continue');
  expect(stepText()).toBe('Step 5 of 6: Confirm');
  screen.getByText('ws://127.0.0.1:7447/');
  press('Encrypt and save');
  await screen.findByText(words);
});

test('only a whole connection string leads on, and every step has a way back (LN-26 LN-27 LN-29)', async () => {
  open();
  await toProvider();
  press('Continue');
  expect(stepText()).toBe('Step 4 of 6: Connection');
  type('Connection string', 'https://coinos.io');
  press('Continue');
  await screen.findAllByText('A connection string starts with nostr+walletconnect://');
  type('Connection string', nwc.slice(0, -9));
  press('Continue');
  await screen.findAllByText(/^This is not a whole connection string/);
  expect(stepText()).toBe('Step 4 of 6: Connection');
  type('Connection string', nwc);
  press('Continue');
  expect(stepText()).toBe('Step 5 of 6: Confirm');
  screen.getByText(relay);
  for (const step of [
    '4 of 6: Connection',
    '3 of 6: Provider',
    '2 of 6: Passphrase',
    '1 of 6: Browser',
  ]) {
    press('Back');
    expect(stepText()).toBe(`Step ${step}`);
  }
});

test('a token needs more than 10 characters (LN-30 LN-31)', async () => {
  open();
  await toProvider();
  fireEvent.click(screen.getByRole('radio', { name: /^Alby Cloud/ }));
  press('Continue');
  type('Access token', '0123456789');
  press('Continue');
  await screen.findAllByText('More than 10 characters are expected.');
  type('Access token', '0123456789a');
  press('Continue');
  expect(stepText()).toBe('Step 5 of 6: Confirm');
});

test('the connection is locked here, with a readable wallet; its end is the dashboard (LN-25 LN-33 LN-34 LN-35)', async () => {
  const readable = { hasWallet: true, walletXpub: VPUB, walletId: 'w1' };
  const sent = open({ 'GET /api/wallet/configuration': aConfiguration(readable), [SAVE]: changed });
  await toConfirm();
  press('Encrypt and save');
  expect(stepText()).toBe('Step 6 of 6: Save');
  await toasted('Lightning Configured');
  const { encryptedSecrets, ...rest } = (sentTo(sent, SAVE)[0] as Sent).body as {
    encryptedSecrets: never;
  };
  expect(rest).toEqual({
    ...{ provider: 'coinos', hasLightning: true, relays: [relay], version: 0, walletId: 'w1' },
  });
  expect((await openSecrets(encryptedSecrets, passphrase, binding)).secrets).toEqual({
    ...{ walletXpub: VPUB, lightningProvider: 'coinos', nwcConnectionString: nwc },
    refillToken: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const all = sent.map(({ url, init }) => url + JSON.stringify(init)).join('\n');
  for (const secret of [passphrase, nwc, `secret=${key}`, VPUB]) expect(all).not.toContain(secret);
  type('Word 2', 'orbit');
  type('Word 5', 'cactus');
  press('I have written it down');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
});

test('a refusal says why; it can be tried again, and there is a way back (LN-36)', async () => {
  open({ [SAVE]: refusal(409, 'Changed meanwhile') });
  await toConfirm();
  press('Encrypt and save');
  await toasted('Failed to configure Lightning wallet. Please try again.');
  await toasted('Setup Failed');
  screen.getByText('Changed meanwhile');
  screen.getByRole('button', { name: 'Try Again' });
  press('Back');
  expect(stepText()).toBe('Step 5 of 6: Confirm');
});

test('a parent’s yes to a connection without a budget is locked with it (T25)', async () => {
  const sent = open({ [SAVE]: changed });
  await toConfirm(true);
  press('Encrypt and save');
  await toasted('Lightning Configured');
  const body = sentTo(sent, SAVE)[0]?.body as { encryptedSecrets: never };
  expect((await openSecrets(body.encryptedSecrets, passphrase, binding)).secrets).toEqual({
    ...{ lightningProvider: 'coinos', nwcConnectionString: nwc, withoutBudget: 'yes' },
    refillToken: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('the family’s one vault is opened: what was in it stays, another provider’s secret goes (LN-34)', async () => {
  const before = {
    ...{ walletXpub: VPUB, lightningProvider: 'phoenix', phoenixApiKey: 'k'.repeat(20) },
    ...{ withoutBudget: 'yes', refillToken: 'ab'.repeat(32) },
  };
  const payload = await sealSecrets(before, passphrase, binding);
  const vault = { hasEncryptedWallet: true, encryptedSecrets: payload, version: 3 };
  const sent = open({ 'GET /api/wallet/encrypted-config': aConfig(vault), [SAVE]: changed });
  await screen.findByText('Your browser can do this.');
  press('Continue');
  expect(screen.queryByLabelText('The same passphrase again')).toBeNull();
  type('Passphrase', passphrase);
  press('Continue');
  await screen.findByRole('radio', { name: /^CoinOS/ });
  press('Continue');
  type('Connection string', nwc);
  press('Continue');
  press('Encrypt and save');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  const body = sentTo(sent, SAVE)[0]?.body as { encryptedSecrets: never; version: number };
  expect(body.version).toBe(3);
  expect((await openSecrets(body.encryptedSecrets, passphrase, binding)).secrets).toEqual({
    ...{ walletXpub: VPUB, lightningProvider: 'coinos', nwcConnectionString: nwc },
    refillToken: 'ab'.repeat(32),
  });
});

test('while a connection that pays is on the server, none goes into the vault (LN-34)', async () => {
  const connection = {
    ...{ purpose: 'spend', provider: 'CoinOS', type: 'nwc', state: 'connected', balance: null },
    ...{ budget: null, checkedAt: '2026-11-22T10:00:00Z', connectedAt: '2026-11-22T10:00:00Z' },
    isRotationDue: false,
  };
  open({ 'GET /api/lightning/config': aLightning([connection]) });
  await screen.findByText('A connection that pays is on this server');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});
