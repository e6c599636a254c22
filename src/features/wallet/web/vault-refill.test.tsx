/** The refill that an unlocked browser sends by itself opens no dialog that nobody asked for. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { setStepUp } from '#web/step-up.ts';
import { type Reply, sentTo, serve, show } from '#web/test-support.tsx';
import { sealSecrets } from '#web/vault/cipher.ts';
import { stubVaultWorkers } from '#web/vault/test-worker.ts';
import { openVault } from '#web/vault/vault.ts';
import { FIRST, noWallet, VPUB } from './test-wallet.ts';
import { VaultWatch } from './vault-watch.tsx';

const ADD = 'POST /api/wallet/prepared-addresses';
const binding = { purpose: 'wallet', familyId: '01a1fca1-0000-7000-8000-000000000001' } as const;
const passphrase = 'maple-orbit-lantern-pebble-cactus-violin-417';
const stale: Reply = [403, { message: 'Sign in again', code: 'SIGN_IN_AGAIN' }];
const knows = (scriptType: 'p2wpkh' | null, first: number, count: number): Reply => [
  200,
  {
    ...{ scriptType, firstAddress: scriptType && FIRST },
    missing: { receive: { first, count }, change: { first, count } },
  },
];

afterEach(() => {
  setStepUp(undefined);
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

test('T28 WALL-11 a refill that needs a fresh sign-in asks for it only once somebody presses, and is then sent', async () => {
  stubVaultWorkers();
  const ask = vi.fn(async () => true);
  setStepUp(ask);
  const sent = serve({
    'GET /api/wallet/family-info': [200, noWallet()],
    'GET /api/wallet/prepared-addresses': knows(null, 0, 20),
    'POST /api/wallet/scan-balance': [
      200,
      { totalBalance: '0.00000000', addresses: [], scan: null },
    ],
    [ADD]: [stale, stale, knows('p2wpkh', 20, 0)],
  });
  show(<VaultWatch />);
  const payload = await sealSecrets({ walletXpub: VPUB }, passphrase, binding);
  await act(() => openVault(4, { payload, passphrase, binding, network: 'testnet' }));
  const name = 'Prepare more addresses';
  const button = await screen.findByRole('button', { name }, { timeout: 20_000 });
  expect(ask).not.toHaveBeenCalled();
  expect(sentTo(sent, ADD)).toHaveLength(1);
  fireEvent.click(button);
  await waitFor(() => expect(sentTo(sent, ADD)).toHaveLength(3));
  expect(ask).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
});
