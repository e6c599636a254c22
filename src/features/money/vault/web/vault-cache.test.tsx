/** Calls to the server before a wallet is unlocked, and how many. */
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { EncryptedConfig } from '#features/money/vault/contract.ts';
import { fakeApi, sentTo, serve, show } from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { openVersion } from '#web/vault/vault.ts';
import { EncryptedWallet } from './encrypted-wallet.tsx';

afterEach(() => {
  vi.useRealTimers();
  forgetPerson(newQueryClient());
});

const CONFIG = 'GET /api/wallet/encrypted-config';
const config: EncryptedConfig = {
  ...{ hasEncryptedWallet: true, familyId: '01a1fca1-0000-7000-8000-000000000001' },
  encryptedSecrets: {
    encryptedData: 'A'.repeat(40),
    iv: 'A'.repeat(16),
    salt: `${'A'.repeat(22)}==`,
  },
  ...{ network: 'testnet', version: 4, isRenewalDue: false, spending: null },
  hasChildWallets: false,
};

function Screen() {
  const [isThere, put] = useState(true);
  return (
    <>
      <button type="button" onClick={() => put(!isThere)}>
        Elsewhere
      </button>
      {isThere && <EncryptedWallet height="9rem" />}
    </>
  );
}

const leaveAndReturn = async () => {
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  fireEvent.click(elsewhere);
  fireEvent.click(elsewhere);
  await screen.findByText('Encrypted and locked');
};

test('the locked wallet is asked for once in five minutes (VAULT-12)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const sent = serve({ [CONFIG]: [200, config] });
  show(<Screen />);
  await screen.findByText('Encrypted and locked');
  vi.setSystemTime(Date.now() + 4 * 60_000);
  await leaveAndReturn();
  expect(sentTo(sent, CONFIG)).toHaveLength(1);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await leaveAndReturn();
  await vi.waitFor(() => expect(sentTo(sent, CONFIG)).toHaveLength(2));
});

test('without a passphrase nothing is asked and nothing is opened (VAULT-22)', async () => {
  const workers = stubVaultWorkers();
  const sent = serve({ [CONFIG]: [200, config] });
  show(<EncryptedWallet height="9rem" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  await within(dialog).findAllByText('Please enter your passphrase');
  expect(sentTo(sent, CONFIG)).toHaveLength(1);
  expect(workers.posted.filter((one) => !one.includes('prepare'))).toEqual([]);
});

test('the other parent has chosen a new passphrase meanwhile: the old one opens nothing (VAULT-38 T19b)', async () => {
  stubVaultWorkers();
  const [old, renewed] = ['maple-orbit-lantern-417', 'cactus-violin-pebble-862'];
  const binding = { purpose: 'wallet', familyId: config.familyId } as const;
  const walletAddress = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';
  const payload = (passphrase: string) => sealSecrets({ walletAddress }, passphrase, binding);
  const newer = { ...config, version: 5, encryptedSecrets: await payload(renewed) };
  serve({
    [CONFIG]: [
      [200, { ...config, encryptedSecrets: await payload(old) }],
      [200, newer],
    ],
  });
  show(<EncryptedWallet height="9rem" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
  const dialog = await screen.findByRole('dialog');
  const unlock = (passphrase: string) => {
    fireEvent.change(within(dialog).getByLabelText('Passphrase'), {
      target: { value: passphrase },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  };
  unlock(old);
  await within(dialog).findAllByText('Incorrect passphrase. Please try again.');
  expect(screen.queryByText('Unlocked in this tab only.')).toBeNull();
  unlock(renewed);
  await screen.findByText(walletAddress);
});

/** As specified: fewer rounds, and nothing else authenticated. */
async function oldPayload(secrets: object, words: string) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const [salt, iv] = [16, 12].map((size) => crypto.getRandomValues(new Uint8Array(size)));
  const base = await crypto.subtle.importKey('raw', bytes(words), 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: salt as BufferSource, iterations: 100_000 };
  const aes = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(how, base, aes, false, ['encrypt']);
  const cipher = { name: 'AES-GCM', iv: iv as BufferSource };
  const data = await crypto.subtle.encrypt(cipher, key, bytes(JSON.stringify(secrets)));
  const [encryptedData, ivText, saltText] = [new Uint8Array(data), iv, salt].map((one) =>
    btoa(String.fromCharCode(...(one as Uint8Array))),
  ) as [string, string, string];
  return { encryptedData, iv: ivText, salt: saltText };
}

test('a payload of an old form is open as what it was replaced by, before the screen is asked for anew (VAULT-16)', async () => {
  stubVaultWorkers();
  const passphrase = 'maple-orbit-lantern-417';
  const walletAddress = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';
  const old = { ...config, encryptedSecrets: await oldPayload({ walletAddress }, passphrase) };
  const SAVE = 'POST /api/wallet/configure-encrypted';
  let isSaved = false;
  const sent = fakeApi(({ call }) => {
    if (call === SAVE) {
      isSaved = true;
      return [200, { success: true, message: 'Done', version: 5 }];
    }
    if (call !== CONFIG) return undefined;
    // The screen's next reply never comes.
    return isSaved ? new Promise(() => undefined) : [200, old];
  });
  show(<EncryptedWallet height="9rem" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByLabelText('Passphrase');
  fireEvent.change(field, { target: { value: passphrase } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  await screen.findByText(walletAddress);
  await expect.poll(() => sentTo(sent, SAVE).length).toBe(1);
  await expect.poll(openVersion).toBe(5);
});
