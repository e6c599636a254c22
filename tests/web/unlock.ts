/** A vault with a spending connection, for tests of an unlocked browser. */
import { act } from '@testing-library/react';
import { binding, passphrase } from '#tests/web/vault.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { openVault } from '#web/vault/vault.ts';

const payload = await sealSecrets(
  { nwcConnectionString: 'nostr+walletconnect://x' },
  passphrase,
  binding,
);

/** Unlocks it like a parent who enters the passphrase. */
export const unlock = () =>
  act(() => openVault(1, { payload, passphrase, binding, network: 'regtest' }));
