/** The subscription page: prices, an invoice that is paid or expires, and referrals. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { recordedErrors } from '#web/errors.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { SubscriptionPage } from './subscription-page.tsx';
import { savingTexts } from './words.ts';

const HASH = 'ab'.repeat(32);
const SUBSCRIPTION = 'GET /api/billing/subscription';
const PRICING = 'GET /api/billing/pricing';
const CREATE = 'POST /api/billing/create-invoice';
const REFERRAL = 'POST /api/billing/referral-code';
const CHECK = `GET /api/billing/check-payment/${HASH}`;

const subscription = (over = {}) => ({
  subscription: { status: 'none', isActive: false, expiresAt: null, totalPaid: 0, ...over },
});
const active = subscription({
  ...{ status: 'active', isActive: true, expiresAt: '2027-01-18T12:00:00Z', totalPaid: 21_000 },
});
const invoice = {
  paymentHash: HASH,
  bolt11: 'lntb210u1rest',
  amountSats: 21_000,
  description: 'Satling, 1 month',
  expiresAt: '2026-11-18T12:10:00Z',
};
const checked = (verified: boolean): Reply => [200, { payment: { verified } }];
const written = vi.fn(async (_: string) => undefined);

beforeEach(() => {
  clearToasts();
  written.mockClear();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written }, onLine: true });
});
afterEach(() => vi.useRealTimers());

function open(replies: Record<string, Reply | readonly Reply[]> = {}) {
  const sent = serve({
    [SUBSCRIPTION]: [200, subscription()],
    [PRICING]: [
      200,
      {
        pricing: { monthly: 21_000, yearly: 200_000 },
        features: ['reminders', 'spending_alerts', 'large_imports'],
      },
    ],
    [CREATE]: [200, { invoice }],
    [CHECK]: checked(false),
    [REFERRAL]: [200, { referralCode: 'abcdefghjk' }],
    ...replies,
  });
  // There, noon UTC is two at night of the next day.
  show(<SubscriptionPage />, 'Pacific/Kiritimati');
  return sent;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const createInvoice = async () => {
  await screen.findByRole('button', { name: 'Create invoice' });
  press('Create invoice');
  await screen.findByText('Waiting for your payment');
};

test('the status, the prices, and what a year saves (BILL-03 BILL-04 BILL-07 BILL-17 BILL-18)', async () => {
  open();
  expect(await screen.findByText('No subscription yet')).toBeTruthy();
  expect(screen.getByText('0')).toBeTruthy();
  const month = await screen.findByRole('radio', { name: '1 month' });
  expect((month as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText('21,000')).toBeTruthy();
  expect(screen.getByText('0.00021000 BTC')).toBeTruthy();
  expect(screen.queryByText('2 months free')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: '12 months' }));
  expect(screen.getByText('200,000')).toBeTruthy();
  expect(screen.getByText('save 52,000 sats')).toBeTruthy();
  expect(screen.getByText('2 months free')).toBeTruthy();
  expect(screen.getByText('Alerts about large spending')).toBeTruthy();
});

test('other prices save other amounts, or nothing (BILL-18)', () => {
  expect(savingTexts({ monthly: 10, yearly: 110 })).toEqual(['save 10 sats', '1 month free']);
  expect(savingTexts({ monthly: 10, yearly: 115 })).toEqual(['save 5 sats']);
  expect(savingTexts({ monthly: 10, yearly: 120 })).toEqual([]);
});

test('an active one says until when; without a wallet of the operator all is open (BILL-07)', async () => {
  open({ [SUBSCRIPTION]: [200, active] });
  expect(await screen.findByText('January 19, 2027')).toBeTruthy();
  expect(screen.getByText('Yes')).toBeTruthy();
  // Referral codes apply only to a first payment.
  expect(await screen.findByRole('button', { name: 'Create invoice' })).toBeTruthy();
  expect(screen.queryByLabelText(/Referral code/)).toBeNull();
});

test('where nothing is sold, the page offers nothing to buy (BILL-01)', async () => {
  const sent = open({
    [SUBSCRIPTION]: [200, subscription({ status: 'open', isActive: true })],
  });
  expect(await screen.findByText(/Everything is open to your family/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create invoice' })).toBeNull();
  await noneSent(sent, PRICING);
});

test('an invoice is copied, waited for and paid; a check that fails ends nothing (BILL-05 BILL-13 BILL-15 BILL-20 BILL-21 BILL-24 BILL-25 BILL-26)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const before = recordedErrors().length;
  const sent = open({
    [SUBSCRIPTION]: [
      [200, subscription()],
      [200, subscription()],
      [200, active],
    ],
    [CHECK]: [checked(false), refusal(503, 'Try again'), checked(false), checked(true)],
  });
  await createInvoice();
  expect(sentTo(sent, CREATE)[0]?.body).toEqual({ subscriptionMonths: 1, referralCode: '' });
  expect(screen.getByRole('img', { name: 'QR code of the invoice' })).toBeTruthy();
  press('Copy the invoice');
  await toasted('Invoice copied');
  expect(written).toHaveBeenCalledWith(invoice.bolt11);
  for (let checks = 1; checks < 4; checks++) {
    await waitFor(() => expect(sentTo(sent, CHECK)).toHaveLength(checks));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
  }
  await toasted('Payment successful!');
  expect(await screen.findByText('January 19, 2027')).toBeTruthy();
  expect(screen.queryByText('Waiting for your payment')).toBeNull();
  expect(screen.getByRole('button', { name: 'Create invoice' })).toBeTruthy();
  expect(recordedErrors().slice(before)).toMatchObject([
    { message: expect.stringContaining('Try again') },
  ]);
});

test('after ten minutes it says so, and offers a new one (BILL-20 BILL-22 BILL-23)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open();
  await createInvoice();
  await act(() => vi.advanceTimersByTimeAsync(590_000));
  expect(screen.queryByText('Invoice expired')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.getByText('Invoice expired')).toBeTruthy();
  expect(screen.queryByRole('img', { name: 'QR code of the invoice' })).toBeNull();
  press('New invoice');
  expect(await screen.findByRole('button', { name: 'Create invoice' })).toBeTruthy();
});

test('a refusal is shown next to the code, and in a toast (BILL-16 BILL-28)', async () => {
  const sent = open({
    [CREATE]: refusal(409, 'There is no such referral code', 'referralCode'),
  });
  const field = await screen.findByLabelText(/Referral code/);
  fireEvent.change(field, { target: { value: 'my friend’s' } });
  press('Create invoice');
  await toasted('Failed to create invoice');
  await toasted('There is no such referral code');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(sentTo(sent, CREATE)[0]?.body).toMatchObject({ referralCode: 'my friend’s' });
});

test('the family’s own code is shown and copied (BILL-06 BILL-14 BILL-27 BILL-29)', async () => {
  open({ [REFERRAL]: [refusal(429, 'Please wait'), [200, { referralCode: 'abcdefghjk' }]] });
  await screen.findByRole('button', { name: 'Show my referral code' });
  press('Show my referral code');
  await toasted('Failed to generate referral code');
  press('Show my referral code');
  expect(await screen.findByText('abcdefghjk')).toBeTruthy();
  press('Copy the code');
  await toasted('Referral code copied');
  expect(written).toHaveBeenCalledWith('abcdefghjk');
});
