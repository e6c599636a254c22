/** This browser's payments and reports if the server’s replies differ from the screen. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PayOutcome } from '#core/lightning/wallet.ts';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import type { Payout } from '#features/money/lightning/payouts/contract.ts';
import {
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { unlock } from '#tests/web/unlock.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { SettleUpCard } from '../payouts/settle-up-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { SendTab } from './send-tab.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const LEO = '01a1fca1-0000-7000-8000-000000000002';
const PAYOUT = '01a1fca1-0000-7000-8000-000000000003';
const ID = '01a1fca1-0000-7000-8000-000000000004';
const HASH = 'ab'.repeat(32);
const AT = '2026-05-03T06:00:00.000Z';
const PAY = 'POST /api/lightning/pay';
const LIST = 'GET /api/lightning/payments';
const APPROVE = `POST /api/lightning/payments/${ID}/approve`;
const PAYOUTS = 'GET /api/payouts';
const BEGIN = `POST /api/payouts/${PAYOUT}/begin`;
const TAKE = `POST /api/lightning/payments/${ID}/take`;
const TELL = `POST /api/lightning/payments/${ID}/tell`;

beforeEach(() => clearToasts());
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const decoded = {
  ...{ tokens: 101, description: 'Comic', destination: '02node', timeExpire: 1_800_000_000 },
  ...{ paymentHash: HASH, feeLimit: 10 },
};
const waits: PaymentRecord = {
  ...{ id: ID, childId: MIA, childName: 'Mia', state: 'checking', failure: null, amount: 101 },
  ...{ fee: null, feeLimit: 10, description: 'Comic', payee: '02node', paymentHash: HASH },
  ...{ proof: null, preimage: null, provider: 'CoinOS', browser: 'waits' },
  ...{ madeBy: 'Anna', decidedBy: null, createdAt: AT, expiresAt: AT, endedAt: null },
  entryId: null,
};
const lies: PaymentRecord = { ...waits, state: 'paid', fee: 0, proof: 'proven', browser: 'taken' };
const result = (payment: PaymentRecord): Reply => [
  200,
  {
    success: payment.state === 'paid',
    fee: payment.fee,
    error: null,
    state: payment.state,
    payment,
  },
];
const taken: Reply = [200, { invoice: 'lnbcrt500u', feeLimit: 10 }];
const proven: PayOutcome = {
  ...{ outcome: 'paid', proof: 'proven', preimage: 'cd'.repeat(32), feeSats: 3n },
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function openSend(pay: () => PayOutcome, replies: Record<string, Reply>) {
  const worker = stubVaultWorkers({ pay });
  const sent = serve({
    'POST /api/lightning/decode': [200, decoded],
    [PAY]: result(waits),
    [TAKE]: taken,
    [TELL]: [200, lies],
    ...replies,
  });
  const child = { id: MIA, name: 'Mia' };
  show(
    <>
      <SendTab child={child} isChild={false} leftToday={0} paysInBrowser />
      <Toaster />
    </>,
  );
  await unlock();
  fireEvent.change(screen.getByLabelText(/^Invoice or Lightning/), {
    target: { value: 'lnbcrt1' },
  });
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 101 sats' }));
  return { worker, sent };
}

test('the worker is given what was read: hash, amount, fee limit, receiver and the pasted invoice (T62)', async () => {
  const { worker } = await openSend(() => proven, {});
  press('Pay now');
  await toasted('Payment Successful. Fee: 3 sats');
  const [told] = worker.posted.filter((one) => one.includes('"vault":"pay"'));
  const { input } = JSON.parse(told ?? '{}');
  expect(input).toMatchObject({ invoice: 'lnbcrt500u', feeLimit: 10 });
  expect(input.agreed).toMatchObject({
    ...{ amount: 101, feeLimit: 10, paymentHash: HASH, payee: '02node', invoice: 'lnbcrt1' },
  });
});

test('"Payment Successful" and the fee are what the worker saw, whatever the server replies (T62 T28)', async () => {
  const said: PayOutcome = { outcome: 'unsent', reason: 'not-agreed', message: '' };
  const { sent } = await openSend(() => said, {});
  press('Pay now');
  await toasted('Payment Failed');
  expect(screen.queryByText('Payment Successful')).toBeNull();
  await screen.findAllByText(/the server sent something other than what you agreed to/);
  await expect
    .poll(() => sentTo(sent, TELL).map(({ body }) => body))
    .toEqual([{ outcome: 'unsent', reason: 'not-agreed' }]);
});

test('a payment that could not be reported to the book is never called failed (T28)', async () => {
  await openSend(() => proven, { [TELL]: refusal(409, 'The payment is over') });
  press('Pay now');
  await toasted('Payment Successful. Fee: 3 sats');
  await screen.findByText(/Your wallet has paid, but the book doesn’t know yet/);
  expect(screen.queryByText('The payment is over')).toBeNull();
});

test('a wallet’s claim without a preimage is passed on as a claim (T62 T28)', async () => {
  await openSend(() => ({ outcome: 'paid', proof: 'stated', feeSats: undefined }), {});
  press('Pay now');
  await toasted('Your wallet says it’s paid. It sent no proof.');
  expect(screen.queryByText('Payment Successful')).toBeNull();
});

test('a reply that says paid where this browser was to pay is no success (T62)', async () => {
  const { worker, sent } = await openSend(() => proven, { [PAY]: result(lies) });
  press('Pay now');
  await toasted('Nothing was paid from this browser');
  expect(screen.queryByText('Payment Successful')).toBeNull();
  await noneSent(sent, TAKE);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});

test('what another browser has taken in the meantime is not taken again (T62)', async () => {
  const { sent } = await openSend(() => proven, { [PAY]: result({ ...waits, browser: 'taken' }) });
  press('Pay now');
  await toasted('Still checking');
  await noneSent(sent, TAKE);
});

test('a reply that comes after the question was closed pays nothing (T62)', async () => {
  const { worker, sent } = await openSend(() => proven, {});
  press('Pay now');
  press('Cancel');
  await screen.findByText(/^Still checking/);
  await noneSent(sent, TAKE);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});

test('a child’s payment whose question was closed before the reply is not paid (T62)', async () => {
  const worker = stubVaultWorkers({ pay: () => proven });
  const sent = serve({
    [LIST]: [
      [200, [{ ...waits, state: 'asked' }]],
      [200, [waits]],
    ],
    [APPROVE]: result(waits),
    [TAKE]: taken,
    [TELL]: [200, lies],
  });
  show(<PaymentsCard />);
  const isBlocked = async () =>
    ((await screen.findByRole('button', { name: 'Pay it' })) as HTMLButtonElement).disabled;
  expect(await isBlocked(), 'while the vault is locked').toBe(true);
  await unlock();
  expect(await isBlocked()).toBe(false);
  press('Pay it');
  press('Pay now');
  press('Cancel');
  await screen.findByRole('button', { name: 'Pay now' });
  await noneSent(sent, TAKE);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});

const mias: Payout = {
  ...{ id: PAYOUT, childId: MIA, childName: 'Mia', plan: 'lightning', dueDate: '2026-05-03' },
  ...{ amount: 5_000, feeLimit: 50, receiver: 'mia@example.com', state: 'owed' },
  ...{ failure: 'locked', paymentId: null, paidEntryId: null, proof: null, txid: null },
  ...{ provider: null, settledBy: null, since: AT, endedAt: null },
};

test('pay days whose dialog was closed before the reply are not paid, nor is the next one begun (T62)', async () => {
  const worker = stubVaultWorkers({ pay: () => proven });
  const leos: Payout = { ...mias, id: LEO, childId: LEO, childName: 'Leo' };
  const begun = { ...mias, state: 'checking', paymentId: ID };
  const sent = serve({
    [PAYOUTS]: [
      [200, { payer: 'unlock', payouts: [mias, leos] }],
      [200, { payer: 'unlock', payouts: [begun, leos] }],
    ],
    [BEGIN]: [200, begun],
    [TAKE]: taken,
    [TELL]: [200, lies],
  });
  show(<SettleUpCard />);
  await screen.findByText('Your wallet is locked');
  await unlock();
  press('Pay what is due');
  press('Pay now');
  press('Cancel');
  await screen.findByText(/^Pay day of/);
  await noneSent(sent, TAKE);
  expect(sent.filter(({ call }) => call.endsWith('/begin'))).toHaveLength(1);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});

test.each([
  ['of another child', { childId: LEO }],
  ['of another pay day', { id: LEO }],
  ['with another amount', { amount: 50_000 }],
  ['with another fee limit', { feeLimit: 5_000 }],
  ['with another receiver', { receiver: 'leo@example.com' }],
])('a pay day that the server begins %s is not taken (T62)', async (_, changed) => {
  const worker = stubVaultWorkers({ pay: () => proven });
  const sent = serve({
    [PAYOUTS]: [200, { payer: 'unlock', payouts: [mias] }],
    [BEGIN]: [200, { ...mias, state: 'checking', paymentId: ID, ...changed }],
    [TAKE]: taken,
    [TELL]: [200, lies],
  });
  show(<SettleUpCard />);
  await screen.findByText('Your wallet is locked');
  await unlock();
  press('Pay it');
  press('Pay now');
  await screen.findByText(/The server answered about a different pay day/);
  await noneSent(sent, TAKE);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});
