/** A child's wallets, opened where the child and its parents find them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import { type Answers, open, openChildPage, press, said, type } from '#tests/web/family.tsx';
import { aChild, id, MIA, miasDashboard } from '#tests/web/replies.ts';
import { noneSent, refusal, type Sent, sentTo } from '#tests/web/support.tsx';
import { aChildWallet, aSend, FIRST, SIXTH } from '#tests/web/wallet.ts';

const CREATE = `POST /api/wallet/create/${MIA}`;
const BALANCES = `GET /api/wallet/balances/${MIA}`;
const SYNC = `POST /api/wallet/sync/${MIA}`;
const SEND = 'POST /api/bitcoin/send';
const OF_MIA = `GET /api/lightning/children/${MIA}`;
const INVOICE = 'POST /api/lightning/invoice';
const DECODE = 'POST /api/lightning/decode';
const PAY = 'POST /api/lightning/pay';
const MOVE = 'POST /api/wallet/transfer-to-spending';

const NUMBERS = {
  ...{ savingsBalance: 0.001423, spendingBalance: 0.0000845, pendingBalance: 0.00012 },
  checkedAt: new Date().toISOString(),
};
const TWELVE = [aChild({ age: 12 })];

const wallet = (more: Answers = {}): Answers => ({
  [CREATE]: aChildWallet(),
  [BALANCES]: NUMBERS,
  [SYNC]: { success: true, state: 'synced', failure: null, ...NUMBERS },
  'GET /api/bitcoin/sends': [],
  ...more,
});

beforeEach(() => void stubWorkers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** As the child itself, on its first page. */
async function asMia(more: Answers) {
  const page = open({ 'GET /api/dashboard': miasDashboard({ children: TWELVE }), ...more });
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  const into = async (button: string, title: string) => {
    const line = button === 'Open Lightning' ? 'Lightning' : 'Bitcoin wallet';
    fireEvent.click(await screen.findByRole('button', { name: line }));
    fireEvent.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  return { ...page, into };
}

/** As a parent, from the child's page. */
async function asAnna(line: RegExp, title: string, more: Answers) {
  const page = await openChildPage({ children: TWELVE }, more);
  fireEvent.click(await screen.findByRole('button', { name: line }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: title })) };
}
const annasWallet = (more: Answers = {}) =>
  asAnna(/^Bitcoin wallet/, 'Mia’s Bitcoin wallet', wallet(more));
const annasLightning = (more: Answers) => asAnna(/^Lightning/, 'Mia’s Lightning', more);

test('a child of 12 whose parents have no wallet yet is told so, in its own panel (CHILD-47 WALL-17)', async () => {
  const none = refusal(409, 'Your parents have not connected a wallet yet');
  const { into } = await asMia(wallet({ [CREATE]: none }));
  const dialog = await into('Open the wallet', 'Mia’s Bitcoin wallet');
  await dialog.findByText('Your parents have not connected a wallet yet');
});

test('a child of 12 opens its wallet, which makes the address: to copy, with its path (CHILD-47 WALL-13 WALL-17 WALL-18 WALL-19)', async () => {
  const { sent, into } = await asMia(wallet());
  await screen.findByRole('button', { name: 'Bitcoin wallet' });
  await noneSent(sent, CREATE);
  const dialog = await into('Open the wallet', 'Mia’s Bitcoin wallet');
  await dialog.findByText("m/84'/1'/0'/0/0");
  expect(sentTo(sent, CREATE)).toHaveLength(1);
  expect(sentTo(sent, CREATE)[0]?.body ?? {}).toEqual({});
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  fireEvent.click(dialog.getByRole('button', { name: 'Copy the address' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(FIRST));
  // Only its parents may send from the family's wallet.
  expect(dialog.queryByText('Send Bitcoin')).toBeNull();
});

test('a parent opens it from the child’s page: labels, pending, Sync, the form to send (WALL-14 WALL-15 WALL-16 WALL-21 WALL-25)', async () => {
  const { dialog } = await annasWallet();
  await dialog.findByText('Testnet');
  const row = (term: RegExp) => dialog.getByText(term).closest('div')?.textContent;
  expect(row(/^On-chain savings/)).toMatch(/Testnet.*142,300 sats/);
  expect(row(/^Lightning spending/)).toMatch(/Instant.*8,450 sats/);
  expect(row(/^Pending/)).toContain('12,000 sats');
  expect(dialog.getByText(/take 10 to 60 minutes to confirm/).textContent).toContain(
    'This is a testnet wallet',
  );
  await dialog.findByText('Send Bitcoin');
  fireEvent.click(dialog.getByRole('button', { name: 'Sync' }));
  await said('Balances Synced');
});

test('while it is open the balances are loaded every 30 s and the chain is scanned every 4, and neither once it is closed (WALL-20)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent, dialog } = await annasWallet();
  await dialog.findByText('Testnet');
  const calls = () => [BALANCES, SYNC].map((call) => sentTo(sent, call).length);
  const since = ([reads = 0, looks = 0]: number[]) =>
    calls().map((count, i) => count - ([reads, looks][i] ?? 0));
  await dialog.findByText(/Checked/);
  const opened = calls();
  await vi.advanceTimersByTimeAsync(20_500);
  expect(since(opened)).toEqual([0, 5]);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(since(opened)).toEqual([1, 7]);
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  const closed = calls();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(since(closed)).toEqual([0, 0]);
});

test('a parent who sends from the child’s page reads "Bitcoin Sent" and the transaction (WALL-31)', async () => {
  const txid = 'b'.repeat(64);
  const reply = { success: true, transactionId: txid, error: null, state: 'seen' };
  const { sent, dialog } = await annasWallet({
    [SEND]: { ...reply, send: aSend({ state: 'seen', transactionId: txid }) },
  });
  await dialog.findByText('Send Bitcoin');
  type('Amount', '5000');
  type('To this Bitcoin address', SIXTH);
  await dialog.findByText('Checksum right');
  press('Send');
  await said('Bitcoin Sent', `Transaction ID: ${txid}`);
  expect(bodies(sent, SEND)).toEqual([{ childId: MIA, toAddress: SIXTH, amount: '0.00005000' }]);
});

const bodies = (sent: Sent[], call: string) => sentTo(sent, call).map(({ body }) => body);

const HASH = 'ab'.repeat(32);
const AT = '2026-11-18T12:00:00.000Z';
const connected = {
  ...{ lightningConfigured: true, canReceive: true, canPay: true, leftToday: 0 },
  ...{ parentAddress: null, hasOwnWallet: false, receivesInBrowser: false, paysInBrowser: false },
};
const unconnected = {
  ...{ ...connected, lightningConfigured: false, canReceive: false, canPay: false },
};

test('without a Lightning wallet a child of 12 is told to ask, and a parent led to the connection (LN-04)', async () => {
  const { into, unmount } = await asMia({ [OF_MIA]: unconnected });
  const mias = await into('Open Lightning', 'Mia’s Lightning');
  await mias.findByText('Ask a parent to connect one.');
  expect(mias.queryByRole('link')).toBeNull();
  unmount();
  const { dialog } = await annasLightning({ [OF_MIA]: unconnected });
  await dialog.findByText('No Lightning wallet is connected for this yet.');
  const way = dialog.getByRole('link', { name: 'Connect a Lightning wallet' });
  expect(way.getAttribute('href')).toBe('/lightning-connect');
});

test('a child of 12 makes an invoice in its own panel (LN-01)', async () => {
  const open = {
    ...{ paymentHash: HASH, childId: MIA, invoice: `lntb21${'q'.repeat(40)}`, amount: 2_100 },
    ...{ description: 'x', state: 'open', byBrowser: false, proof: null, createdAt: AT },
    ...{ expiresAt: new Date(Date.now() + 3_600_000).toISOString(), paidAt: null, entryId: null },
  };
  const list = 'GET /api/lightning/invoices';
  const page = await asMia({ [OF_MIA]: connected, [INVOICE]: open, [list]: [open] });
  const dialog = await page.into('Open Lightning', 'Mia’s Lightning');
  fireEvent.change(await dialog.findByLabelText(/^Amount/), { target: { value: '2100' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create invoice' }));
  await dialog.findByRole('img', { name: 'QR code of the invoice' });
  expect(bodies(page.sent, INVOICE)).toMatchObject([{ childId: MIA, amount: '2100' }]);
});

test('a parent decodes an invoice, pays it after one question, and reads the fee (LN-02 LN-19)', async () => {
  const decoded = {
    ...{ tokens: 1_500, description: 'Comic', destination: '02node', timeExpire: 1_800_000_000 },
    ...{ paymentHash: HASH, feeLimit: 15 },
  };
  const payment = {
    ...{ id: id(80), childId: MIA, childName: 'Mia', state: 'paid', failure: null, amount: 1_500 },
    ...{ fee: 3, feeLimit: 15, description: 'Comic', payee: '02node', paymentHash: HASH },
    ...{ proof: 'proven', preimage: 'cd'.repeat(32), provider: 'CoinOS', browser: null },
    ...{ madeBy: 'Anna', decidedBy: 'Anna', createdAt: AT, expiresAt: AT, endedAt: AT },
    entryId: id(81),
  };
  const paid = { success: true, fee: 3, error: null, state: 'paid', payment };
  const page = await annasLightning({ [OF_MIA]: connected, [DECODE]: decoded, [PAY]: paid });
  fireEvent.click(await page.dialog.findByRole('tab', { name: 'Send' }));
  type('Invoice or Lightning address', 'lntb15');
  press('Check');
  fireEvent.click(await page.dialog.findByRole('button', { name: 'Pay 1,500 sats' }));
  await noneSent(page.sent, PAY);
  press('Pay now');
  await said('Payment Successful', 'Fee: 3 sats');
  expect(bodies(page.sent, PAY)).toMatchObject([{ childId: MIA, paymentRequest: 'lntb15' }]);
});

test('a parent moves savings to spending under Transfer (LN-03)', async () => {
  const moved = { success: true, state: 'moved' };
  const page = await annasLightning({ [OF_MIA]: connected, [MOVE]: moved });
  fireEvent.click(await page.dialog.findByRole('tab', { name: 'Transfer' }));
  const tab = within(page.dialog.getByRole('tabpanel', { name: 'Transfer' }));
  fireEvent.change(tab.getByLabelText(/^Amount/), { target: { value: '100' } });
  fireEvent.click(tab.getByRole('button', { name: 'Transfer' }));
  await said('Transfer Successful');
  expect(bodies(page.sent, MOVE)).toHaveLength(1);
});
