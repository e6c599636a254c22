/** The vault's screens: encrypting, unlocking, switching off, and what never leaves the browser. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { VaultPayload } from '#core/vault/payload.ts';
import type { EncryptedConfig } from '#features/money/vault/contract.ts';
import {
  type Reply,
  refusal,
  type Sent,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { binding, familyId, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { openSecrets, sealSecrets } from '#web/vault/cipher.ts';
import { EncryptedWallet } from './encrypted-wallet.tsx';
import { SecurityCard } from './security-card.tsx';
import { PassphrasePrompt } from './unlock/passphrase-prompt.tsx';

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const walletXpub =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
const firstAddress = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';
const payload = await sealSecrets({ walletXpub }, passphrase, binding);

const config = (over: Partial<EncryptedConfig> = {}): EncryptedConfig => ({
  hasEncryptedWallet: true,
  encryptedSecrets: payload,
  familyId,
  network: 'testnet',
  version: 4,
  isRenewalDue: false,
  hasChildWallets: false,
  spending: null,
  ...over,
});
const preferences = (hasLegacyWallet: boolean, hasEncryptedWallet: boolean): Reply => [
  200,
  { prefersEncryption: hasEncryptedWallet, hasLegacyWallet, hasEncryptedWallet },
];
const PREFERENCES = 'GET /api/wallet/preferences';
const CONFIG = 'GET /api/wallet/encrypted-config';
const changed: Reply = [200, { success: true, message: 'Done', version: 5 }];

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** No request contained any of them. */
const expectUnsent = (sent: readonly Sent[], secrets: readonly string[]) => {
  const all = sent.map(({ url, init, body }) => url + JSON.stringify([init, body])).join('\n');
  for (const secret of secrets) expect(all).not.toContain(secret);
};

/** DASH-24: in the wizard that seals another wallet instead. */
const expectEdit = () =>
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
    '/encryption-options#wallet',
  );

test('with no wallet there is nothing to encrypt (VAULT-31)', async () => {
  serve({ [PREFERENCES]: preferences(false, false) });
  show(<SecurityCard />);
  fireEvent.click(await screen.findByRole('switch'));
  await toasted('No Data to Encrypt');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('preferences that cannot be loaded say so, and can be tried again (VAULT-33)', async () => {
  serve({ [PREFERENCES]: [refusal(403, 'Access denied'), preferences(true, false)] });
  show(<SecurityCard />);
  await screen.findByText('Failed to load encryption preferences');
  await toasted('Error. Failed to load encryption preferences');
  press('Try Again');
  await screen.findByRole('switch');
});

test('a 401 for the preferences is asked again (VAULT-34)', async () => {
  const sent = serve({ [PREFERENCES]: [refusal(401, 'No'), preferences(true, false)] });
  show(<SecurityCard />);
  await screen.findByRole('switch', undefined, { timeout: 50_000 });
  expect(sentTo(sent, PREFERENCES)).toHaveLength(2);
});

test('turning on sends the locked wallet, and shows the passphrase once (VAULT-03 VAULT-04 VAULT-05 VAULT-07 VAULT-17)', async () => {
  const worker = stubVaultWorkers();
  const plain = { type: 'plaintext', hasWallet: true, encryptedSecrets: null, walletAddress: null };
  const sent = serve({
    [PREFERENCES]: preferences(true, false),
    [CONFIG]: [200, config({ hasEncryptedWallet: false, encryptedSecrets: null, version: 0 })],
    'GET /api/wallet/configuration': [200, { ...plain, walletXpub, walletId: 'w1', version: 0 }],
    'POST /api/wallet/encrypt-existing-data': changed,
  });
  show(<SecurityCard />);
  fireEvent.click(await screen.findByRole('switch'));
  const dialog = await screen.findByRole('dialog', { name: 'Encrypt our wallet' });
  // VAULT-22, 24, 25, 23: each mistake is named, and nothing is sent.
  press('Encrypt');
  await within(dialog).findAllByText('Please enter your passphrase');
  type('Passphrase', 'Ab1-');
  press('Encrypt');
  await within(dialog).findAllByText('At least 8 characters');
  type('Passphrase', passphrase);
  type('The same passphrase again', `${passphrase}8`);
  press('Encrypt');
  await within(dialog).findAllByText('Passphrases do not match');
  // The field is hidden until requested.
  expect(screen.getByLabelText('Passphrase')).toHaveProperty('type', 'password');
  press('Show');
  expect(screen.getByLabelText('Passphrase')).toHaveProperty('type', 'text');
  type('The same passphrase again', passphrase);
  expect(worker.posted).toEqual([]);
  press('Encrypt');
  await screen.findByText(passphrase);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  press('Print a recovery sheet');
  expect(print).toHaveBeenCalledTimes(1);
  const printed = [...document.querySelectorAll('.printed-sheet li')];
  expect(printed.map((word) => word.textContent)).toEqual(passphrase.split('-'));
  const [body] = sentTo(sent, 'POST /api/wallet/encrypt-existing-data').map((one) => one.body);
  const { encryptedData, ...rest } = body as { encryptedData: VaultPayload };
  expect(rest).toEqual({ prefersEncryption: true, version: 0, walletId: 'w1' });
  expect(await openSecrets(encryptedData, passphrase, binding)).toMatchObject({
    secrets: { walletXpub },
  });
  expectUnsent(sent, [passphrase, walletXpub]);
  // The drill: words 2 and 5.
  type('Word 2', 'orbit');
  type('Word 5', 'maple');
  press('I have written it down');
  await screen.findAllByText('This is not word 5');
  type('Word 5', 'Cactus ');
  press('I have written it down');
  await waitFor(() => expect(screen.queryByText(passphrase)).toBeNull());
});

test('a passphrase is made up, and the bars say how strong one is (VAULT-18 VAULT-28 VAULT-30)', async () => {
  stubVaultWorkers();
  serve({ [PREFERENCES]: preferences(true, false) });
  show(<SecurityCard />);
  fireEvent.click(await screen.findByRole('switch'));
  await screen.findByRole('dialog');
  const bars = () => {
    const meter = screen.getByRole('img');
    const on = [...meter.children].map(({ className }) => className).filter(Boolean);
    return [meter.getAttribute('aria-label'), on.length, on[0]];
  };
  type('Passphrase', 'lowercase');
  expect(bars()).toEqual(['Strength: 2 of 5', 2, 'bar-red']);
  screen.getByText(/Use at least 12 characters · Add a capital letter · Add a digit/);
  type('Passphrase', 'lowercase7');
  expect(bars()).toEqual(['Strength: 3 of 5', 3, 'bar-yellow']);
  type('Passphrase', 'Lowercase7');
  expect(bars()).toEqual(['Strength: 4 of 5', 4, 'bar-green']);
  press('Make one up for me');
  await screen.findByDisplayValue(/^$|x/).catch(() => undefined);
  await waitFor(() =>
    expect((screen.getByLabelText('Passphrase') as HTMLInputElement).value).toMatch(
      /^([a-z]+-){6}\d{1,3}$/,
    ),
  );
  expect(bars()).toEqual(['Strength: 5 of 5', 5, 'bar-green']);
});

test('what the server refuses is said, and the passphrase is not shown (VAULT-32)', async () => {
  stubVaultWorkers();
  const plain = { type: 'plaintext', hasWallet: true, encryptedSecrets: null, walletAddress: null };
  serve({
    [PREFERENCES]: preferences(true, false),
    [CONFIG]: [200, config({ hasEncryptedWallet: false, encryptedSecrets: null, version: 0 })],
    'GET /api/wallet/configuration': [200, { ...plain, walletXpub, walletId: 'w1', version: 0 }],
    'POST /api/wallet/encrypt-existing-data': refusal(409, 'Changed meanwhile'),
  });
  show(<SecurityCard />);
  fireEvent.click(await screen.findByRole('switch'));
  await screen.findByRole('dialog');
  type('Passphrase', passphrase);
  type('The same passphrase again', passphrase);
  press('Encrypt');
  await screen.findByText('Changed meanwhile');
  await toasted('Encryption Failed');
  expect(screen.queryByRole('dialog', { name: 'Your passphrase' })).toBeNull();
});

test('unlocking shows the addresses until the page or the person goes (VAULT-19 VAULT-20 VAULT-21 VAULT-38 VAULT-40)', async () => {
  const worker = stubVaultWorkers();
  const sent = serve({ [CONFIG]: [200, config()] });
  show(<EncryptedWallet height="9rem" />);
  await screen.findByText('Encrypted and locked');
  expectEdit();
  press('Unlock');
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Your Wallet' });
  const unlock = () => fireEvent.click(within(dialog).getByRole('button', { name: /^Unlock/ }));
  unlock();
  await within(dialog).findAllByText('Please enter your passphrase');
  type('Passphrase', `${passphrase}8`);
  unlock();
  await within(dialog).findAllByText('Incorrect passphrase. Please try again.');
  type('Passphrase', passphrase);
  unlock();
  await screen.findByText(firstAddress);
  await toasted('Wallet Unlocked');
  screen.getByText('Decrypted');
  screen.getByText('Unlocked in this tab only.');
  expectEdit();
  // The key is in the worker; the page shows it on request.
  expect(document.body.textContent).not.toContain(walletXpub);
  press('Show the public key');
  await screen.findByText(walletXpub);
  expectUnsent(sent, [passphrase, walletXpub, firstAddress]);
  const isLocked = () => screen.findByText('Encrypted and locked');
  press('Lock now');
  await isLocked();
  for (const leave of [
    () => dispatchEvent(new Event('pagehide')),
    () => forgetPerson(newQueryClient()),
  ]) {
    press('Unlock');
    await screen.findByRole('dialog');
    type('Passphrase', passphrase);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Unlock/ }));
    await screen.findByText(firstAddress);
    expect(document.body.textContent).not.toContain(walletXpub);
    leave();
    await isLocked();
  }
  expect(worker.ended).toBe(3);
});

test('nothing to open, and what is no payload, are told apart (VAULT-37 VAULT-39)', async () => {
  stubVaultWorkers();
  const none = config({ hasEncryptedWallet: false, encryptedSecrets: null });
  serve({
    [CONFIG]: [
      [200, config()],
      [200, none],
      [
        200,
        config({
          encryptedSecrets: { ...payload, encryptedData: 'RlZMAv////8AAAAAAAAAAAAAAAAAAAAAAAAA' },
        }),
      ],
    ],
  });
  show(<EncryptedWallet height="9rem" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
  const dialog = await screen.findByRole('dialog');
  const unlock = () => fireEvent.click(within(dialog).getByRole('button', { name: /^Unlock/ }));
  type('Passphrase', passphrase);
  unlock();
  await within(dialog).findAllByText('No encrypted wallet data found');
  unlock();
  await within(dialog).findAllByText(
    'Failed to decrypt wallet data. Please check your passphrase.',
  );
});

test('switching off asks, and sends what was opened in that version (VAULT-06 VAULT-10)', async () => {
  stubVaultWorkers();
  const sent = serve({
    [PREFERENCES]: preferences(false, true),
    [CONFIG]: [200, config()],
    'POST /api/wallet/set-encryption-preference': changed,
  });
  show(<SecurityCard />);
  fireEvent.click(await screen.findByRole('switch'));
  await screen.findByRole('dialog', { name: 'Unlock Your Wallet' });
  type('Passphrase', passphrase);
  press('Unlock');
  await screen.findByRole('alertdialog', { name: 'Switch encryption off?' });
  expectUnsent(sent, [passphrase, walletXpub]);
  press('Send it to the server');
  await waitFor(() =>
    expect(sentTo(sent, 'POST /api/wallet/set-encryption-preference')[0]?.body).toEqual({
      ...{ prefersEncryption: false, version: 4, wallet: { walletXpub } },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('the prompt has two ways out: Cancel logs out, the other one goes on (DASH-05)', async () => {
  stubVaultWorkers();
  serve({ [CONFIG]: [200, config()] });
  let cancelled = 0;
  show(<PassphrasePrompt onCancel={() => (cancelled += 1)} />);
  await screen.findByRole('dialog', { name: 'Unlock Your Wallet' });
  press('Cancel and log out');
  expect(cancelled).toBe(1);
  press('Continue without the wallet');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cancelled).toBe(1);
});
