/** An unlocked browser with the wallet in the vault: pays pay days, and gets invoices. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionErrorCode, LookUp, PayOutcome } from '#core/lightning/wallet.ts';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import type { Payout } from '#features/money/lightning/payouts/contract.ts';
import type { ChildInvoice } from '#features/money/lightning/receiving/contract.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { unlock } from '#tests/web/unlock.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { SettleUpCard } from '../payouts/settle-up-card.tsx';
import { BrowserReceive } from './browser-receive.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const IDS = ['3', '4', '5', '6'].map((one) => `01a1fca1-0000-7000-8000-00000000000${one}`);
const [MIAS, LEOS, FIRST, SECOND] = IDS as [string, string, string, string];
const AT = '2026-05-03T06:00:00.000Z';
const HASH = 'ab'.repeat(32);
const LIST = 'GET /api/payouts';
const INVOICES = 'GET /api/lightning/invoices';
const KEEP = 'POST /api/lightning/invoices';
const TELL = `POST /api/lightning/invoices/${HASH}/tell`;
const of = (id: string, what: string) => `POST /api/lightning/payments/${id}/${what}`;
const beginOf = (id: string) => `POST /api/payouts/${id}/begin`;

beforeEach(() => clearToasts());
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const mias: Payout = {
  ...{ id: MIAS, childId: MIA, childName: 'Mia', plan: 'lightning', dueDate: '2026-05-03' },
  ...{ amount: 5_000, feeLimit: 50, receiver: 'mia@example.com', state: 'owed' },
  ...{ failure: 'locked', paymentId: null, paidEntryId: null, proof: null, txid: null },
  ...{ provider: null, settledBy: null, since: AT, endedAt: null },
};
const leos: Payout = { ...mias, id: LEOS, childName: 'Leo', receiver: 'leo@example.com' };
const listed: Reply = [200, { payer: 'unlock', payouts: [mias, leos] }];
const begun = (payout: Payout, paymentId: string): Reply => [
  200,
  { ...payout, state: 'checking', failure: null, paymentId },
];
const payment: PaymentRecord = {
  ...{ id: FIRST, childId: MIA, childName: 'Mia', state: 'paid', failure: null, amount: 5_000 },
  ...{ fee: 3, feeLimit: 50, description: 'Allowance', payee: '02node', paymentHash: HASH },
  ...{ proof: 'proven', preimage: 'cd'.repeat(32), provider: 'CoinOS', browser: 'taken' },
  ...{ madeBy: 'Anna', decidedBy: null, createdAt: AT, expiresAt: AT, endedAt: AT },
  entryId: FIRST,
};
const taken: Reply = [200, { invoice: 'lnbcrt50u', feeLimit: 50 }];
const paid: PayOutcome = {
  ...{ outcome: 'paid', proof: 'proven', preimage: 'cd'.repeat(32), feeSats: 3n },
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('while the vault is locked nothing can be paid; then one press pays what is due, in turn (T25 T26)', async () => {
  const worker = stubVaultWorkers({ pay: () => paid });
  const sent = serve({
    [LIST]: listed,
    [beginOf(MIAS)]: begun(mias, FIRST),
    [beginOf(LEOS)]: begun(leos, SECOND),
    [of(FIRST, 'take')]: taken,
    [of(SECOND, 'take')]: taken,
    [of(FIRST, 'tell')]: [200, payment],
    [of(SECOND, 'tell')]: [200, { ...payment, id: SECOND }],
  });
  show(<SettleUpCard />);
  await screen.findByText('Your wallet is locked');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  await unlock();
  press('Pay what is due');
  const dialog = await screen.findByRole('alertdialog', { name: 'Pay 2 pay days?' });
  for (const receiver of ['mia@example.com', 'leo@example.com'])
    expect(within(dialog).getByText(receiver)).toBeDefined();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  press('Pay now');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  const posts = sent.filter(({ call }) => call.startsWith('POST'));
  expect(posts.map(({ call }) => call)).toEqual([
    ...[beginOf(MIAS), of(FIRST, 'take'), of(FIRST, 'tell')],
    ...[beginOf(LEOS), of(SECOND, 'take'), of(SECOND, 'tell')],
  ]);
  expect(posts[0]?.body).toEqual({
    ...{ seenAmount: 5_000, seenFeeLimit: 50, seenReceiver: 'mia@example.com' },
  });
  expect(posts[2]?.body).toEqual({ outcome: 'paid', preimage: 'cd'.repeat(32), fee: '3' });
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toHaveLength(2);
});

test('after an answer that nobody heard the next pay day is not begun; an owed one is passed over (T28)', async () => {
  const lost: PayOutcome = { outcome: 'unknown', reason: 'no-answer', message: '' };
  stubVaultWorkers({ pay: () => lost });
  const silent: Reply = [200, { ...mias, failure: 'receiver-silent' }];
  const sent = serve({
    [LIST]: listed,
    [beginOf(MIAS)]: [refusal(409, 'The wallet did not answer in time'), silent],
    [beginOf(LEOS)]: begun(leos, SECOND),
    [of(SECOND, 'take')]: taken,
    [of(SECOND, 'tell')]: [
      200,
      { ...payment, id: SECOND, state: 'checking', proof: null, preimage: null, entryId: null },
    ],
  });
  show(<SettleUpCard />);
  await screen.findByText('Your wallet is locked');
  await unlock();
  press('Pay what is due');
  press('Pay now');
  await screen.findByText('The wallet did not answer in time');
  await noneSent(sent, beginOf(LEOS));
  press('Pay now');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(sentTo(sent, of(SECOND, 'tell')).map(({ body }) => body)).toEqual([
    { outcome: 'unknown', reason: 'no-answer' },
  ]);
});

test('after a payment that nobody heard of the next pay day is not begun (T28)', async () => {
  const lost: PayOutcome = { outcome: 'unknown', reason: 'no-answer', message: '' };
  stubVaultWorkers({ pay: () => lost });
  const unknown = { state: 'checking', proof: null, preimage: null, entryId: null } as const;
  const sent = serve({
    [LIST]: listed,
    [beginOf(MIAS)]: begun(mias, FIRST),
    [of(FIRST, 'take')]: taken,
    [of(FIRST, 'tell')]: [200, { ...payment, ...unknown }],
  });
  show(<SettleUpCard />);
  await screen.findByText('Your wallet is locked');
  await unlock();
  press('Pay what is due');
  press('Pay now');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(sentTo(sent, of(FIRST, 'tell'))).toHaveLength(1);
  await noneSent(sent, beginOf(LEOS));
});

test('after one was paid and the next refused, the same question goes on with what is left (T26 T28)', async () => {
  const worker = stubVaultWorkers({ pay: () => paid });
  const meanwhile = { ...mias, state: 'checking', paymentId: FIRST } as const;
  const sent = serve({
    [LIST]: [listed, [200, { payer: 'unlock', payouts: [meanwhile, leos] }]],
    [beginOf(MIAS)]: [begun(mias, FIRST), refusal(409, 'This pay day is settled already')],
    [beginOf(LEOS)]: [refusal(409, 'The wallet did not answer in time'), begun(leos, SECOND)],
    [of(FIRST, 'take')]: taken,
    [of(SECOND, 'take')]: taken,
    [of(FIRST, 'tell')]: [200, payment],
    [of(SECOND, 'tell')]: [200, { ...payment, id: SECOND }],
  });
  show(<SettleUpCard />);
  await screen.findByText('Your wallet is locked');
  await unlock();
  press('Pay what is due');
  press('Pay now');
  await screen.findByText('The wallet did not answer in time');
  const dialog = await screen.findByRole('alertdialog', { name: 'Pay 1 pay day?' });
  expect(within(dialog).queryByText('mia@example.com')).toBeNull();
  press('Pay now');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect([sentTo(sent, beginOf(MIAS)).length, sentTo(sent, beginOf(LEOS)).length]).toEqual([1, 2]);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toHaveLength(2);
});

const waiting: ChildInvoice = {
  ...{ paymentHash: HASH, childId: MIA, invoice: 'lnbcrt21u1', amount: 2_100, description: 'x' },
  ...{ state: 'open', byBrowser: true, proof: null, createdAt: AT, paidAt: null, entryId: null },
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};
const arrived: ChildInvoice = { ...waiting, state: 'paid', proof: 'proven', paidAt: AT };
const none: LookUp = { state: 'unknown', reason: 'no-answer', message: '' };
const settled: LookUp = {
  ...{ state: 'settled', proof: 'proven', preimage: 'cd'.repeat(32) },
  ...{ feeSats: undefined, settledAt: undefined },
};

test('a parent’s unlocked browser gets the invoice, asks the wallet, and says what that proves (LN-01 T28)', async () => {
  let refuses: ConnectionErrorCode | undefined = 'NO_ANSWER';
  let found: LookUp = none;
  stubVaultWorkers({
    makeInvoice: () => (refuses ? { failed: refuses } : { invoice: 'lnbcrt21u1' }),
    lookUp: () => found,
  });
  const replies: Record<string, Reply> = {
    [INVOICES]: [200, []],
    [KEEP]: [200, waiting],
    [TELL]: [200, arrived],
  };
  const sent = serve(replies);
  show(<BrowserReceive childId={MIA} isChild={false} />);
  await screen.findByText('Your wallet is locked');
  await unlock();
  press('Create invoice');
  await noneSent(sent, KEEP);
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '2100' } });
  press('Create invoice');
  await screen.findByText('Your wallet gave no invoice. Is it open and online?');
  await noneSent(sent, KEEP);
  refuses = undefined;
  replies[INVOICES] = [200, [waiting]];
  press('Create invoice');
  await screen.findByText('Waiting for 2,100 sats.');
  expect(sentTo(sent, KEEP).map(({ body }) => body)).toEqual([
    { childId: MIA, amount: '2100', description: '', invoice: 'lnbcrt21u1' },
  ]);
  await screen.findByText(/Your wallet can’t be reached just now/);
  await noneSent(sent, TELL);
  found = settled;
  replies[INVOICES] = [200, [arrived]];
  press('Another invoice');
  press('2,100 sats');
  await screen.findByText('2,100 sats arrived.');
  await screen.findByText(/It says paid, and its preimage is the invoice’s/);
  expect(sentTo(sent, TELL).map(({ body }) => body)).toEqual([
    { outcome: 'paid', preimage: 'cd'.repeat(32) },
  ]);
});

test('an invoice that expired long ago is told as unpaid by the wallet’s word, and asked about no more (T25 T28)', async () => {
  const { posted } = stubVaultWorkers({ lookUp: () => ({ state: 'open' }) });
  const expiresAt = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const late = { ...waiting, expiresAt: expiresAt(0.5) };
  const over = { ...waiting, expiresAt: expiresAt(2) };
  const replies: Record<string, Reply> = {
    [INVOICES]: [200, [late]],
    [TELL]: [200, { ...over, state: 'expired' }],
  };
  const sent = serve(replies);
  const queries = show(<BrowserReceive childId={MIA} isChild={false} />);
  await unlock();
  fireEvent.click(await screen.findByRole('button', { name: '2,100 sats' }));
  await screen.findByText(/This browser asks your wallet/);
  await expect.poll(() => posted.join()).toContain('"vault":"lookUp"');
  await noneSent(sent, TELL);
  replies[INVOICES] = [200, [over]];
  await act(() => queries.refetchQueries({ type: 'active' }));
  await act(() => queries.refetchQueries({ queryKey: ['invoice-in-vault'] }));
  await expect.poll(() => sentTo(sent, TELL)).toHaveLength(1);
  expect(sentTo(sent, TELL)[0]?.body).toEqual({ outcome: 'unpaid' });
  replies[INVOICES] = [200, [{ ...over, state: 'expired' }]];
  await act(() => queries.invalidateQueries());
  await screen.findByText('This invoice has expired. Nothing arrived.');
  const asked = posted.length;
  await act(() => queries.invalidateQueries());
  expect([posted.length, sentTo(sent, TELL).length]).toEqual([asked, 1]);
});

test('a child is sent to a parent, sees the invoice that was made, and reads who heard of it (T28)', async () => {
  const stated: ChildInvoice = { ...arrived, proof: 'stated' };
  const sent = serve({
    [INVOICES]: [
      [200, [waiting, { ...stated, paymentHash: 'cd'.repeat(32), amount: 900 }]],
      [200, [stated]],
    ],
  });
  const queries = show(<BrowserReceive childId={MIA} isChild />, 'Asia/Tokyo');
  await screen.findByText(/Ask a parent to make the invoice/);
  expect(screen.queryByRole('button', { name: '900 sats' }), 'it has been paid').toBeNull();
  await screen.findByText('May 3, 2026, 3:00 PM');
  expect(screen.queryByRole('button', { name: 'Create invoice' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: '2,100 sats' }));
  await screen.findByText(/A parent’s unlocked browser asks the wallet/);
  await act(() => queries.invalidateQueries());
  await screen.findByText('2,100 sats arrived.');
  await screen.findByText(/It says paid, without a preimage that shows it/);
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});
