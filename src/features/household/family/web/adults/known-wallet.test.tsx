/** After an adult has left: each known part of the wallet is named until replaced. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  Connection,
  LightningConfig,
} from '#features/money/lightning/connections/contract.ts';
import { type Reply, serve, show } from '#tests/web/support.tsx';
import { aConfig } from '#tests/web/vault.ts';
import { KnownWallet } from './known-wallet.tsx';

const AT = '2026-05-03T06:00:00.000Z';
const hub: Connection = {
  ...{ purpose: 'receive', provider: 'Alby Hub', type: 'alby_hub', state: 'connected' },
  ...{ balance: null, budget: null, checkedAt: AT, connectedAt: AT, isRotationDue: true },
};
const lightning = (over: Partial<Connection> = {}): Reply => {
  const config: LightningConfig = {
    ...{ configured: true, provider: 'Alby Hub', connections: [{ ...hub, ...over }] },
    ...{ childAddresses: {}, payLimits: {}, syncFrequency: 'weekly', emailReminders: false },
    ...{ spendingAlerts: false, parentAddress: null },
  };
  return [200, config];
};
const spending = { provider: 'CoinOS', relays: [], isRotationDue: true };
const open = (sealed: Reply, onServer: Reply | readonly Reply[]) => {
  serve({ 'GET /api/wallet/encrypted-config': sealed, 'GET /api/lightning/config': onServer });
  return show(<KnownWallet />);
};

test('the passphrase and each connection are named, with the way to Home (T19b)', async () => {
  open(aConfig({ hasEncryptedWallet: true, isRenewalDue: true, spending }), lightning());
  await screen.findByText('To be replaced: the passphrase of your wallet, CoinOS, Alby Hub.');
  expect(screen.getByRole('link', { name: 'To Home' }).getAttribute('href')).toBe('/dashboard');
});

test('nothing is said once another connection has taken the place of the old one (T19b)', async () => {
  const queries = open(aConfig(), [lightning(), lightning({ isRotationDue: false })]);
  await screen.findByText('To be replaced: Alby Hub.');
  await queries.invalidateQueries();
  await expect.poll(() => screen.queryByText(/To be replaced/)).toBeNull();
});
