/** A child's Bitcoin wallet: address, balances, and how to send. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import {
  noneSent,
  type Reply,
  refusal,
  type Sent,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { aChildWallet, aSend, FIRST, id, MIA, SIXTH, XPRV } from '#tests/web/wallet.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { ChildWalletPanel } from './child-wallet-panel.tsx';

const CREATE = `POST /api/wallet/create/${MIA}`;
const BALANCES = `GET /api/wallet/balances/${MIA}`;
const SYNC = `POST /api/wallet/sync/${MIA}`;
const SEND = 'POST /api/bitcoin/send';
const SENDS = 'GET /api/bitcoin/sends';
const NUMBERS = {
  savingsBalance: 0.001423,
  spendingBalance: 0.0000845,
  pendingBalance: 0.00012,
  checkedAt: new Date().toISOString(),
};
const synced = { success: true, state: 'synced', failure: null, ...NUMBERS };
const book = { id: MIA, name: 'Mia', availableSavings: '0.00142300' };

type Replies = Record<string, Reply | readonly Reply[]>;

beforeEach(() => {
  clearToasts();
  stubWorkers();
});

/** Opens the dialog, without the rest of the child's book. */
async function open(more: Replies = {}, isChild = false): Promise<Sent[]> {
  const sent = serve({
    [`GET /api/wallet/coverage/${MIA}`]: [200, { sentence: 'parents_keep', checkedAt: null }],
    [CREATE]: [200, aChildWallet()],
    [BALANCES]: [200, NUMBERS],
    [SYNC]: [200, synced],
    [SENDS]: [200, []],
    ...more,
  });
  const queries = show(
    <>
      <ChildWalletPanel child={{ id: MIA, name: 'Mia' }} isChild={isChild} />
      <Toaster />
    </>,
  );
  queries.setQueryData(['', 'api', 'children', MIA], book);
  fireEvent.click(screen.getByRole('button', { name: 'Open the wallet' }));
  await screen.findByRole('dialog', { name: 'Mia’s Bitcoin wallet' });
  return sent;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const TO = 'To this Bitcoin address';

test('opening it makes the wallet: address, copy, path, QR', async () => {
  const sent = await open();
  await screen.findByText("m/84'/1'/0'/0/0");
  const spaces = /[\s\u200b]/g;
  const address = document.querySelector('.wallet-address')?.textContent?.replaceAll(spaces, '');
  expect(address).toBe(FIRST);
  expect(screen.getByRole('img', { name: 'QR code of the address below' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Copy the address/ })).toBeTruthy();
  expect(sentTo(sent, CREATE)).toHaveLength(1);
  expect(sentTo(sent, CREATE)[0]?.body ?? {}).toEqual({});
});

test('balances with their labels, pending, and how long it takes', async () => {
  await open();
  const row = (term: RegExp) => screen.getByText(term).closest('div')?.textContent;
  await screen.findByText('Testnet');
  expect(row(/^On-chain savings/)).toContain('142,300 sats');
  expect(row(/^On-chain savings/)).toContain('Testnet');
  expect(row(/^Lightning spending/)).toContain('8,450 sats');
  expect(row(/^Lightning spending/)).toContain('Instant');
  expect(row(/^Pending/)).toContain('12,000 sats');
  expect(screen.getByText(/take 10 to 60 minutes to confirm/).textContent).toContain('testnet');
  screen.getByText(/^These are the figures of the book\. What the family’s wallet holds is not/);
});

test('"Sync Failed", whether the call or the source fails (WALL-24)', async () => {
  await open({ [SYNC]: [200, { ...synced, success: false, state: 'failed', failure: 'BUSY' }] });
  await screen.findByText('Testnet');
  press('Sync');
  await toasted('Sync Failed. Could not sync balances with blockchain');
  expect(screen.getAllByText('Could not sync balances with blockchain').length).toBeGreaterThan(0);
});

test('a source that is slow is neither a failure nor a success: "Still checking" (WALL-22)', async () => {
  await open({ [SYNC]: [200, { ...synced, success: false, state: 'checking' }] });
  await screen.findByText('Testnet');
  press('Sync');
  await toasted('Still checking');
  expect(screen.getByText(/The source is slow/)).toBeTruthy();
  expect(screen.queryByText('Balances Synced')).toBeNull();
});

test('"Balances Synced" (WALL-22 WALL-23)', async () => {
  const sent = await open();
  await screen.findByText('Testnet');
  press('Sync');
  await toasted('Balances Synced');
  expect(sentTo(sent, SYNC).length).toBeGreaterThan(0);
});

test('a child, or who holds a handed-over tablet, is offered no sending', async () => {
  const sent = await open({}, true);
  await screen.findByText('Testnet');
  expect(screen.queryByText('Send Bitcoin')).toBeNull();
  await noneSent(sent, SENDS);
});

const TOO_MUCH = 'Insufficient Funds. Not enough Bitcoin in savings account';
test.each([
  ['no amount', '', SIXTH, 'Invalid Amount'],
  ['zero', '0', SIXTH, 'Invalid Amount'],
  ['no address', '5000', '', 'Invalid Address. Please enter a valid Bitcoin address'],
  ['more than the savings', '142301', SIXTH, TOO_MUCH],
])(
  '%s is refused before anything is sent (WALL-26 WALL-27 WALL-28)',
  async (_, amount, to, words) => {
    const sent = await open();
    await screen.findByText('Send Bitcoin');
    enter('Amount', amount);
    enter(TO, to);
    if (to !== '') await screen.findByText('Checksum right');
    press('Send');
    await toasted(words);
    await noneSent(sent, SEND);
  },
);

test('a key in the place of an address is stopped too (T48)', async () => {
  const sent = await open();
  await screen.findByText('Send Bitcoin');
  const before = sent.length;
  enter(TO, XPRV);
  await screen.findByText(/looks like a private key/);
  expect((screen.getByLabelText(TO) as HTMLTextAreaElement).value).toBe('');
  expect(sent.slice(before).filter(({ call }) => call !== SYNC)).toEqual([]);
});

async function send(reply: Reply, more: Replies = {}): Promise<Sent[]> {
  const sent = await open({ [SEND]: reply, ...more });
  await screen.findByText('Send Bitcoin');
  enter('Amount', '5000');
  enter(TO, SIXTH);
  await screen.findByText('Checksum right');
  press('Send');
  return sent;
}

const sendReply = (over: object = {}): Reply => [
  200,
  { success: true, transactionId: '', error: null, state: 'waiting', send: aSend(), ...over },
];

test('a send that is refused: "Transaction Failed" and why (WALL-32)', async () => {
  await send(sendReply({ success: false, error: 'This address is being paid already' }));
  await toasted('Transaction Failed. This address is being paid already');
});

test('… and without a reason "Could not send Bitcoin" (WALL-32)', async () => {
  await send(sendReply({ success: false }));
  await toasted('Transaction Failed. Could not send Bitcoin');
});

test('a call that fails: "Error" / "Failed to send Bitcoin transaction" (WALL-33)', async () => {
  await send([400, '']);
  await toasted('Error. Failed to send Bitcoin transaction');
});

test('a send waits for the parent’s payment: QR, link, and giving it up (WALL-29 WALL-30)', async () => {
  const cancel = `DELETE /api/bitcoin/sends/${id(70)}`;
  const sent = await send(sendReply(), {
    [SENDS]: [
      [200, []],
      [200, [aSend()]],
    ],
    [`GET /api/bitcoin/sends/${id(70)}`]: [200, aSend()],
    [cancel]: [200, aSend({ state: 'cancelled' })],
  });
  await toasted('Waiting for your payment. The amount is held. Pay it from your wallet now.');
  const body = { childId: MIA, toAddress: SIXTH, amount: '0.00005000' };
  expect(sentTo(sent, SEND)[0]?.body).toEqual(body);
  await screen.findByRole('img', { name: 'QR code of this payment' });
  press('Cancel this send');
  await screen.findByText('Send Bitcoin');
  expect(sentTo(sent, cancel)).toHaveLength(1);
});

const MAKE = `POST /api/bitcoin/sends/${id(70)}/psbt`;

async function askForPsbt(...replies: Reply[]) {
  const sent = await open({
    [SENDS]: [200, [aSend()]],
    [`GET /api/bitcoin/sends/${id(70)}`]: [200, aSend()],
    [MAKE]: replies,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay' }));
  fireEvent.click(await screen.findByText('Unsigned transaction (PSBT)'));
  press('Make the PSBT');
  return sent;
}

test.each([
  ['no_key', /needs your wallet’s key/],
  ['no_source', /pay as shown above/],
  ['not_looked_up', /once your wallet has been scanned/],
  ['no_answer', /did not answer properly/],
  ['no_fee_rate', /does not say what fees are usual/],
  ['too_small', /does not pass on payments this small/],
  ['not_enough', /does not hold enough for this in blocks/],
  ['too_many_coins', /more than 100 of them/],
  ['fee_too_high', /more than the amount itself/],
] as const)(
  'without a PSBT (%s) the reason is said, and it can be asked for again (WALL-29)',
  async (obstacle, words) => {
    const sent = await askForPsbt([200, { psbt: null, fee: null, obstacle }]);
    await screen.findByText(words);
    press('Make the PSBT');
    await waitFor(() => expect(sentTo(sent, MAKE)).toHaveLength(2));
  },
);

test('a PSBT: its fee, to copy, and as QR codes that move (WALL-29)', async () => {
  const fee = '0.00000423';
  await askForPsbt(refusal(409, 'This payment was seen already'), [
    200,
    { psbt: btoa('psbt'.repeat(100)), fee, obstacle: null },
  ]);
  await screen.findByText('This payment was seen already');
  press('Make the PSBT');
  await screen.findByText('The network’s fee: 423 sats, on top of the amount.');
  expect(screen.getByRole('button', { name: 'Copy the PSBT' })).toBeTruthy();
  press('Show as QR codes');
  const code = screen.getByRole('img', { name: /Moving QR codes/ });
  const first = code.innerHTML;
  await waitFor(() => expect(code.innerHTML).not.toBe(first));
  press('Hide the QR codes');
  expect(screen.queryByRole('img', { name: /Moving QR codes/ })).toBeNull();
});

test('"Bitcoin Sent" stands there once a transaction is known', async () => {
  const txid = 'b'.repeat(64);
  await send(sendReply({ transactionId: txid, state: 'seen', send: aSend({ state: 'seen' }) }));
  await toasted(`Bitcoin Sent. Transaction ID: ${txid}`);
});

test('a transaction that a parent names: refused by its form, then looked up', async () => {
  const txid = 'c'.repeat(64);
  const name = `POST /api/bitcoin/sends/${id(70)}/transaction`;
  const sent = await open({
    [SENDS]: [200, [aSend()]],
    [`GET /api/bitcoin/sends/${id(70)}`]: [200, aSend()],
    [name]: [200, aSend({ transactionId: txid, state: 'seen' })],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay' }));
  await screen.findByLabelText('Transaction ID');
  enter('Transaction ID', 'abc');
  press('Look it up');
  await screen.findByText('Please check');
  await noneSent(sent, name);
  enter('Transaction ID', txid);
  press('Look it up');
  await toasted(`Bitcoin Sent. Transaction ID: ${txid}`);
});

test.each([
  ['seen', null, 'Seen, waits for a block'],
  ['confirmed', null, 'Paid'],
  ['cancelled', null, 'Canceled'],
  ['waiting', 'evicted', /The network has dropped the payment/],
  ['waiting', 'reorganised', /The block with the payment is gone/],
  ['seen', 'replaced', /has taken the place/],
  ['waiting', 'pays_another', /does not pay this address/],
  ['waiting', 'another_amount', /but another amount/],
  ['waiting', 'claimed', /pays another send already/],
  ['waiting', 'too_old', /was there before this send/],
  ['waiting', 'unknown', /hasn’t been seen yet/],
  ['waiting', 'not_asked', /couldn’t be looked up/],
] as const)('a send that is %s, %s, says so in words', async (state, notice, words) => {
  await open({ [SENDS]: [200, [aSend({ state, notice })]] });
  const list = within(await screen.findByRole('list'));
  await waitFor(() => expect(list.getByText(words)).toBeTruthy());
});
