/** The first wallet of a family that wants encryption: sealed in the browser, never posted. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openParentView } from '#tests/web/family.tsx';
import { noneSent, type Reply, refusal, type Sent, sentTo } from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { DESCRIPTOR, id, noWallet, VPUB } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { openSecrets } from '#web/vault/cipher.ts';

const SAVE = 'POST /api/wallet/configure-encrypted';
const POSTED = 'POST /api/wallet/configure';
const WORDS = 'walnut-glacier-trumpet-meadow-copper-saddle-862';
const familyId = id(900);
const prefers = (prefersEncryption: boolean): Reply => [
  200,
  { prefersEncryption, hasLegacyWallet: false, hasEncryptedWallet: false },
];

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const NO_VAULT = {
  ...{ hasEncryptedWallet: false, encryptedSecrets: null, familyId, network: 'testnet' },
  ...{ version: 1, isRenewalDue: false, hasChildWallets: false, spending: null },
};

/** From a parent's dashboard to the open dialog. */
async function open(family: { prefers: boolean }, posted?: () => Reply) {
  stubVaultWorkers();
  const replies: Record<string, () => Reply> = {
    'GET /api/wallet/preferences': () => prefers(family.prefers),
    'GET /api/wallet/family-info': () => [200, noWallet()],
    'GET /api/wallet/encrypted-config': () => [200, NO_VAULT],
    [SAVE]: () => [200, { success: true, message: 'Done', version: 2 }],
    ...(posted && { [POSTED]: posted }),
  };
  const { sent } = await openParentView({}, replies);
  fireEvent.click(await screen.findByRole('button', { name: 'Configure' }));
  return sent;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const paste = async () => {
  type('Your wallet’s address', VPUB);
  await screen.findAllByText('Extended public key');
};
const noKeyIn = (sent: readonly Sent[]) =>
  expect(sent.map(({ url, init }) => url + JSON.stringify(init)).join()).not.toContain(
    VPUB.slice(4, 60),
  );

test('the first wallet after choosing "encrypted" is sealed here under a passphrase that is shown first (T09 VAULT-01 VAULT-52 SETUP-15)', async () => {
  const sent = await open({ prefers: true });
  await screen.findByRole('button', { name: 'Save it encrypted' });
  await paste();
  press('Save it encrypted');
  await screen.findAllByText('Please enter your passphrase');
  type('Passphrase', WORDS);
  type('The same passphrase again', WORDS);
  press('Save it encrypted');
  await screen.findByRole('dialog', { name: 'Your passphrase' });
  await noneSent(sent, SAVE);
  type('Word 2', 'glacier');
  type('Word 5', 'copper');
  press('I have written it down');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { encryptedSecrets, hasWallet, version } = (sentTo(sent, SAVE)[0] as Sent).body as {
    encryptedSecrets: never;
    hasWallet: boolean;
    version: number;
  };
  expect([hasWallet, version]).toEqual([true, 1]);
  const { secrets } = await openSecrets(encryptedSecrets, WORDS, { purpose: 'wallet', familyId });
  expect(secrets).toEqual({ walletXpub: DESCRIPTOR, refillToken: expect.any(String) });
  await noneSent(sent, POSTED);
  noKeyIn(sent);
});

test('where the other parent has just chosen it, Save sends nothing: what was pasted can be saved encrypted (T09 VAULT-01)', async () => {
  const family = { prefers: false };
  const sent = await open(family);
  await screen.findByRole('button', { name: 'Save' });
  await paste();
  family.prefers = true;
  press('Save');
  await screen.findByRole('button', { name: 'Save it encrypted' });
  expect(screen.getAllByText('Extended public key').length).toBeGreaterThan(0);
  await noneSent(sent, POSTED);
  noKeyIn(sent);
});

test('an unexpected refusal leads to the encrypted form, with what was pasted (VAULT-01)', async () => {
  const family = { prefers: false };
  await open(family, () => {
    family.prefers = true;
    return refusal(409, 'Your wallet is kept encrypted');
  });
  await screen.findByRole('button', { name: 'Save' });
  await paste();
  press('Save');
  await screen.findByRole('button', { name: 'Save it encrypted' });
  expect(screen.getAllByText('Extended public key').length).toBeGreaterThan(0);
});
