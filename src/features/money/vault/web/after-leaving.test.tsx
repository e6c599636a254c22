/** After someone who could open the vault has left: each step is offered until done. */
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
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

const secrets = { nwcConnectionString: 'nostr+walletconnect://x' };
const spending = { provider: 'CoinOS', relays: ['wss://relay.example/'], isRotationDue: true };
const config = {
  ...{ hasEncryptedWallet: true, isRenewalDue: true, version: 4, spending },
  encryptedSecrets: await sealSecrets(secrets, passphrase, binding),
};
const CONFIG = 'GET /api/wallet/encrypted-config';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('the new passphrase comes first: a locked wallet is unlocked on the way (T19b)', async () => {
  stubVaultWorkers();
  serve({ [CONFIG]: aConfig(config) });
  show(<EncryptedWallet height="1rem" />);
  await screen.findByText(/knows the old one.*they can see it for ever/);
  expect(screen.queryByText(/Replace the connection/)).toBeNull();
  press('Choose it now');
  const unlocking = await screen.findByRole('dialog', { name: 'Unlock Your Wallet' });
  fireEvent.change(within(unlocking).getByLabelText('Passphrase'), {
    target: { value: passphrase },
  });
  fireEvent.click(within(unlocking).getByRole('button', { name: 'Unlock' }));
  await screen.findByRole('dialog', { name: 'New passphrase' });
});

test('then the connection is named, and the way to replace it; then nothing more (T19b)', async () => {
  const renewed = { ...config, isRenewalDue: false };
  const replaced = { ...renewed, spending: { ...spending, isRotationDue: false } };
  serve({ [CONFIG]: [aConfig(renewed), aConfig(replaced)] });
  const queries = show(<EncryptedWallet height="1rem" />);
  await screen.findByText('Replace the connection to CoinOS');
  await screen.findByText(/Remove it in CoinOS, then connect a new one here/);
  const way = screen.getByRole('link', { name: 'New connection' });
  expect(way.getAttribute('href')).toBe('/lightning-setup');
  await queries.invalidateQueries();
  await expect.poll(() => screen.queryByText(/Replace the connection/)).toBeNull();
});
