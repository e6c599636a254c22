/** /lightning-connect and /lightning-config: each tab, each toast, connections and receipts. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { ConfigPage } from '../config-page.tsx';
import { ConnectPage } from './connect-page.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const ID = '01a1fca1-0000-7000-8000-000000000002';
const HASH = 'ab'.repeat(32);
const AT = '2026-11-22T12:00:00.000Z';
const CONFIG = 'GET /api/lightning/config';
const MODE = 'GET /api/wallet/preferences';
const CHILDREN = 'GET /api/children';
const CONNECT = 'POST /api/lightning/connect';
const ADDRESSES = 'POST /api/lightning/addresses';
const PREFERENCES = 'POST /api/lightning/sync-preferences';
const PAYMENTS = 'GET /api/lightning/payments';
const BALANCE = 'GET /api/lightning/balance';
const APPROVE = `POST /api/lightning/payments/${ID}/approve`;

const connection = {
  ...{ purpose: 'spend', provider: 'CoinOS', type: 'nwc', state: 'connected' },
  ...{ balance: 900, budget: 5_000, checkedAt: AT, connectedAt: AT, isRotationDue: false },
};
const config = {
  ...{ configured: true, provider: 'CoinOS', parentAddress: null, childAddresses: {} },
  ...{ payLimits: {}, syncFrequency: 'weekly', emailReminders: false, spendingAlerts: false },
  connections: [connection],
};
const NOTHING = '0.00000000';
const child = {
  ...{ id: MIA, name: 'Mia', age: 9, birthMonth: '2017-04', gender: 'girl', face: 'girl' },
  ...{ cover: 'evergreen', slot: 0 },
  ...{ weeklyAllowance: NOTHING, allowanceDay: 6, spendingThreshold: NOTHING },
  ...{ savingsBalance: NOTHING, availableSavings: NOTHING, goalsBalance: NOTHING },
  ...{ spendingBalance: NOTHING, availableSpending: NOTHING, aboveLimit: NOTHING },
  ...{ nextAllowanceDate: null, daysUntilAllowance: null, pause: null, parentId: null },
  ...{ invitedEmail: null, email: null, userId: null, addressLabel: null, lightningAddress: null },
  ...{ netWorthShare: null, profileImageUrl: null, createdAt: AT, updatedAt: AT },
  agreedAllowance: null,
};
const balance = {
  ...{ lightningConfigured: true, totalBalance: 900, confirmedBalance: 900 },
  ...{ checkedAt: AT, bookBalance: 2_000 },
};
const payment = {
  ...{ id: ID, childId: MIA, childName: 'Mia', state: 'paid', failure: null, amount: 1_500 },
  ...{ fee: 3, feeLimit: 15, description: 'Comic', payee: '02node', paymentHash: HASH },
  ...{
    proof: 'proven',
    preimage: 'cd'.repeat(32),
    provider: 'CoinOS',
    madeBy: 'Mia',
    browser: null,
  },
  ...{ decidedBy: 'Anna', createdAt: AT, expiresAt: AT, endedAt: AT, entryId: ID },
};

const modeOf = (prefersEncryption: boolean): Reply => [
  200,
  { prefersEncryption, hasLegacyWallet: false, hasEncryptedWallet: false },
];

type Replies = Record<string, Reply | readonly Reply[]>;

beforeEach(() => clearToasts());

async function openConnect(tab: 'Setup' | 'Address' | 'Sync' | 'Advanced', replies: Replies = {}) {
  const sent = serve({
    ...{ [CONFIG]: [200, config], [CHILDREN]: [200, []], [MODE]: modeOf(false) },
    ...replies,
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
type Panel = Awaited<ReturnType<typeof openConnect>>['panel'];

const press = (panel: Pick<Panel, 'getByRole'>, name: string) =>
  fireEvent.click(panel.getByRole('button', { name }));

test('/lightning-connect has four tabs (LN-37)', async () => {
  await openConnect('Setup');
  const names = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(names).toEqual(['Setup', 'Address', 'Sync', 'Advanced']);
});

test('"Back" and "Skip for now" lead to the dashboard (LN-38)', async () => {
  await openConnect('Setup');
  for (const name of ['Back', 'Skip for now'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/dashboard');
});

test('a connection is refused with its reason, or made; its secret is masked (LN-46 LN-47)', async () => {
  const { sent, panel } = await openConnect('Setup', {
    [CONNECT]: [
      refusal(409, 'The wallet cannot be reached', 'token'),
      [200, { success: true, provider: 'CoinOS', connection }],
    ],
  });
  const field = panel.getByLabelText<HTMLInputElement>('Connection string');
  expect(field.type).toBe('password');
  fireEvent.change(field, { target: { value: 'nostr+walletconnect://x' } });
  press(panel, 'Connect');
  await toasted('Connection failed. The wallet cannot be reached');
  expect(field.value).toBe('nostr+walletconnect://x');
  press(panel, 'Connect');
  await toasted('Lightning wallet connected! CoinOS');
  expect(sentTo(sent, CONNECT)[1]?.body).toMatchObject({ type: 'nwc', purpose: 'receive' });
  await waitFor(() => expect(field.value).toBe(''));
});

test('the Address tab has a field for each child; an empty form is refused (LN-40 LN-48 LN-54)', async () => {
  const { sent, panel } = await openConnect('Address', {
    [CHILDREN]: [200, [child]],
    [ADDRESSES]: [
      refusal(400, 'Please enter at least one Lightning address'),
      refusal(400, 'This is no Lightning address', `address-${MIA}`),
      [200, { success: true }],
    ],
  });
  const field = await panel.findByLabelText('Mia’s Lightning address');
  press(panel, 'Save addresses');
  await toasted('No addresses to save. Please enter at least one Lightning address');
  fireEvent.change(field, { target: { value: 'mia@nowhere' } });
  press(panel, 'Save addresses');
  await toasted('Save failed. Expected a Lightning address such as mia@example.com');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(sentTo(sent, ADDRESSES)).toHaveLength(1);
  fireEvent.change(field, { target: { value: 'mia@example.com' } });
  press(panel, 'Save addresses');
  await toasted('Save failed. This is no Lightning address');
  press(panel, 'Save addresses');
  await toasted('Lightning Addresses Saved');
  const saved = { parentAddress: '', childAddresses: { [MIA]: 'mia@example.com' } };
  expect(sentTo(sent, ADDRESSES)[2]?.body).toEqual(saved);
});

test('four reminders, weekly at first (LN-51)', async () => {
  const { panel } = await openConnect('Sync');
  const radios = panel.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ value }) => value)).toEqual(['daily', 'every3days', 'weekly', 'manual']);
  expect(radios.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['weekly']);
});

test('preferences are saved, or it is said that they are not (LN-53 LN-54)', async () => {
  const { sent, panel } = await openConnect('Sync', {
    [PREFERENCES]: [refusal(409, 'No'), [200, { success: true }]],
  });
  fireEvent.click(panel.getByRole('radio', { name: 'Daily' }));
  press(panel, 'Save preferences');
  await toasted('Save failed. No');
  press(panel, 'Save preferences');
  await toasted('Sync preferences saved!');
  expect(sentTo(sent, PREFERENCES)[1]?.body).toMatchObject({ syncFrequency: 'daily' });
});

test('the Advanced tab: a node on a phone, a hub of one’s own, and what hosting costs (LN-39 LN-55)', async () => {
  const { panel } = await openConnect('Advanced');
  const phone = panel.getByRole('region', { name: 'A wallet with a node on your phone' });
  expect(phone.textContent).toContain('Import their file instead');
  const hub = panel.getByRole('region', { name: 'Alby Hub' });
  within(hub).getByLabelText('Its web address');
  within(hub).getByText(/21k sats per month or 200k sats per year/);
});

const hubOf = (panel: Panel) => within(panel.getByRole('region', { name: 'Alby Hub' }));

test('a hub without its details is refused by a title of its own (LN-44)', async () => {
  const why = 'Please enter your Alby Hub URL and access token';
  const { panel } = await openConnect('Advanced', { [CONNECT]: refusal(400, why, 'url') });
  press(hubOf(panel), 'Connect');
  await toasted(`Alby details required. ${why}`);
});

test('a hub is sent with type, address, token, name and region (LN-43)', async () => {
  const { sent, panel } = await openConnect('Advanced', {
    [CONNECT]: [200, { success: true, provider: 'Alby Hub', connection }],
  });
  const hub = hubOf(panel);
  for (const [label, value] of [
    ['Its web address', 'https://my.albyhub.com'],
    ['Access token', 'a.b.c'],
    ['Name of the hub', 'nwc1'],
    ['Region', 'lax'],
  ] as const)
    fireEvent.change(hub.getByLabelText(new RegExp(label)), { target: { value } });
  press(hub, 'Connect');
  await toasted('Lightning wallet connected! Alby Hub');
  expect(sentTo(sent, CONNECT)[0]?.body).toMatchObject({
    ...{ type: 'alby_hub', url: 'https://my.albyhub.com', token: 'a.b.c' },
    ...{ name: 'nwc1', region: 'lax' },
  });
});

async function openConfig(replies: Replies = {}) {
  const sent = serve({
    ...{ [CONFIG]: [200, config], [PAYMENTS]: [200, []], [BALANCE]: [200, balance] },
    ...replies,
  });
  show(
    <>
      <ConfigPage />
      <Toaster />
    </>,
  );
  await screen.findByRole('heading', { name: 'CoinOS' });
  return sent;
}

test('"Configure" and "Add Connection" lead to /lightning-connect (LN-59)', async () => {
  await openConfig();
  for (const name of ['Configure', 'Add Connection'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/lightning-connect');
});

test('a test that fails and a removal that fails are said (LN-58)', async () => {
  await openConfig({
    'POST /api/lightning/test-user-connection': [
      [400, ''],
      [200, { success: false, provider: 'CoinOS', message: 'It is silent' }],
    ],
    'DELETE /api/lightning/config': [400, ''],
  });
  press(screen, 'Test connection');
  await screen.findByText('Connection test failed');
  press(screen, 'Test connection');
  await toasted('Connection test failed. It is silent');
  press(screen, 'Remove');
  await screen.findByText('Failed to remove connection');
});

test('a wallet that holds less than the book says so; one that holds enough does not', async () => {
  await openConfig();
  await screen.findByText(/The wallet holds 900 sats.*comes to 2,000 sats/);
  cleanup();
  const sent = await openConfig({ [BALANCE]: [200, { ...balance, totalBalance: 2_000 }] });
  await waitFor(() => expect(sentTo(sent, BALANCE)).not.toEqual([]));
  expect(screen.queryByText(/The wallet holds/)).toBeNull();
});

test('a yes is one question more with amount, receiver and fee, and names what was read (T26)', async () => {
  const waits = { ...payment, state: 'asked', fee: null, proof: null, preimage: null };
  const sent = await openConfig({
    [PAYMENTS]: [200, [{ ...waits, entryId: null }]],
    [APPROVE]: [200, { success: true, fee: 3, error: null, state: 'paid', payment }],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay it' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Pay this for Mia?' }));
  for (const text of ['1,500 sats', '15 sats', '02node', 'Comic']) question.getByText(text);
  await noneSent(sent, APPROVE);
  press(screen, 'Pay now');
  await toasted('Payment Successful. Fee: 3 sats');
  expect(sentTo(sent, APPROVE)[0]?.body).toEqual({ seenAmount: 1_500, seenFeeLimit: 15 });
});

test('a receipt names preimage, hash, when, and who said yes (T24)', async () => {
  await openConfig({ [PAYMENTS]: [200, [payment]] });
  fireEvent.click(await screen.findByRole('button', { name: 'Receipt' }));
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  for (const text of [HASH, 'cd'.repeat(32), 'Anna', 'Mia', '1,500 sats', '3 sats'])
    receipt.getByText(text);
  receipt.getByText(/Nov 22, 2026/);
  receipt.getByRole('button', { name: 'Print' });
});
