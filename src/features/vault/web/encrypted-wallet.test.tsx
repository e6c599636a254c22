/** The card of an encrypted wallet names money that is worth nothing, as the readable one does. */
import { screen } from '@testing-library/react';
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
