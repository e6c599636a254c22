/** The vault's screens without Web Crypto: over http from another machine. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { SecurityCard } from '../security-card.tsx';
import { PassphrasePrompt } from './passphrase-prompt.tsx';

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const preferences = { prefersEncryption: false, hasLegacyWallet: true, hasEncryptedWallet: false };
const familyId = '01a1fca1-0000-7000-8000-000000000001';
const config = {
  ...{ hasEncryptedWallet: false, encryptedSecrets: null, familyId, network: 'testnet' },
  ...{ version: 0, isRenewalDue: false, hasChildWallets: false, spending: null },
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('over http on a LAN the card and the prompt say what is missing and what to do (VAULT-50)', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('isSecureContext', false);
  stubVaultWorkers();
  serve({
    'GET /api/wallet/preferences': [200, preferences],
    'GET /api/wallet/encrypted-config': [200, config],
  });
  show(<SecurityCard />);
  await screen.findByText('It lacks: Web Crypto API, PBKDF2, AES-GCM.');
  expect(screen.getByRole('switch')).toHaveProperty('disabled', true);
  cleanup();
  show(<PassphrasePrompt onCancel={() => {}} />);
  await screen.findByText(/^This page was loaded over plain HTTP from another machine/);
  expect(screen.getByText(/in one of three ways/)).toBeTruthy();
  // The book stays accessible.
  press('Continue without the wallet');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
