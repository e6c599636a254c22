/** Unlocking by passkey: failures, a new passphrase, then a passkey that unlocks. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { VaultPasskey } from '#features/money/vault/passkeys/contract.ts';
import { type Answer, type Device, idOf, stubPasskeys } from '#tests/web/passkeys.ts';
import {
  fakeApi,
  noneSent,
  type Reply,
  refusal,
  sentTo,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { aConfig, binding, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { EncryptedWallet } from './encrypted-wallet.tsx';

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const walletAddress = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';
const renewed = 'cactus-violin-pebble-harbor-walnut-anchor-862';
const payloads = {
  old: await sealSecrets({ walletAddress }, passphrase, binding),
  renewed: await sealSecrets({ walletAddress }, renewed, binding),
};
const ID = '01a1fca1-0000-7000-8000-000000000007';
const SAVE = `PUT /api/wallet/passkeys/${ID}`;
const phone: Device = { credentialId: idOf('the phone'), key: 'a secret of the phone' };
const aPasskey = (over: Partial<VaultPasskey> = {}): VaultPasskey => ({
  ...{ id: ID, credentialId: phone.credentialId, transports: ['internal'] },
  ...{ hasPrf: true, lock: null, ...over },
});

/** A server that stores what is saved, like the real one. */
function open(answers: readonly Answer[], { hasPrf = true, own = [aPasskey()] } = {}) {
  stubVaultWorkers();
  const asking = stubPasskeys(answers, hasPrf);
  const kept = { own, payload: payloads.old, version: 4, refused: undefined as Reply | undefined };
  const sent = fakeApi(({ call, body }) => {
    switch (call) {
      case 'GET /api/wallet/encrypted-config': {
        const { payload: encryptedSecrets, version } = kept;
        return aConfig({ hasEncryptedWallet: true, encryptedSecrets, version });
      }
      case 'GET /api/wallet/passkeys':
        return [200, kept.own];
      case SAVE: {
        if (kept.refused) return kept.refused;
        const { salt, sealed } = body as { salt: string; sealed: string };
        kept.own = kept.own.map((one) => ({ ...one, lock: { salt, sealed } }));
        return [200, { success: true }];
      }
      case 'DELETE /api/wallet/passkeys':
        kept.own = kept.own.map((one) => ({ ...one, lock: null }));
        return [200, { success: true }];
    }
    return undefined;
  });
  show(<EncryptedWallet height="9rem" />);
  return { asking, kept, sent };
}

const UNLOCK = 'Unlock with a passkey';
const SET_UP = 'Unlock this wallet with a passkey';
const TRY = 'Try a passkey you already have';
const REMOVE = 'Remove unlocking by passkey';
const CANNOT = /^This browser cannot unlock a wallet with a passkey/;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressSoon = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const type = (dialog: HTMLElement, words: string) =>
  fireEvent.change(within(dialog).getByLabelText('Passphrase'), { target: { value: words } });
const submit = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('button', { name }));

async function openPrompt(): Promise<HTMLElement> {
  await screen.findByText('Encrypted and locked');
  press('Unlock');
  return screen.findByRole('dialog', { name: 'Unlock Your Wallet' });
}

async function unlock(words = passphrase) {
  const dialog = await openPrompt();
  type(dialog, words);
  submit(dialog, 'Unlock');
  await screen.findByText('Unlocked in this tab only.');
}

async function startSetUp(button = SET_UP): Promise<HTMLElement> {
  await unlock();
  await pressSoon(button);
  return screen.findByRole('dialog', { name: SET_UP });
}

/** A passkey that unlocks the wallet, now locked. */
async function setUp() {
  const dialog = await startSetUp();
  type(dialog, passphrase);
  submit(dialog, 'Continue');
  await toasted('Your passkey unlocks the wallet now');
  press('Lock now');
}

test('a browser without PRF offers no passkey and says so (VAULT-17 VAULT-20)', async () => {
  const lock = { salt: `${'A'.repeat(43)}=`, sealed: 'A'.repeat(80) };
  const { asking } = open([phone], { hasPrf: false, own: [aPasskey({ lock })] });
  const dialog = await openPrompt();
  await within(dialog).findByText(CANNOT);
  expect(screen.queryByRole('button', { name: UNLOCK })).toBeNull();
  type(dialog, passphrase);
  submit(dialog, 'Unlock');
  await screen.findByText('Unlocked in this tab only.');
  screen.getByText(CANNOT);
  expect(screen.queryByRole('button', { name: SET_UP })).toBeNull();
  // This browser can undo another's setup.
  await pressSoon(REMOVE);
  await toasted('Only the passphrase unlocks it now');
  expect(asking.asked).toBe(0);
});

test('who has no passkey hears nothing about passkeys (VAULT-20)', async () => {
  const { sent } = open([phone], { own: [] });
  await unlock();
  await waitFor(() => expect(sentTo(sent, 'GET /api/wallet/passkeys')).not.toEqual([]));
  expect(screen.queryByText(CANNOT)).toBeNull();
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
});

test('nothing is saved without the passphrase, a passkey that can, and the server’s yes (VAULT-17 VAULT-22 VAULT-38)', async () => {
  const cannot: Device = { ...phone, key: undefined };
  const stranger: Device = { credentialId: idOf('another'), key: 'another secret' };
  const { asking, kept, sent } = open(['cancel', cannot, stranger, phone]);
  const dialog = await startSetUp();
  const refuses = async (words: string) => {
    submit(dialog, 'Continue');
    await within(dialog).findAllByText(words);
  };
  await refuses('Please enter your passphrase');
  expect(asking.asked).toBe(0);
  type(dialog, passphrase);
  await refuses('Nothing has changed. Your passphrase works as before.');
  for (let times = 0; times < 2; times += 1)
    await refuses('This passkey cannot unlock the wallet. Your passphrase works as before.');
  type(dialog, `${passphrase}8`);
  await refuses('Incorrect passphrase. Please try again.');
  await noneSent(sent, SAVE);
  kept.refused = refusal(409, 'The wallet has changed meanwhile');
  type(dialog, passphrase);
  await refuses('The wallet has changed meanwhile');
  expect(kept.own).toEqual([aPasskey()]);
});

test.each<[string, Answer]>([
  ['a cancelled one', 'cancel'],
  ['one that derives nothing', { ...phone, key: undefined }],
  ['one that is not among them', { credentialId: idOf('another'), key: 'a secret of the phone' }],
  ['one with another secret', { ...phone, key: 'another secret' }],
])('%s opens nothing, and the passphrase still does (VAULT-17 VAULT-38)', async (_, answer) => {
  open([phone, answer]);
  await setUp();
  const dialog = await openPrompt();
  await pressSoon(UNLOCK);
  await within(dialog).findByText(/^The passkey did not unlock the wallet/);
  screen.getByText('Encrypted and locked');
  type(dialog, passphrase);
  submit(dialog, 'Unlock');
  await screen.findByText(walletAddress);
});

test('after a new passphrase the passkey opens nothing, and goes from the prompt (VAULT-17 VAULT-38)', async () => {
  const { kept } = open([phone]);
  await setUp();
  // The other parent saves it with an older client: the sealed copy stays for now.
  Object.assign(kept, { payload: payloads.renewed, version: 5 });
  const dialog = await openPrompt();
  await screen.findByRole('button', { name: UNLOCK });
  kept.own = [aPasskey()];
  press(UNLOCK);
  await within(dialog).findByText(/^The passkey did not unlock the wallet/);
  await waitFor(() => expect(screen.queryByRole('button', { name: UNLOCK })).toBeNull());
  type(dialog, passphrase);
  submit(dialog, 'Unlock');
  await within(dialog).findAllByText('Incorrect passphrase. Please try again.');
  type(dialog, renewed);
  submit(dialog, 'Unlock');
  await screen.findByText(walletAddress);
});

test('a passkey is set up, unlocks, and is taken back; the passphrase is not sent (VAULT-17 VAULT-20)', async () => {
  const { kept, sent } = open([phone]);
  await setUp();
  expect(sentTo(sent, SAVE)[0]?.body).toMatchObject({ version: 4 });
  const all = sent.map(({ url, init }) => url + JSON.stringify(init)).join('\n');
  expect(all).not.toContain(passphrase);
  expect(all).not.toContain(Buffer.from(passphrase).toString('base64'));
  await openPrompt();
  await pressSoon(UNLOCK);
  await screen.findByText(walletAddress);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: SET_UP })).toBeNull();
  await pressSoon(REMOVE);
  await toasted('Only the passphrase unlocks it now');
  await screen.findByRole('button', { name: SET_UP });
  expect(kept.own).toEqual([aPasskey()]);
});

test('a passkey that never said it could is tried, and unlocks where it can (VAULT-20)', async () => {
  const older = aPasskey({ hasPrf: false });
  open([{ ...phone, key: undefined }, phone], { own: [older] });
  const dialog = await startSetUp(TRY);
  within(dialog).getByText(/^Not every passkey can do this/);
  type(dialog, passphrase);
  submit(dialog, 'Continue');
  await within(dialog).findAllByText(/^This passkey cannot unlock the wallet/);
  submit(dialog, 'Continue');
  await toasted('Your passkey unlocks the wallet now');
  press('Lock now');
  await openPrompt();
  await pressSoon(UNLOCK);
  await screen.findByText(walletAddress);
});
