/** The public page for trying a wallet: its three steps, its words, and every toast. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { TrialPage } from './trial-page.tsx';

const ID = '01a1fca1-0000-7000-8000-000000000001';
const CONNECT = 'POST /api/public/test-coinos';
const CREATE = 'POST /api/lightning/create-test-invoice';
const PAY = 'POST /api/lightning/pay-test-invoice';
const BALANCE = `GET /api/lightning/test-balance/${ID}`;
const TEXT = 'nostr+walletconnect://abc?relay=wss://relay.coinos.io&secret=def';

const good = {
  ...{ success: true, connectionId: ID, provider: 'CoinOS', balance: 21_000 },
  ...{ error: null, reason: null },
};
const bad = { ...good, success: false, connectionId: null, provider: null, balance: null };
const invoice = {
  invoice: 'lntb210n1',
  amount: 21,
  note: 'x',
  destination: '02node',
  feeLimit: 10,
};

type Replies = Record<string, Reply | readonly Reply[]>;

beforeEach(() => clearToasts());

const said = (text: string) => screen.findAllByText(new RegExp(text));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function open(replies: Replies = {}) {
  const sent = serve({
    [CONNECT]: [200, good],
    [BALANCE]: [200, { provider: 'CoinOS', balance: 21_000 }],
    [CREATE]: [200, invoice],
    ...replies,
  });
  show(
    <>
      <TrialPage />
      <Toaster />
    </>,
  );
  return sent;
}

async function connected(replies: Replies = {}) {
  const sent = open(replies);
  enter('Connection string', TEXT);
  press('Test Connection');
  await screen.findByText('Online');
  return sent;
}

async function withInvoice(replies: Replies = {}) {
  const sent = await connected(replies);
  press('Create Test Invoice');
  await said('Test Invoice Created!');
  return sent;
}

test('the page leads through the test (LN-60 LN-61 LN-62 LN-64 LN-65 LN-70 LN-74 LN-75)', () => {
  open();
  const one = within(screen.getByRole('region', { name: 'Get your connection string' }));
  expect(one.getByText(/Copy the full string/)).toBeTruthy();
  expect(one.getByText(/must start with/).textContent).toContain('nostr+walletconnect://');
  const input = screen.getByLabelText('Connection string');
  expect(input.getAttribute('type')).toBe('password');
  expect(screen.getByRole('button', { name: 'Test Connection' })).toBeTruthy();
  expect(screen.queryByText('Create Test Invoice')).toBeNull();
  const help = within(screen.getByRole('region', { name: 'Troubleshooting' }));
  const ways = help.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toContain('/how-it-works');
  expect(ways.filter((way) => way?.startsWith('https://'))).toHaveLength(2);
  expect(help.getByText('Debug')).toBeTruthy();
  expect(help.getByText(/connection: none/)).toBeTruthy();
});

test('without a string nothing is sent; what came of a test is said (LN-67 LN-80 LN-81 LN-82)', async () => {
  const sent = open({
    [CONNECT]: [
      refusal(429, 'Too many tries. Please wait an hour.'),
      [200, { ...bad, error: 'The wallet gave up', reason: null }],
      [200, bad],
      [200, good],
    ],
  });
  enter('Connection string', '   ');
  press('Test Connection');
  await said('Connection string required');
  await said('Please paste your NWC connection string');
  await noneSent(sent, CONNECT);
  enter('Connection string', TEXT);
  press('Test Connection');
  await said('Test Failed');
  await said('Too many tries');
  press('Test Connection');
  await said('Connection Test Failed');
  await said('The wallet gave up');
  press('Test Connection');
  await said('Failed to establish NWC connection');
  press('Test Connection');
  await said('Connection Test Successful!');
  await said('CoinOS: 21,000 sats');
});

test('a test that reaches no server says so, and blames no wallet (LN-82)', async () => {
  open({ [CONNECT]: 'offline' });
  enter('Connection string', TEXT);
  press('Test Connection');
  await said('Test Failed');
  await said('We couldn’t reach the server. Check your internet connection.');
  expect(screen.queryByText('Failed to establish NWC connection')).toBeNull();
});

test('the saved connection is tested with an empty string (LN-66)', async () => {
  const sent = open({ [CONNECT]: refusal(401, 'Authentication required') });
  press('Test Saved Connection');
  await said('Test Failed');
  expect(sentTo(sent, CONNECT)[0]?.body).toEqual({ connectionString: '' });
});

test('the wallet stands there with its balance, which is asked for again (LN-68 LN-69 LN-79)', async () => {
  const balances = [21_000, 20_979].map((balance): Reply => [200, { provider: 'CoinOS', balance }]);
  const sent = await connected({ [BALANCE]: balances });
  for (const text of ['CoinOS', '21,000 sats', 'Connected', 'Online'])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  const way = screen.getByRole('link', { name: 'Connect it to your book' });
  expect(way.getAttribute('href')).toBe('/lightning-connect');
  press('Refresh Balance');
  expect(await screen.findByText('20,979 sats')).toBeTruthy();
  expect(sentTo(sent, CONNECT)[1]?.body).toEqual({ connectionString: TEXT });
});

test('a test invoice is made (LN-70 LN-71 LN-72 LN-83 LN-84)', async () => {
  const sent = await connected({ [CREATE]: [refusal(409, 'It cannot'), [200, invoice]] });
  const amount = screen.getByLabelText('Test amount in sats') as HTMLInputElement;
  expect([amount.type, amount.min, amount.max, amount.value]).toEqual([
    'number',
    '1',
    '1000',
    '21',
  ]);
  enter('Test amount in sats', '1001');
  press('Create Test Invoice');
  await noneSent(sent, CREATE);
  enter('Test amount in sats', '');
  press('Create Test Invoice');
  await said('Failed to Create Invoice');
  press('Create Test Invoice');
  await said('Test Invoice Created!');
  expect(sentTo(sent, CREATE).map(({ body }) => body)).toMatchObject([
    { amount: 21 },
    { amount: 21 },
  ]);
  for (const name of ['Copy Invoice', 'Pay with CoinOS'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByText('lntb210n1')).toBeTruthy();
});

test('a payment whose reply is lost is called unknown, not failed (LN-87)', async () => {
  await withInvoice({ [PAY]: 'offline' });
  press('Pay with CoinOS');
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Pay now' }));
  await said('Payment Error');
  await said('we don’t know whether it was paid. Check your wallet');
});

test('it is paid after one question, and every end is said (LN-73 LN-85 LN-86 LN-87)', async () => {
  const no = { success: false, payment: null, error: null, reason: null };
  const sent = await withInvoice({
    [PAY]: [
      refusal(409, 'The wallet is away'),
      [200, no],
      [200, { ...no, error: 'It says no' }],
      [200, { ...no, success: true, payment: { amount: 21 } }],
    ],
  });
  const pay = async (toast: string) => {
    press('Pay with CoinOS');
    const question = await screen.findByRole('alertdialog');
    for (const text of ['21 sats', '10 sats', '02node'])
      expect(within(question).getByText(text)).toBeTruthy();
    const before = sentTo(sent, PAY).length;
    fireEvent.click(within(question).getByRole('button', { name: 'Pay now' }));
    await said(toast);
    expect(sentTo(sent, PAY)).toHaveLength(before + 1);
  };
  await pay('Payment Error');
  await said('The wallet is away');
  await pay('Payment was not successful');
  await pay('It says no');
  await said('Payment Failed');
  await pay('Payment Successful!');
  expect(screen.queryByRole('button', { name: 'Pay with CoinOS' })).toBeNull();
  expect(sentTo(sent, PAY)[0]?.body).toEqual({ invoice: 'lntb210n1', connectionId: ID });
});

test('the format and the invoice are copied, or it is said that they are not (LN-63 LN-88 LN-89)', async () => {
  const writeText = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await withInvoice();
  press('Copy Format Example');
  await said('Copy failed');
  await said('Could not copy to clipboard');
  press('Copy Format Example');
  await said('Copied!');
  expect(writeText.mock.lastCall?.[0]).toMatch(/^nostr\+walletconnect:\/\//);
  press('Copy Invoice');
  await vi.waitFor(() => expect(writeText.mock.lastCall?.[0]).toBe('lntb210n1'));
});
