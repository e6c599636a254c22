/** The vault day on "Is it covered?": what is collected, its fee, and what becomes of it. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reply, refusal, sentTo, serve, show } from '#web/test-support.tsx';
import type { Fee, VaultDay } from '../vault-days/contract.ts';
import { aSend, id, MIA } from './test-wallet.ts';
import { VaultDayCard } from './vault-day-card.tsx';

const LEO = id(2);
const DAY = id(90);
const LIST = 'GET /api/vault-days';
const BEGIN = 'POST /api/vault-days';
const FEE = 'POST /api/vault-days/fee';
const WAIT = 'PUT /api/vault-days/wait';
const CANCEL = `DELETE /api/vault-days/${DAY}`;
const PSBT = `POST /api/vault-days/${DAY}/psbt`;
const SYNC = `POST /api/wallet/sync/${MIA}`;
const BALANCES = `GET /api/wallet/balances/${MIA}`;

const collected = [
  { childId: MIA, childName: 'Mia', amount: '0.00010000', payDays: 2, since: '2026-05-03' },
  { childId: LEO, childName: 'Leo', amount: '0.00025000', payDays: 1, since: '2026-05-10' },
];
const fee = (over: Partial<Fee> = {}): Reply => [
  200,
  { fee: '0.00000900', feePercent: 2.6, obstacle: null, ...over },
];
const mias = aSend({ id: id(91), amount: '0.00010000' });
const leos = aSend({ id: id(92), childId: LEO, childName: 'Leo', amount: '0.00025000' });
const aDay = (...parts: VaultDay['parts']): VaultDay => ({
  ...{ id: DAY, createdAt: mias.createdAt, amount: '0.00035000', parts },
});
const balances = {
  ...{ savingsBalance: 0.001, spendingBalance: 0, pendingBalance: 0 },
  checkedAt: mias.createdAt,
};
const quiet = {
  [BALANCES]: [200, balances],
  [SYNC]: [200, { ...balances, success: true, state: 'synced', failure: null }],
} as const;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('where nothing was ever collected there is no vault day', async () => {
  const sent = serve({ [LIST]: [200, { collected: [], waitsForFee: false, days: [] }] });
  show(<VaultDayCard />);
  await expect.poll(() => sentTo(sent, LIST)).toHaveLength(1);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('T26 what is collected is put away as it was read; a fee of 2 % or more can be waited for', async () => {
  const list = (waitsForFee: boolean): Reply => [200, { collected, waitsForFee, days: [] }];
  const sent = serve({
    ...{ [LIST]: [list(false), list(true)], [FEE]: fee(), [WAIT]: [200, { waitsForFee: true }] },
    [BEGIN]: refusal(409, 'Another vault day still waits for its payment'),
  });
  show(<VaultDayCard />);
  await screen.findByText('2 pay days, since May 3, 2026');
  await screen.findByText(/fee is about 900 sats now: 2\.6% of the amount/);
  press('Wait until it is under 2%');
  await screen.findByText('You get a message when the fee is under 2%.');
  expect(sentTo(sent, WAIT).map(({ body }) => body)).toEqual([{ waits: true }]);
  press('Put it into the vault');
  await screen.findByText('Another vault day still waits for its payment');
  expect(sentTo(sent, BEGIN).map(({ body }) => body)).toEqual([
    {
      children: [
        { childId: MIA, seenAmount: '0.00010000' },
        { childId: LEO, seenAmount: '0.00025000' },
      ],
    },
  ]);
});

test.each([
  [fee({ feePercent: 0.7 }), /0\.7% of the amount/],
  [fee({ fee: null, feePercent: null, obstacle: 'no_source' }), /Nobody looks your wallet up/],
])('a low fee is not waited for, and one that nobody knows says why', async (reply, words) => {
  serve({ [LIST]: [200, { collected, waitsForFee: false, days: [] }], [FEE]: reply });
  show(<VaultDayCard />);
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: /Wait until/ })).toBeNull();
});

test('T23 each part says how it stands; one for one child has a payment link, and can be given up', async () => {
  const day = aDay({ ...mias, notice: 'another_amount' }, { ...leos, state: 'confirmed' });
  const made = { psbt: null, fee: null, feePercent: null, obstacle: 'not_enough' };
  const sent = serve({
    ...{ [LIST]: [200, { collected: [], waitsForFee: false, days: [day] }], ...quiet },
    ...{ [CANCEL]: [200, day], [PSBT]: [200, made] },
  });
  show(<VaultDayCard />);
  await screen.findByText('In the vault');
  screen.getByText(/pays this address, but another amount/);
  screen.getByText('Copy the payment link');
  press('Make the PSBT');
  await screen.findByText(/does not hold enough/);
  press('Give up what waits');
  await expect.poll(() => sentTo(sent, CANCEL)).toHaveLength(1);
});

test('T23 several children are paid by one transaction: amounts and addresses stand together', async () => {
  const days = [aDay(mias, leos)];
  serve({ [LIST]: [200, { collected: [], waitsForFee: false, days }], ...quiet });
  show(<VaultDayCard />);
  await screen.findByText(/in one transaction/);
  screen.getByText('Copy Mia’s address');
  screen.getByText('Copy Leo’s address');
  expect(screen.queryByText('Copy the payment link')).toBeNull();
});
