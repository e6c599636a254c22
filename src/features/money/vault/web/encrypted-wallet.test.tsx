/** The card of an encrypted wallet names worthless money, like the readable one. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { aConfig, binding, passphrase } from '#tests/web/vault.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { EncryptedWallet } from './encrypted-wallet.tsx';

const encryptedSecrets = await sealSecrets({}, passphrase, binding);

test.each([
  ['signet', 1],
  ['mainnet', 0],
] as const)('on %s "Test money" stands there %i times (DASH-23)', async (network, times) => {
  serve({
    'GET /api/wallet/encrypted-config': aConfig({
      ...{ hasEncryptedWallet: true, encryptedSecrets, network, version: 1 },
    }),
  });
  show(<EncryptedWallet height="1rem" />);
  await screen.findByText('Encrypted and locked');
  expect(screen.queryAllByText('Test money')).toHaveLength(times);
});

test('who does not unlock now says “Not now”, and stays signed in (VAULT-21)', async () => {
  const sent = serve({
    'GET /api/wallet/encrypted-config': aConfig({
      ...{ hasEncryptedWallet: true, encryptedSecrets, network: 'signet', version: 1 },
    }),
  });
  show(<EncryptedWallet height="1rem" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlock Your Wallet' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});
