/** /lightning-connect with an encrypted wallet: spending secrets are never sent. */
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Reply, sentTo, serve, show, toasted } from '#tests/web/support.tsx';
import { aConfig } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import type { DescribeOutput } from '#web/vault/paying.ts';
import { ConnectPage } from './connect-page.tsx';

const CONNECT = 'POST /api/lightning/connect';
const MODE = 'GET /api/wallet/preferences';
const AT = '2026-11-22T12:00:00.000Z';
const STRING = `nostr+walletconnect://${'ab'.repeat(32)}?relay=wss://a.b&secret=${'cd'.repeat(32)}`;

const modeOf = (prefersEncryption: boolean): Reply => [
  200,
  { prefersEncryption, hasLegacyWallet: false, hasEncryptedWallet: prefersEncryption },
];
const connected: Reply = [
  200,
  {
    ...{ success: true, provider: 'CoinOS' },
    connection: {
      ...{ purpose: 'receive', provider: 'CoinOS', type: 'nwc', state: 'connected', balance: 900 },
      ...{ budget: null, checkedAt: AT, connectedAt: AT, isRotationDue: false },
    },
  },
];

beforeEach(() => clearToasts());
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

async function open(tab: 'Setup' | 'Advanced', mode: Reply | readonly Reply[] = modeOf(true)) {
  const sent = serve({
    'GET /api/lightning/config': [
      200,
      {
        ...{ configured: false, provider: null, connections: [], parentAddress: null },
        ...{ childAddresses: {}, payLimits: {}, syncFrequency: 'weekly', emailReminders: false },
        spendingAlerts: false,
      },
    ],
    'GET /api/children': [200, []],
    'GET /api/wallet/encrypted-config': aConfig(),
    [MODE]: mode,
    [CONNECT]: connected,
  });
  show(
    <>
      <ConnectPage />
      <Toaster />
    </>,
  );
  fireEvent.click(await screen.findByRole('tab', { name: tab }));
  return { sent, panel: within(screen.getByRole('tabpanel', { name: tab })) };
}
type Panel = Awaited<ReturnType<typeof open>>['panel'];

function connect(panel: Pick<Panel, 'getByLabelText' | 'getByRole'>, label: string, text: string) {
  fireEvent.change(panel.getByLabelText(label), { target: { value: text } });
  fireEvent.click(panel.getByRole('button', { name: 'Connect' }));
}

const changes = (sent: Awaited<ReturnType<typeof open>>['sent']) =>
  sent.filter(({ call }) => !call.startsWith('GET'));

test('the wallet is asked from the browser: what can pay, or says nothing, is not sent (T09 T25)', async () => {
  let says: DescribeOutput = { canPay: true };
  const worker = stubVaultWorkers({ describe: () => says });
  const { sent, panel } = await open('Setup');
  fireEvent.click(panel.getByRole('radio', { name: /Only to receive/ }));
  connect(panel, 'Connection string', STRING);
  await toasted('Connection failed. This connection can pay, so it was not sent.');
  for (const failed of ['UNREACHABLE', 'NO_ANSWER', 'OTHER_NETWORK', 'REFUSED'] as const) {
    clearToasts();
    says = { failed };
    fireEvent.click(panel.getByRole('button', { name: 'Connect' }));
    await toasted('could not ask the wallet whether this connection can pay');
  }
  expect(changes(sent)).toEqual([]);
  expect(worker.posted).toHaveLength(5);
  says = { canPay: false };
  fireEvent.click(panel.getByRole('button', { name: 'Connect' }));
  await toasted('Lightning wallet connected! CoinOS');
  expect(sentTo(sent, CONNECT).map(({ body }) => body)).toMatchObject([
    { type: 'nwc', purpose: 'receive', token: STRING },
  ]);
});

test('what is to pay leads into the encrypted wallet, with nothing to type here (T09 T25)', async () => {
  const { sent, panel } = await open('Setup');
  const way = panel.getByRole<HTMLInputElement>('radio', { name: /To pay as well/ });
  expect(way.checked).toBe(true);
  panel.getByText(/each pay day waits under “Needs you” until you unlock/);
  const link = panel.getByRole('link', { name: 'To the encrypted wallet' });
  expect(link.getAttribute('href')).toBe('/lightning-setup');
  expect(panel.queryByLabelText('Connection string')).toBeNull();
  expect(panel.queryByRole('button', { name: 'Connect' })).toBeNull();
  // The page to try a connection would send it.
  expect(panel.queryByRole('link', { name: 'Try the connection first' })).toBeNull();
  expect(changes(sent)).toEqual([]);
});

test('a hub and a phoenixd, which no browser can ask, take nothing; an address is one (T09 T25)', async () => {
  const { sent, panel } = await open('Advanced');
  for (const name of ['Alby Hub', 'phoenixd']) {
    const way = within(panel.getByRole('region', { name }));
    way.getByText(/cannot ask such a wallet whether its password can pay/);
    expect(way.queryByRole('textbox')).toBeNull();
    expect(way.queryByRole('button', { name: 'Connect' })).toBeNull();
  }
  const address = within(panel.getByRole('region', { name: 'A Lightning address' }));
  connect(address, 'Lightning address', STRING);
  await toasted('Connection failed. This is no Lightning address, so it was not sent.');
  expect(changes(sent)).toEqual([]);
  connect(address, 'Lightning address', 'anna@example.com');
  await toasted('Lightning wallet connected!');
  expect(sentTo(sent, CONNECT)).toHaveLength(1);
});

test('encryption that the other parent has just turned on counts at once (T25)', async () => {
  stubVaultWorkers({ describe: () => ({ canPay: true }) });
  const { sent, panel } = await open('Setup', [modeOf(false), modeOf(true)]);
  fireEvent.click(panel.getByRole('radio', { name: /Only to receive/ }));
  connect(panel, 'Connection string', STRING);
  await toasted('This connection can pay, so it was not sent.');
  expect(changes(sent)).toEqual([]);
});
