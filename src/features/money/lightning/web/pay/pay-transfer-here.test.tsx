/** A savings transfer paid by a parent's browser, because the connection is in the vault. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PayOutcome } from '#core/lightning/wallet.ts';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import type { TransferOffer } from '#features/money/lightning/transfers/contract.ts';
import { noneSent, type Reply, refusal, sentTo, toasted } from '#tests/web/support.tsx';
import { ask, ID, OFFER, open, PAY, payNow } from '#tests/web/transfer.tsx';
import { unlock } from '#tests/web/unlock.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { lockVault } from '#web/vault/vault.ts';

const PAYMENT = '01a1fca1-0000-7000-8000-000000000003';
const MIA = '01a1fca1-0000-7000-8000-000000000001';
const AT = '2026-05-03T06:00:00.000Z';
const TAKE = `POST /api/lightning/payments/${PAYMENT}/take`;
const TELL = `POST /api/lightning/payments/${PAYMENT}/tell`;
const preimage = 'cd'.repeat(32);

beforeEach(() => clearToasts());
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const offer: TransferOffer = {
  ...{ amount: 5_000, feeLimit: 50, receiver: 'anna@example.com', payer: 'unlock' },
  ...{ obstacle: null, isChecking: false },
};
const waits: Reply = [200, offer];
const isChecked: Reply = [200, { ...offer, isChecking: true }];
const begun: Reply = [
  200,
  { success: false, state: 'checking', failure: null, paymentId: PAYMENT },
];
const taken: Reply = [200, { invoice: 'lnbcrt50u', feeLimit: 50 }];
const payment: PaymentRecord = {
  ...{ id: PAYMENT, childId: MIA, childName: 'Mia', state: 'paid', failure: null, amount: 5_000 },
  ...{ fee: 3, feeLimit: 50, description: 'For later', payee: '02node' },
  ...{ paymentHash: 'ab'.repeat(32), proof: 'proven', preimage, provider: 'CoinOS' },
  ...{ browser: 'taken', madeBy: 'Anna', decidedBy: null, createdAt: AT, expiresAt: AT },
  ...{ endedAt: AT, entryId: ID },
};
const posts = (sent: ReturnType<typeof open>) =>
  sent.map(({ call }) => call).filter((call) => call.startsWith('POST'));

test('while the vault is locked there is nothing to press; then this browser pays, and tells the proof (APPR-20 T25 T26)', async () => {
  const paid: PayOutcome = { outcome: 'paid', proof: 'proven', preimage, feeSats: 3n };
  const worker = stubVaultWorkers({ pay: () => paid });
  const sent = open({
    [OFFER]: [waits, isChecked],
    [PAY]: begun,
    [TAKE]: taken,
    [TELL]: [200, payment],
  });
  await screen.findByText(/Your wallet is locked/);
  expect(screen.queryByRole('button')).toBeNull();
  await unlock();
  const dialog = await ask();
  for (const text of ['5,000 sats', '50 sats', 'anna@example.com', 'Mia'])
    within(dialog).getByText(text);
  expect(posts(sent)).toEqual([]);
  payNow(dialog);
  await toasted('Payment Successful');
  expect(posts(sent)).toEqual([PAY, TAKE, TELL]);
  expect(sentTo(sent, PAY)[0]?.body).toEqual({
    ...{ seenAmount: 5_000, seenFeeLimit: 50, seenReceiver: 'anna@example.com' },
  });
  expect(sentTo(sent, TAKE)[0]?.body).toEqual({ version: 1 });
  expect(sentTo(sent, TELL)[0]?.body).toEqual({ outcome: 'paid', preimage, fee: '3' });
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toHaveLength(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

const lost: PayOutcome = { outcome: 'unknown', reason: 'no-answer', message: '' };

test.each([
  ['that nobody heard', () => lost],
  [
    'that comes after the vault was locked',
    () => {
      lockVault();
      return lost;
    },
  ],
])(
  'an answer %s is told as unknown, and nothing is offered again (APPR-20 T28)',
  async (_, pay) => {
    stubVaultWorkers({ pay });
    const unknown = { state: 'checking', proof: null, preimage: null, entryId: null } as const;
    const sent = open({
      [OFFER]: [waits, isChecked],
      [PAY]: [refusal(409, 'The wallet did not answer in time'), begun],
      [TAKE]: taken,
      [TELL]: [200, { ...payment, ...unknown }],
    });
    await screen.findByText(/Your wallet is locked/);
    await unlock();
    const dialog = await ask();
    payNow(dialog);
    await within(dialog).findByText('The wallet did not answer in time');
    expect(posts(sent)).toEqual([PAY]);
    payNow(dialog);
    await toasted('Still checking');
    await screen.findByText(/nothing is paid twice/);
    expect(sentTo(sent, TELL)[0]?.body).toEqual({ outcome: 'unknown', reason: 'no-answer' });
    expect(screen.queryByRole('button', { name: 'Let our wallet pay it' })).toBeNull();
  },
);

test('what another browser has taken is not paid here, and says so (APPR-20 T28)', async () => {
  const worker = stubVaultWorkers({});
  const sent = open({
    [OFFER]: [waits, isChecked],
    [PAY]: begun,
    [TAKE]: refusal(409, 'Another browser pays it'),
  });
  await screen.findByText(/Your wallet is locked/);
  await unlock();
  payNow(await ask());
  await screen.findByText('Another browser pays it');
  expect(posts(sent)).toEqual([PAY, TAKE]);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});

test('a vault that the other parent has replaced pays nothing: it is locked, and that is said (T26)', async () => {
  const worker = stubVaultWorkers({});
  const changed = { message: 'Changed', code: 'CONFLICT', reason: 'VAULT_CHANGED' };
  const sent = open({ [OFFER]: [waits, isChecked], [PAY]: begun, [TAKE]: [409, changed] });
  await screen.findByText(/Your wallet is locked/);
  await unlock();
  payNow(await ask());
  await toasted('Your wallet is locked. The wallet has changed since you unlocked it');
  await screen.findByText(/Nothing was paid. Unlock it again/);
  expect(posts(sent)).toEqual([PAY, TAKE]);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
  expect(worker.ended).toBe(1);
});

test('a reply that comes after the question was closed pays nothing (T62)', async () => {
  const worker = stubVaultWorkers({});
  const sent = open({ [OFFER]: [waits, isChecked], [PAY]: begun });
  await screen.findByText(/Your wallet is locked/);
  await unlock();
  const dialog = await ask();
  payNow(dialog);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await screen.findByText(/nothing is paid twice/);
  await noneSent(sent, TAKE);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});

test('a vault that was locked after the yes takes nothing (T26)', async () => {
  const worker = stubVaultWorkers({});
  const sent = open({ [OFFER]: [waits, isChecked], [PAY]: begun });
  await screen.findByText(/Your wallet is locked/);
  await unlock();
  payNow(await ask());
  act(lockVault);
  await screen.findByText('Your wallet is locked');
  expect(posts(sent)).toEqual([PAY]);
  expect(worker.posted.filter((one) => one.includes('"vault":"pay"'))).toEqual([]);
});
