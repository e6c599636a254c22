/** A child’s Lightning dialog: receive, pay after a question, and move savings. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aChild } from '#tests/web/replies.ts';
import {
  fakeApi,
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
} from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { LightningPanel } from './lightning-panel.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const ID = '01a1fca1-0000-7000-8000-000000000002';
const HASH = 'ab'.repeat(32);
const AT = '2026-11-22T12:00:00.000Z';
const OF_MIA = `GET /api/lightning/children/${MIA}`;
const CREATE = 'POST /api/lightning/invoice';
const DECODE = 'POST /api/lightning/decode';
const PAY = 'POST /api/lightning/pay';
const MOVE = 'POST /api/wallet/transfer-to-spending';

const BROWSER = { receivesInBrowser: false, paysInBrowser: false };
const SERVER = { parentAddress: null, hasOwnWallet: false, ...BROWSER };
const all = { lightningConfigured: true, canReceive: true, canPay: true, leftToday: 0, ...SERVER };
const none = { ...all, lightningConfigured: false, canReceive: false, canPay: false };
const decoded = {
  ...{ tokens: 1_500, description: 'Comic', destination: '02node', timeExpire: 1_800_000_000 },
  ...{ paymentHash: HASH, feeLimit: 15 },
};
const payment = {
  ...{ id: ID, childId: MIA, childName: 'Mia', state: 'paid', failure: null, amount: 1_500 },
  ...{ fee: 3, feeLimit: 15, description: 'Comic', payee: '02node', paymentHash: HASH },
  ...{ proof: 'proven', preimage: 'cd'.repeat(32), provider: 'CoinOS', browser: null },
  ...{ madeBy: 'Mia', decidedBy: 'Anna', createdAt: AT, expiresAt: AT, endedAt: AT, entryId: ID },
};
const paid = { success: true, fee: 3, error: null, state: 'paid', payment };
const invoice = {
  ...{ paymentHash: HASH, childId: MIA, invoice: 'lntb21', amount: 2_100, description: 'x' },
  ...{ state: 'paid', byBrowser: false, proof: 'proven' },
  ...{ createdAt: AT, expiresAt: AT, paidAt: AT, entryId: ID },
};
type Replies = Record<string, Reply | readonly Reply[]>;

beforeEach(() => clearToasts());

const said = (text: string) => screen.findAllByText(new RegExp(text));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function open(replies: Replies, isChild = false, tab = 'Receive') {
  const sent = serve({ [OF_MIA]: [200, all], ...replies });
  show(
    <>
      <LightningPanel child={{ id: MIA, name: 'Mia' }} isChild={isChild} />
      <Toaster />
    </>,
  );
  press('Open Lightning');
  await screen.findByRole('dialog', { name: 'Mia’s Lightning' });
  fireEvent.click(await screen.findByRole('tab', { name: tab }));
  return sent;
}

test('without a wallet the dialog says so, and leads a parent to the connection', async () => {
  await open({ [OF_MIA]: [200, none] });
  expect(screen.getByText('No Lightning wallet is connected for this yet.')).toBeTruthy();
  const way = screen.getByRole('link', { name: 'Connect a Lightning wallet' });
  expect(way.getAttribute('href')).toBe('/lightning-connect');
});

test('an invoice is made, or it is said that it was not; what arrived is said (LN-17 LN-18)', async () => {
  const sent = await open({
    [CREATE]: [refusal(409, 'The wallet did not answer in time'), [200, invoice]],
    'GET /api/lightning/invoices': [200, [invoice]],
  });
  enter(/^Amount/, '2100');
  press('Create invoice');
  await said('Failed to create Lightning invoice');
  press('Create invoice');
  await said('Invoice Created');
  expect(sentTo(sent, CREATE)[1]?.body).toMatchObject({ amount: '2100' });
  expect(await screen.findByText('2,100 sats arrived.')).toBeTruthy();
});

test('a waiting invoice shows its QR code and both ends of its text, and copies all of it', async () => {
  const text = `lntb21u1${'q'.repeat(300)}theend`;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const waiting = {
    ...invoice,
    invoice: text,
    state: 'open',
    proof: null,
    expiresAt,
    paidAt: null,
  };
  await open({
    [CREATE]: [200, { ...waiting, entryId: null }],
    'GET /api/lightning/invoices': [200, [{ ...waiting, entryId: null }]],
  });
  enter(/^Amount/, '2100');
  press('Create invoice');
  await screen.findByText('Waiting for 2,100 sats.');
  screen.getByRole('img', { name: 'QR code of the invoice' });
  screen.getByText('lntb21u1qqqqqqqq…qqqqtheend');
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  press('Copy the invoice');
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(text));
  vi.unstubAllGlobals();
});

test('an invoice that is over is not shown to be paid', async () => {
  const expiresAt = new Date(Date.now() - 1_000).toISOString();
  const none = { proof: null, paidAt: null, entryId: null };
  const over = { ...invoice, ...none, state: 'open', expiresAt };
  await open({ [CREATE]: [200, over], 'GET /api/lightning/invoices': [200, [over]] });
  enter(/^Amount/, '2100');
  press('Create invoice');
  await screen.findByText(/This invoice has expired\. Still checking whether 2,100 sats arrived/);
  expect(screen.queryByRole('img', { name: 'QR code of the invoice' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy the invoice' })).toBeNull();
});

test('an invoice is decoded first and paid after one question (LN-09 LN-22)', async () => {
  const sent = await open(
    {
      [DECODE]: [refusal(400, 'Could not decode Lightning invoice'), [200, decoded]],
      [PAY]: [200, paid],
    },
    false,
    'Send',
  );
  enter('Invoice or Lightning address', 'lntb-wrong');
  press('Check');
  await said('Invalid Invoice');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 1,500 sats' }));
  await noneSent(sent, PAY);
  const question = await screen.findByRole('alertdialog', { name: 'Pay this invoice?' });
  for (const text of ['1,500 sats', '15 sats', '02node'])
    expect(within(question).getByText(text)).toBeTruthy();
  fireEvent.click(within(question).getByRole('button', { name: 'Pay now' }));
  await said('Payment Successful');
  expect(sentTo(sent, PAY)).toHaveLength(1);
});

test('a payment that is on its way cannot be agreed to again', async () => {
  let answer = (_: Reply) => {};
  const held = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  const replies: Replies = { [OF_MIA]: [200, all], [DECODE]: [200, decoded] };
  const sent = fakeApi(({ call }) => (call === PAY ? held : (replies[call] as Reply | undefined)));
  show(<LightningPanel child={{ id: MIA, name: 'Mia' }} isChild={false} />);
  press('Open Lightning');
  fireEvent.click(await screen.findByRole('tab', { name: 'Send' }));
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 1,500 sats' }));
  press('Pay now');
  await vi.waitFor(() => expect(sentTo(sent, PAY)).toHaveLength(1));
  press('Pay now');
  answer([200, paid]);
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sentTo(sent, PAY)).toHaveLength(1);
});

test.each([
  ['the fee may exceed what is left today', { leftToday: 1_514 }, 'Ask a parent to pay'],
  ['a parent’s browser is to pay', { leftToday: 0, paysInBrowser: true }, 'Ask a parent to pay'],
  ['amount and fee are within what is left', { leftToday: 1_515 }, 'Pay'],
])('a child asks a parent, or pays: %s', async (_, ofMia, verb) => {
  await open({ [OF_MIA]: [200, { ...all, ...ofMia }], [DECODE]: [200, decoded] }, true, 'Send');
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: `${verb} 1,500 sats` }));
  const name = verb === 'Pay' ? 'Pay this invoice?' : 'Ask a parent to pay this?';
  await screen.findByRole('alertdialog', { name });
});

test('an invoice that is pasted over another is read again before it can be paid', async () => {
  await open({ [DECODE]: [200, decoded] }, false, 'Send');
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  await screen.findByRole('button', { name: 'Pay 1,500 sats' });
  enter('Invoice or Lightning address', 'lntb99');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('who has too little reads it before asking, and asks for nothing; exactly enough is enough', async () => {
  const having = (availableSpending: string): Replies => ({
    [DECODE]: [200, decoded],
    [`GET /api/children/${MIA}`]: [200, aChild({ id: MIA, availableSpending })],
  });
  const sent = await open(having('0.00001514'), true, 'Send');
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  await said('Only 1,514 sats are available');
  press(/1,500 sats$/);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await noneSent(sent, PAY);
  cleanup();
  const asked = await open(having('0.00001515'), true, 'Send');
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  await screen.findByRole('button', { name: /1,500 sats$/ });
  await vi.waitFor(() => expect(sentTo(asked, `GET /api/children/${MIA}`)).toHaveLength(1));
  press(/1,500 sats$/);
  await screen.findByRole('alertdialog', { name: 'Ask a parent to pay this?' });
  expect(screen.queryByText(/sats are available/)).toBeNull();
});

test('a payment that was refused, and one that nobody can say anything of (LN-20 LN-21)', async () => {
  const failed = {
    ...payment,
    state: 'failed',
    failure: 'over-budget',
    proof: null,
    entryId: null,
  };
  const over = { ...paid, success: false, fee: null, error: 'over-budget', state: 'failed' };
  const no = { ...over, payment: failed };
  const lost = [418, undefined] as const;
  await open({ [DECODE]: [200, decoded], [PAY]: [lost, [200, no]] }, false, 'Send');
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 1,500 sats' }));
  press('Pay now');
  await said('Failed to process Lightning payment');
  press('Pay 1,500 sats');
  press('Pay now');
  await said('Payment Failed');
});

test('a payment that is still checked says so once (LN-20)', async () => {
  const unknown = { state: 'checking', failure: 'no-answer', fee: null, proof: null } as const;
  const checking = { ...payment, ...unknown, preimage: null, endedAt: null, entryId: null };
  const reply = { ...paid, success: false, fee: null, state: 'checking', payment: checking };
  await open({ [DECODE]: [200, decoded], [PAY]: [200, reply] }, false, 'Send');
  enter('Invoice or Lightning address', 'lntb15');
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 1,500 sats' }));
  press('Pay now');
  const title = (await screen.findAllByText('Still checking'))[0];
  expect(title?.parentElement?.textContent).toBe(
    'Still checkingThe amount stays held, and nothing is paid twice.',
  );
});

test('a child sees what it asked to have paid, and takes it back (LN-14)', async () => {
  const asked = { ...payment, ...{ state: 'asked', fee: null, proof: null, preimage: null } };
  const rest = { ...asked, ...{ decidedBy: null, endedAt: null, entryId: null } };
  const TAKE = `DELETE /api/lightning/payments/${payment.id}`;
  const sent = await open(
    {
      'GET /api/lightning/payments': [200, [payment, rest]],
      [TAKE]: [refusal(409, 'It has been answered already'), [200, { ...rest, state: 'declined' }]],
    },
    true,
  );
  const name = /^Take back:/;
  expect(screen.getAllByRole('button', { name, hidden: true })).toHaveLength(1);
  const back = () => screen.getByRole('button', { name, hidden: true });
  fireEvent.click(back());
  await said('It has been answered already');
  fireEvent.click(back());
  await said('Taken back');
  expect(sentTo(sent, TAKE)).toHaveLength(2);
});

test('savings become spending money (LN-10 LN-23 LN-24)', async () => {
  const moved = { success: true, state: 'moved' };
  await open(
    { [MOVE]: [refusal(409, 'You don’t have enough for this'), [200, moved]] },
    false,
    'Transfer',
  );
  fireEvent.change(
    within(screen.getByRole('tabpanel', { name: 'Transfer' })).getByLabelText(/^Amount/),
    { target: { value: '100' } },
  );
  press('Transfer');
  await said('Transfer Failed');
  press('Transfer');
  await said('Transfer Successful');
});
