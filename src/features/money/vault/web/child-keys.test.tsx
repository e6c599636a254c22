/** Giving up the vault: the keys to the children's wallets go too, and the question says so. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { aConfig, binding, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { EncryptedWallet } from './encrypted-wallet.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const encryptedSecrets = await sealSecrets({ subWalletKeys: '7'.repeat(64) }, passphrase, binding);
const CONFIG = 'GET /api/wallet/encrypted-config';
const LOST = /keys to your children’s own wallets are deleted/;
const open = (hasChildWallets: boolean) => {
  stubVaultWorkers();
  serve({ [CONFIG]: aConfig({ hasEncryptedWallet: true, encryptedSecrets, hasChildWallets }) });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each([false, true])(
  'deleting a vault with children’s keys (%s) says so (T48)',
  async (has) => {
    open(has);
    show(<EncryptedWallet height="1rem" />);
    await screen.findByText(/Only your passphrase opens it/);
    press('The passphrase is lost');
    await screen.findByText(/Nobody can open it without the passphrase/);
    expect(screen.queryByText(LOST) !== null).toBe(has);
  },
);

test.each([false, true])('switching off with children’s keys (%s) says so (T48)', async (has) => {
  open(has);
  show(<SwitchOffDialog hasWallet onClose={() => undefined} />);
  fireEvent.change(await screen.findByLabelText('Passphrase'), { target: { value: passphrase } });
  await screen.findByRole('button', { name: 'Unlock' });
  press('Unlock');
  await screen.findByRole('alertdialog', { name: 'Switch encryption off?' });
  expect(screen.queryByText(LOST) !== null).toBe(has);
});
