/** The encrypted wallet wizard: each step, its blockers, and what leaves the browser. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { VaultPayload } from '#core/vault/payload.ts';
import { aUser } from '#tests/web/replies.ts';
import {
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { aConfig, aConfiguration, binding, changed, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { FIRST, VPUB } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { browserCapability } from '#web/vault/capability.ts';
import { openSecrets, sealSecrets } from '#web/vault/cipher.ts';
import { WalletWizard } from './wallet-wizard.tsx';

const USER = 'GET /api/auth/user';
const CONFIG = 'GET /api/wallet/encrypted-config';
const CONFIGURATION = 'GET /api/wallet/configuration';
const CONFIGURE = 'POST /api/wallet/configure-encrypted';
const ENCRYPT = 'POST /api/wallet/encrypt-existing-data';

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const stepText = () => screen.getByText(/^Step \d of 4/).textContent;

function open(replies: Record<string, Reply | readonly Reply[]> = {}, signedOut = () => {}) {
  const worker = stubVaultWorkers();
  const answers = { [USER]: [200, aUser()] as Reply, [CONFIG]: aConfig() };
  const sent = serve({ ...answers, [CONFIGURATION]: aConfiguration(), ...replies });
  show(<WalletWizard onSignedOut={signedOut} />);
  return { sent, worker };
}

/** Past the browser's check. */
async function toPassphrase() {
  await screen.findByText('Your browser can do this.');
  press('Continue');
}

async function toWallet() {
  await toPassphrase();
  type('Passphrase', passphrase);
  type('The same passphrase again', passphrase);
  press('Continue');
}

async function toConfirm() {
  await toWallet();
  fireEvent.change(screen.getByLabelText('Your wallet’s address'), { target: { value: VPUB } });
  await screen.findByText('Extended public key');
  press('Continue');
}

test('a browser without Web Crypto is told what it lacks, and cannot continue (VAULT-44 VAULT-49 VAULT-50)', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('isSecureContext', false);
  open();
  await screen.findByText('It lacks: Web Crypto API, PBKDF2, AES-GCM.');
  screen.getByText(/^This page was loaded over plain HTTP from another machine/);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(stepText()).toBe('Step 1 of 4: Browser');
});

test('every part is tried, not only looked for (VAULT-49)', async () => {
  const all = { webCrypto: true, pbkdf2: true, aesGcm: true, randomValues: true };
  expect(await browserCapability()).toEqual({ supported: true, ...all });
  const whole = crypto.subtle;
  const subtle = { importKey: () => Promise.reject(new Error('no')) };
  vi.stubGlobal('crypto', { subtle });
  const some = { webCrypto: true, pbkdf2: false, aesGcm: false, randomValues: false };
  expect(await browserCapability()).toEqual({ supported: false, ...some });
  vi.stubGlobal('crypto', { subtle: whole });
  const noChance = { ...all, randomValues: false };
  expect(await browserCapability()).toEqual({ supported: false, ...noChance });
});

test('each missing part is named, even on a page over https (VAULT-50)', async () => {
  const subtle = { importKey: () => Promise.reject(new Error('no')) };
  vi.stubGlobal('crypto', { subtle, getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('isSecureContext', true);
  open();
  await screen.findByText('It lacks: PBKDF2, AES-GCM.');
  screen.getByText(/^Update it, or use another one/);
});

test('a weak passphrase, or two that differ, lead no further (VAULT-23 VAULT-45 VAULT-47)', async () => {
  open();
  await toPassphrase();
  expect(stepText()).toBe('Step 2 of 4: Passphrase');
  type('Passphrase', 'lowercase');
  type('The same passphrase again', 'lowercase');
  press('Continue');
  await toasted('Invalid Passphrase');
  await toasted('Please enter a strong passphrase first.');
  expect(stepText()).toBe('Step 2 of 4: Passphrase');
  type('Passphrase', passphrase);
  press('Continue');
  await screen.findAllByText('Passphrases do not match');
  expect(stepText()).toBe('Step 2 of 4: Passphrase');
  type('The same passphrase again', passphrase);
  press('Continue');
  expect(stepText()).toBe('Step 3 of 4: Wallet');
});

test('without an address or a key the hint says what is missing (VAULT-48)', async () => {
  open();
  await toWallet();
  const hint = 'Please enter either a wallet address or XPUB to continue.';
  screen.getByText(hint);
  press('Continue');
  await waitFor(() => expect(screen.getAllByText(hint)).toHaveLength(2));
  expect(stepText()).toBe('Step 3 of 4: Wallet');
});

test('the wallet is sealed here; only the locked copy is sent (VAULT-43 VAULT-46 VAULT-51 VAULT-56)', async () => {
  const { sent } = open({ [CONFIGURE]: changed });
  await toConfirm();
  expect(stepText()).toBe('Step 4 of 4: Confirm');
  press('Back');
  expect(stepText()).toBe('Step 3 of 4: Wallet');
  // The pasted text is still there.
  press('Continue');
  press('Encrypt and save');
  await toasted('Wallet Configured');
  const body = sentTo(sent, CONFIGURE)[0]?.body as { encryptedSecrets: never };
  expect(body).toMatchObject({ hasWallet: true, version: 0 });
  const { secrets } = await openSecrets(body.encryptedSecrets, passphrase, binding);
  expect(Object.keys(secrets)).toEqual(['walletXpub', 'refillToken']);
  const all = sent.map(({ url, init }) => url + JSON.stringify(init)).join('\n');
  for (const secret of [passphrase, VPUB, FIRST, String(secrets.walletXpub)])
    expect(all).not.toContain(secret);
  // Shown once, with the drill.
  type('Word 2', 'orbit');
  type('Word 5', 'cactus');
  press('I have written it down');
  await screen.findByText('Your wallet is encrypted.');
  expect(screen.queryByText(passphrase)).toBeNull();
});

test('a refusal says why, and the wizard stays where it is (VAULT-57)', async () => {
  open({ [CONFIGURE]: refusal(409, 'Changed meanwhile') });
  await toConfirm();
  press('Encrypt and save');
  await toasted('Failed to configure wallet. Please try again.');
  await toasted('Setup Failed');
  screen.getByText('Changed meanwhile');
  expect(stepText()).toBe('Step 4 of 4: Confirm');
});

test.each([
  ['with its token', { refillToken: 'ab'.repeat(32) }, [3]],
  // Sealed again with one as opened: the next save follows that version.
  ['of before there were tokens', {}, [3, 4]],
])(
  'a family with a vault %s opens it: no second passphrase, and what was in it stays (VAULT-43 T63)',
  async (_, token, versions) => {
    const payload = await sealSecrets({ walletAddress: FIRST, ...token }, passphrase, binding);
    const { sent } = open({
      [CONFIG]: aConfig({ hasEncryptedWallet: true, encryptedSecrets: payload, version: 3 }),
      [CONFIGURE]: [200, { success: true, message: 'Done', version: 4 }],
    });
    await toPassphrase();
    expect(screen.queryByLabelText('The same passphrase again')).toBeNull();
    type('Passphrase', `${passphrase}8`);
    press('Continue');
    await screen.findAllByText('Incorrect passphrase. Please try again.');
    type('Passphrase', passphrase);
    press('Continue');
    const field = await screen.findByLabelText('Your wallet’s address');
    fireEvent.change(field, { target: { value: VPUB } });
    await screen.findByText('Extended public key');
    press('Continue');
    press('Encrypt and save');
    await screen.findByText('Your wallet is encrypted.');
    const saved = sentTo(sent, CONFIGURE).map(
      ({ body }) => body as { encryptedSecrets: VaultPayload; version: number },
    );
    expect(saved.map(({ version }) => version)).toEqual(versions);
    const last = saved.at(-1)?.encryptedSecrets as VaultPayload;
    const { secrets } = await openSecrets(last, passphrase, binding);
    expect(secrets).toMatchObject({ refillToken: expect.any(String), ...token });
    expect(Object.keys(secrets)).toEqual(['walletXpub', 'refillToken']);
  },
);

test('a wallet that the server can read is encrypted in its place (VAULT-46)', async () => {
  const standard = { hasWallet: true, walletXpub: VPUB, walletId: 'w1' };
  const { sent } = open({ [CONFIGURATION]: aConfiguration(standard), [ENCRYPT]: changed });
  await toWallet();
  screen.getByText(/^This wallet is connected already/);
  press('Continue');
  press('Encrypt and save');
  await toasted('Wallet Configured');
  expect(sentTo(sent, ENCRYPT)[0]?.body).toMatchObject({ version: 0, walletId: 'w1' });
});

test('a wallet that cannot be loaded says so, and offers a retry (VAULT-58)', async () => {
  open({ [CONFIG]: [refusal(404, 'Not found'), aConfig()] });
  await toasted('Failed to load wallet information');
  press('Try Again');
  await screen.findByText('Your browser can do this.');
});

test('somebody whose session has ended is a visitor again (VAULT-59)', async () => {
  for (const call of [USER, CONFIG]) {
    const signedOut = vi.fn();
    open({ [call]: refusal(401, 'No') }, signedOut);
    await waitFor(() => expect(signedOut).toHaveBeenCalled());
  }
});

test('a child is told who may do this, and no call is made that it may not make (VAULT-59)', async () => {
  const { sent } = open({ [USER]: [200, aUser({ role: 'child' })] });
  await screen.findByText('Only a parent can set up the family’s wallet.');
  await noneSent(sent, CONFIG);
  await noneSent(sent, CONFIGURATION);
});
