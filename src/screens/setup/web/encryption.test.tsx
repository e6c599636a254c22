/** Encryption in the setup: the generated passphrase, the security step, and a closed tab. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aChild } from '#tests/web/replies.ts';
import { familyId, parent, preferences } from '#tests/web/setup-steps.ts';
import {
  noneSent,
  type Reply,
  type Sent,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { VPUB } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { openSecrets } from '#web/vault/cipher.ts';
import { SetupPage } from './setup-page.tsx';

const SETUP = 'POST /api/family/setup';
const CONFIGURE = 'POST /api/wallet/configure-encrypted';
const PREFERENCES = 'GET /api/wallet/preferences';
const changed: Reply = [200, { success: true, message: 'Done', version: 1 }];
const mia = aChild({ name: 'Mia' });

function open(replies: Record<string, Reply | readonly Reply[]> = {}) {
  stubVaultWorkers();
  const sent = serve({
    ...parent,
    [SETUP]: [200, { success: true, children: [mia] }],
    ...replies,
  });
  show(<SetupPage />);
  return sent;
}

beforeEach(() => history.replaceState(null, '', '/onboarding-setup?step=family'));
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tick = () =>
  fireEvent.click(screen.getByRole('checkbox', { name: 'I have written it down' }));
const madeUp = async () => (await screen.findByText(/^([a-z]+-){6}\d{1,3}$/)).textContent as string;
const child = async () => {
  fireEvent.change(await screen.findByLabelText("Child's name"), { target: { value: 'Mia' } });
  fireEvent.change(screen.getByLabelText('Age'), { target: { value: '9' } });
};
/** To the security step. */
const passWallets = async () => {
  await child();
  press('Continue');
  await screen.findByLabelText('Your wallet’s address');
  press('Not now');
  await screen.findByLabelText('Mia’s Lightning address');
  press('Not now');
};

test('a passphrase is shown if a wallet is locked with it; only the tick leads on (SETUP-09 SETUP-10 SETUP-11 SETUP-18)', async () => {
  const sent = open({
    [PREFERENCES]: [preferences(false), preferences(true)],
    [CONFIGURE]: changed,
  });
  await child();
  fireEvent.click(screen.getByRole('switch', { name: /^Encrypt our wallet/ }));
  press('Continue');
  const field = await screen.findByLabelText('Your wallet’s address');
  expect(document.querySelector('.kept-words')).toBeNull();
  expect(sentTo(sent, SETUP)[0]?.body).toMatchObject({ useEncryption: true });
  // The wallet goes into the vault at once, under the displayed passphrase.
  fireEvent.change(field, { target: { value: VPUB } });
  await screen.findByText('Extended public key');
  press('Continue');
  const words = await madeUp();
  press('Continue');
  await screen.findByText('Please write the passphrase down and tick this first.');
  await noneSent(sent, CONFIGURE);
  tick();
  // Nothing is locked with it yet: after ticking too soon it can be read, and the tick removed.
  expect(await madeUp()).toBe(words);
  tick();
  press('Continue');
  await screen.findByText('Please write the passphrase down and tick this first.');
  await noneSent(sent, CONFIGURE);
  tick();
  press('Continue');
  await screen.findByLabelText('Mia’s Lightning address');
  await toasted('Bitcoin Wallet Connected');
  const { encryptedSecrets } = (sentTo(sent, CONFIGURE)[0] as Sent).body as {
    encryptedSecrets: never;
  };
  const { secrets } = await openSecrets(encryptedSecrets, words, { purpose: 'wallet', familyId });
  expect(Object.keys(secrets)).toEqual(['walletXpub', 'refillToken']);
  const all = sent.map(({ url, init }) => url + JSON.stringify(init)).join('\n');
  for (const secret of [words, VPUB, String(secrets.walletXpub)]) expect(all).not.toContain(secret);
});

test('encrypted without a wallet: nothing is locked, so no passphrase is shown (SETUP-05 SETUP-09)', async () => {
  const sent = open({ [PREFERENCES]: preferences(true), 'GET /api/children': [200, [mia]] });
  await child();
  fireEvent.click(screen.getByRole('switch', { name: /^Encrypt our wallet/ }));
  press('Continue');
  await screen.findByLabelText('Your wallet’s address');
  press('Not now');
  await screen.findByLabelText('Mia’s Lightning address');
  press('Not now');
  await screen.findByText(/The wallet that you connect later is encrypted/);
  press('Change');
  press('Continue');
  await screen.findByText('The first page is written');
  expect(document.querySelector('.kept-words')).toBeNull();
  await noneSent(sent, CONFIGURE);
});

test('the security step asks who can read the key; a connected wallet is encrypted (SETUP-03 SETUP-15)', async () => {
  const readable = { type: 'plaintext', hasWallet: true, encryptedSecrets: null };
  const sent = open({
    [PREFERENCES]: preferences(false, true),
    'GET /api/wallet/configuration': [
      200,
      { ...readable, walletAddress: null, walletXpub: VPUB, walletId: 'w1', version: 0 },
    ],
    'POST /api/wallet/encrypt-existing-data': changed,
  });
  await passWallets();
  const zero = await screen.findByRole('radio', { name: /^Zero-knowledge mode/ });
  expect(screen.getByText(/Step 4 of 5/).textContent).toBe('Step 4 of 5: Security');
  fireEvent.click(zero);
  press('Continue');
  const words = await madeUp();
  tick();
  press('Continue');
  await screen.findByText('The first page is written');
  const [body] = sentTo(sent, 'POST /api/wallet/encrypt-existing-data').map((one) => one.body);
  const { encryptedData } = body as { encryptedData: never };
  const { secrets } = await openSecrets(encryptedData, words, { purpose: 'wallet', familyId });
  expect(secrets).toEqual({ walletXpub: VPUB, refillToken: expect.any(String) });
});

test('without a wallet the step says so: one press leads on and changes nothing (SETUP-05 SETUP-15)', async () => {
  const sent = open({ 'GET /api/children': [200, [mia]] });
  await passWallets();
  await screen.findByText('No wallet yet, so no key to protect');
  expect(screen.queryByRole('radio')).toBeNull();
  press('Continue');
  await screen.findByText('The first page is written');
  expect(sent.filter(({ call }) => /^(PUT|POST|PATCH) \/api\/wallet/.test(call))).toEqual([]);
});

test('without a wallet the choice can be made for later, and only the choice is saved (SETUP-15)', async () => {
  const set = 'POST /api/wallet/set-encryption-preference';
  const sent = open({ [set]: changed, 'GET /api/children': [200, [mia]] });
  await passWallets();
  await screen.findByText('No wallet yet, so no key to protect');
  press('Choose now for later');
  fireEvent.click(screen.getByRole('radio', { name: /^Zero-knowledge mode/ }));
  press('Continue');
  await screen.findByText('The first page is written');
  expect(sentTo(sent, set)[0]?.body).toEqual({ prefersEncryption: true, version: 0 });
});

test('closing the tab resumes at the same step; after the end the setup starts over (SETUP-02)', async () => {
  open({ 'GET /api/children': [200, [mia]] });
  await child();
  press('Continue');
  await screen.findByLabelText('Your wallet’s address');
  press('Not now');
  await screen.findByLabelText('Mia’s Lightning address');
  cleanup();
  open({ 'GET /api/children': [200, [mia]] });
  await screen.findByLabelText('Mia’s Lightning address');
  press('Not now');
  await screen.findByText('No wallet yet, so no key to protect');
  press('Continue');
  await screen.findByText('Mia has a savings book.');
  cleanup();
  open();
  await waitFor(() => screen.getByLabelText("Child's name"));
});
