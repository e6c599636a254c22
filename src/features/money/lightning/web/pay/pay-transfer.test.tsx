/** A savings transfer paid by the wallet: the question before it, and each outcome. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TransferOffer } from '#features/money/lightning/transfers/contract.ts';
import { noneSent, type Reply, refusal, sentTo, toasted } from '#tests/web/support.tsx';
import { ask, ID, OFFER, open, PAY, payNow } from '#tests/web/transfer.tsx';

const anOffer = (over: Partial<TransferOffer> = {}): Reply => [
  200,
  {
    ...{ amount: 5_000, feeLimit: 50, receiver: 'anna@example.com', obstacle: null },
    ...{ payer: 'server', isChecking: false },
    ...over,
  },
];
const ended = (state: string, failure: string | null = null): Reply => [
  200,
  { success: state === 'paid', state, failure, paymentId: ID },
];

test('the wallet pays after a question that names amount, receiver and fee, never at one press (APPR-20)', async () => {
  const sent = open({ [OFFER]: anOffer(), [PAY]: ended('paid') });
  const dialog = await ask();
  await noneSent(sent, PAY);
  for (const text of ['5,000 sats', '50 sats', 'anna@example.com', 'Mia'])
    within(dialog).getByText(text);
  payNow(dialog);
  await toasted('Transfer Approved');
  expect(sentTo(sent, PAY)[0]?.body).toEqual({
    ...{ seenAmount: 5_000, seenFeeLimit: 50, seenReceiver: 'anna@example.com' },
  });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test.each([
  ['no-wallet', 'Connect a wallet that can pay, and it pays this for you.'],
  ['no-address', /With a Lightning address of your own/],
  ['too-large', /more than is paid over Lightning at once/],
] as const)(
  '%s stands in the way, and there is nothing to press (APPR-20)',
  async (obstacle, text) => {
    open({ [OFFER]: anOffer({ obstacle }) });
    await screen.findByText(text);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('what is not known yet is said, and not offered again (APPR-20 T28)', async () => {
  open({ [OFFER]: [anOffer(), anOffer({ isChecking: true })], [PAY]: ended('checking') });
  payNow(await ask());
  await toasted('Still checking');
  expect(screen.queryByText('Your wallet is locked'), 'this browser pays nothing').toBeNull();
  await screen.findByText(/nothing is paid twice/);
  expect(screen.queryByRole('button', { name: 'Let our wallet pay it' })).toBeNull();
});

test('what was not paid says why, and what is refused stays in the question (APPR-20)', async () => {
  const refused = refusal(409, 'The payment has another amount by now');
  const sent = open({ [OFFER]: anOffer(), [PAY]: [refused, ended('failed', 'receiver-silent')] });
  const dialog = await ask();
  payNow(dialog);
  await within(dialog).findByText('The payment has another amount by now');
  payNow(dialog);
  await toasted('The wallet behind your address does not answer. Nothing was paid.');
  await waitFor(() => expect(sentTo(sent, PAY)).toHaveLength(2));
});
