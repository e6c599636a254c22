/** The family's wallet on the parents' screen: each state, and its actions. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import {
  aCoverage,
  aDeposit,
  anInfo,
  aSaved,
  aSource,
  DESCRIPTOR,
  FIRST,
  id,
  noWallet,
} from '#tests/web/wallet.ts';
import { WalletCard } from './wallet-card.tsx';

const INFO = 'GET /api/wallet/family-info';
const SCAN = 'POST /api/wallet/scan-balance';

function open(info: Reply | readonly Reply[], more: Record<string, Reply | readonly Reply[]> = {}) {
  const sent = serve({
    [INFO]: info,
    'GET /api/wallet/coverage': [200, aCoverage()],
    'GET /api/wallet/deposits': [200, []],
    ...more,
  });
  // There, noon UTC is two at night of the next day.
  show(<WalletCard height="12rem" encrypted={() => null} />, 'Pacific/Kiritimati');
  return sent;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a card that cannot be read says so, and can be tried again (DASH-22)', async () => {
  open([refusal(403, 'Access denied'), [200, anInfo()]]);
  await screen.findByText('Access denied');
  press('Try Again');
  await screen.findByText('Connected');
});

test('"Not configured", and "Configure" opens the dialog (DASH-23 DASH-24)', async () => {
  stubWorkers();
  open([200, noWallet()]);
  await screen.findByText('Not configured');
  expect(screen.queryByRole('button', { name: 'Scan' })).toBeNull();
  press('Configure');
  await screen.findByRole('dialog', { name: 'Configure Bitcoin wallet' });
});

test('"Scanning" counts the addresses, and can be cancelled (DASH-23)', async () => {
  const scan = {
    state: 'running' as const,
    checked: 84,
    used: 7,
    startedAt: new Date().toISOString(),
    finishedAt: null,
    failure: null,
  };
  const stopped = anInfo({ state: 'not_checked', scan: { ...scan, state: 'cancelled' } });
  const cancelled = { totalBalance: '0.00000000', addresses: [], scan: stopped.scan };
  const sent = open(
    [
      [200, anInfo({ state: 'scanning', scan })],
      [200, stopped],
    ],
    {
      'DELETE /api/wallet/scan-balance': [200, cancelled],
    },
  );
  await screen.findByText('Scanning');
  expect(screen.getByRole('status').textContent).toBe('84 addresses looked at, 7 of them in use');
  press('Cancel');
  await screen.findByText('Not checked');
  expect(sentTo(sent, 'DELETE /api/wallet/scan-balance')).toHaveLength(1);
});

test('a scan is followed until the wallet is "Connected" (DASH-23)', async () => {
  open([
    [200, anInfo({ state: 'scanning' })],
    [200, anInfo()],
  ]);
  await screen.findByText('Scanning');
  await screen.findByText('Connected');
});

test('"Connected" says what is there, how many addresses, since when (WALL-07 WALL-08 DASH-23)', async () => {
  open([200, anInfo({ pendingBalance: '0.00002000' })]);
  await screen.findByText('Connected');
  expect(screen.getByText('In the wallet').closest('div')?.textContent).toContain('177,011 sats');
  expect(screen.getByText('On its way').closest('div')?.textContent).toContain('2,000 sats');
  expect(screen.getByText(/7 addresses in use · checked just now · asked: electrum/)).toBeTruthy();
  await screen.findByText('Covered');
});

test('a refused scan is said beside "Scan"; a good one sends the key (WALL-10 DASH-24)', async () => {
  const done = { totalBalance: '0.00177011', addresses: [], scan: null };
  const sent = open([200, anInfo()], {
    [SCAN]: [refusal(409, 'A scan is running already'), [200, done]],
  });
  await screen.findByText('Connected');
  press('Scan');
  await screen.findByText('A scan is running already');
  press('Scan');
  await waitFor(() => expect(sentTo(sent, SCAN)).toHaveLength(2));
  expect(sentTo(sent, SCAN)[1]?.body).toEqual({ xpub: DESCRIPTOR });
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
});

test.each([
  ['UNREACHABLE', /didn’t answer/],
  ['WRONG_NETWORK', /another network/],
  ['TOO_LARGE', /more addresses than can be looked up/],
  ['TOO_MUCH', /^This source reports more than we can check\./],
] as const)('a look-up that failed says why: %s', async (failure, words) => {
  const at = new Date().toISOString();
  const scan = { checked: 3, used: 0, startedAt: at, finishedAt: at };
  open([200, anInfo({ state: 'not_checked', scan: { ...scan, state: 'failed', failure } })]);
  await screen.findByText('Not checked');
  expect(screen.getByText(words)).toBeTruthy();
});

test('addresses of earlier wallets are still watched, also where none is configured now', async () => {
  const earlier = { addresses: 2, until: '2027-11-25T12:00:00.000Z', isFull: true };
  const waiting = aDeposit({ isEarlier: true, state: 'waiting', confirmedAt: null });
  open([200, { ...noWallet(), earlier }], { 'GET /api/wallet/deposits': [200, [waiting]] });
  await screen.findByText(/2 addresses of earlier wallets are still watched, until Nov 26, 2027/);
  screen.getByText(/We watch up to 200\. If your children had more, the oldest unused/);
  await screen.findByText(/12,000 sats are on their way/);
  expect(screen.getByRole('button', { name: 'Configure' })).toBeTruthy();
});

test('a deposit whose block is gone has arrived before, whether it was answered or not', async () => {
  const waiting = aDeposit({ state: 'waiting', answeredAt: null });
  open([200, anInfo()], { 'GET /api/wallet/deposits': [200, [waiting]] });
  await screen.findByText(/12,000 sats had arrived, but their block is gone/);
});

test('nobody is asked until a parent chooses, and the card says so', async () => {
  const source = aSource({ chosen: 'none', server: null });
  open([200, anInfo({ state: 'no_source', source, checkedAt: null })]);
  await screen.findByText(/Nobody looks anything up until you choose/);
  press('Choose whom to ask');
  await screen.findByRole('dialog', { name: 'Who is asked about this wallet?' });
});

test('a key that does not say its kind waits for the first address (WALL-01)', async () => {
  const firstAddresses = [
    { scriptType: 'p2pkh' as const, address: 'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV' },
    { scriptType: 'p2wpkh' as const, address: FIRST },
  ];
  const sent = open(
    [
      [200, anInfo({ state: 'check_address', firstAddresses })],
      [200, anInfo()],
    ],
    {
      'POST /api/wallet/confirm-address': [200, aSaved()],
    },
  );
  await screen.findByText(/no child gets an address/);
  press('This is my wallet');
  await screen.findByText('Please check');
  await noneSent(sent, 'POST /api/wallet/confirm-address');
  fireEvent.click(screen.getByRole('radio', { name: /^tb1q/ }));
  press('This is my wallet');
  await screen.findByText('Connected');
  expect(sentTo(sent, 'POST /api/wallet/confirm-address')[0]?.body).toEqual({ address: FIRST });
});

test('a deposit that a reorganisation has taken back says so', async () => {
  const answeredAt = '2026-11-22T10:00:00.000Z';
  const back = aDeposit({ state: 'waiting', confirmedAt: null, answeredAt });
  open([200, anInfo()], { 'GET /api/wallet/deposits': [200, [back]] });
  await screen.findByText(/12,000 sats had arrived, but their block is gone/);
});

test('the card says what is on its way; what arrived is asked about above it, and not here', async () => {
  open([200, anInfo()], {
    'GET /api/wallet/deposits': [
      200,
      [aDeposit(), aDeposit({ id: id(51), state: 'waiting', confirmedAt: null })],
    ],
  });
  await screen.findByText(/12,000 sats are on their way to Mia’s address/);
  expect(screen.queryByText(/arrived/)).toBeNull();
});
