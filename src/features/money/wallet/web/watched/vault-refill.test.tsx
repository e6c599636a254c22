/**
 * An unlocked browser's automatic calls: with the vault's token if it has one, and never with an
 * unrequested dialog.
 */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { aCoverage, anInfo, FIRST, noWallet, SIXTH, VPUB } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { setStepUp } from '#web/step-up.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { openVault } from '#web/vault/vault.ts';
import { VaultWatch } from './vault-watch.tsx';

const KNOWN = 'GET /api/wallet/prepared-addresses';
const ADD = 'POST /api/wallet/prepared-addresses';
const REFILL = `${ADD}/refill`;
const FORGET = `${ADD}/forget`;
const FORGET_UNASKED = `${ADD}/forget-unasked`;
const SCAN = 'POST /api/wallet/scan-balance';
const refillToken = 'ab'.repeat(32);
const binding = { purpose: 'wallet', familyId: '01a1fca1-0000-7000-8000-000000000001' } as const;
const passphrase = 'maple-orbit-lantern-pebble-cactus-violin-417';
const stale: Reply = [403, { message: 'Sign in again', code: 'SIGN_IN_AGAIN' }];
const knows = (
  scriptType: 'p2wpkh' | null,
  first: number,
  count: number,
  isRefillable = false,
): Reply => [
  200,
  {
    ...{ scriptType, firstAddress: scriptType && FIRST, isRefillable },
    missing: { receive: { first, count }, change: { first, count } },
  },
];

const scanned: Reply = [200, { totalBalance: '0.00000000', addresses: [], scan: null }];
const quiet = { 'GET /api/wallet/deposits': [200, []], 'GET /api/children': [200, []] } as const;
const patient = { timeout: 20_000 };

async function unlock(secrets: object): Promise<void> {
  const payload = await sealSecrets(secrets, passphrase, binding);
  await act(() => openVault(4, { payload, passphrase, binding, network: 'testnet' }));
}

afterEach(() => {
  setStepUp(undefined);
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

test('a refill that needs a fresh sign-in asks for it only once somebody presses, and is then sent (T28 WALL-11)', async () => {
  stubVaultWorkers();
  const ask = vi.fn(async () => true);
  setStepUp(ask);
  const sent = serve({
    'GET /api/wallet/family-info': [200, noWallet()],
    ...{ [KNOWN]: knows(null, 0, 20), [SCAN]: scanned },
    [ADD]: [stale, stale, knows('p2wpkh', 20, 0)],
  });
  show(<VaultWatch />);
  await unlock({ walletXpub: VPUB });
  const name = 'Prepare more addresses';
  const button = await screen.findByRole('button', { name }, { timeout: 20_000 });
  expect(ask).not.toHaveBeenCalled();
  expect(sentTo(sent, ADD)).toHaveLength(1);
  fireEvent.click(button);
  await waitFor(() => expect(sentTo(sent, ADD)).toHaveLength(3));
  expect(ask).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
});

test('with the token of its vault a browser continues the addresses, and nobody is asked for anything (T63 WALL-11)', async () => {
  stubVaultWorkers();
  const ask = vi.fn(async () => true);
  setStepUp(ask);
  const sent = serve({
    ...{ 'GET /api/wallet/family-info': [200, noWallet()], ...quiet, [SCAN]: scanned },
    ...{ [KNOWN]: knows('p2wpkh', 20, 7, true), [REFILL]: knows('p2wpkh', 27, 0, true) },
  });
  show(<VaultWatch />);
  await unlock({ walletXpub: VPUB, refillToken });
  await waitFor(() => expect(sentTo(sent, SCAN)).not.toEqual([]), patient);
  const [body] = sentTo(sent, REFILL).map((one) => one.body as Record<string, unknown>);
  expect(body).toMatchObject({ version: 4, refillToken, firstAddress: FIRST });
  expect(body?.receive).toMatchObject({ first: 20, addresses: expect.any(Array) });
  expect(sentTo(sent, ADD)).toEqual([]);
  expect(ask).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Prepare more addresses' })).toBeNull();
});

test.each([
  ['no token stands', false, []],
  ['the server knows another token', true, [REFILL]],
])('where %s, a press prepares more and registers this one (T63)', async (_, stands, tried) => {
  stubVaultWorkers();
  const ask = vi.fn(async () => true);
  setStepUp(ask);
  const why = 'Your browser can’t add or remove addresses on its own yet.';
  const sent = serve({
    ...{ 'GET /api/wallet/family-info': [200, noWallet()], ...quiet, [SCAN]: scanned },
    ...{
      [KNOWN]: knows('p2wpkh', 20, 7, stands),
      [ADD]: [stale, stale, knows('p2wpkh', 27, 0, true)],
    },
    [REFILL]: [409, { message: why, code: 'CONFLICT', reason: 'REFILL_UNKNOWN' }],
  });
  show(<VaultWatch />);
  await unlock({ walletXpub: VPUB, refillToken });
  const name = 'Prepare more addresses';
  const button = await screen.findByRole('button', { name }, patient);
  expect(sent.map(({ call }) => call)).toEqual(expect.arrayContaining([...tried, ADD]));
  expect(screen.queryByText(why)).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  fireEvent.click(button);
  await waitFor(() => expect(sentTo(sent, ADD)).toHaveLength(3));
  expect(sentTo(sent, ADD)[2]?.body).toMatchObject({ refillToken });
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
});

test('with the token, addresses of a wallet that is no longer in the vault go without a press (T63 VAULT-01)', async () => {
  stubVaultWorkers();
  const ask = vi.fn(async () => true);
  setStepUp(ask);
  const sent = serve({
    ...{ 'GET /api/wallet/family-info': [200, anInfo({ xpub: null })], ...quiet },
    'GET /api/wallet/coverage': [200, aCoverage()],
    ...{ [KNOWN]: knows('p2wpkh', 20, 0, true), [FORGET_UNASKED]: knows(null, 0, 20) },
  });
  show(<VaultWatch />);
  await unlock({ walletAddress: SIXTH, refillToken });
  await waitFor(() => expect(sentTo(sent, FORGET_UNASKED)).toHaveLength(1), patient);
  expect(sentTo(sent, FORGET_UNASKED)[0]?.body).toEqual({
    ...{ version: 4, firstAddress: FIRST, refillToken },
  });
  expect(sentTo(sent, FORGET)).toEqual([]);
  expect(ask).not.toHaveBeenCalled();
});
