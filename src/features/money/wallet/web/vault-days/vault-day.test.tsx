/** The vault day on "Is it covered?": collected amounts, the fee, and the outcome. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { aConfig, binding, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { aSend, FIRST, id, MIA, SIXTH, VPUB } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { openVault } from '#web/vault/vault.ts';
import type { Fee, VaultDay } from '../../vault-days/contract.ts';
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
const unknown = (obstacle: Fee['obstacle']) => fee({ fee: null, feePercent: null, obstacle });
const mias = { ...aSend({ id: id(91), amount: '0.00010000' }), addressIndex: 5 };
const leos = {
  ...aSend({ id: id(92), childId: LEO, childName: 'Leo', amount: '0.00025000', toAddress: FIRST }),
  addressIndex: 0,
};
const aDay = (...parts: VaultDay['parts']): VaultDay => ({
  ...{ id: DAY, createdAt: mias.createdAt, amount: '0.00035000', parts },
});
const balances = {
  ...{ savingsBalance: 0.001, spendingBalance: 0, pendingBalance: 0 },
  checkedAt: mias.createdAt,
};
const quiet = {
  'GET /api/wallet/encrypted-config': aConfig(),
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

test('what is collected is put away as it was read; a fee of 2 % or more can be waited for (T26)', async () => {
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

test.each<[Reply, RegExp]>([
  [fee({ feePercent: 0.7 }), /0\.7% of the amount/],
  ...(['no_key', 'no_source', 'not_looked_up', 'no_answer', 'no_fee_rate'] as const).map(
    (obstacle): [Reply, RegExp] => [unknown(obstacle), /Your own wallet shows it before you pay/],
  ),
  [unknown('too_small'), /does not pass on payments this small/],
])(
  'a low fee is not waited for, and one that nobody knows (%o) sends nobody to a code that is not there',
  async (reply, words) => {
    serve({ [LIST]: [200, { collected, waitsForFee: false, days: [] }], [FEE]: reply });
    show(<VaultDayCard />);
    await screen.findByText(words);
    expect(screen.queryByText(/above|key/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Wait until/ })).toBeNull();
  },
);

test('a fee of 2 % can be waited for, and another day begins once nothing waits for its payment', async () => {
  const listed = (state: 'waiting' | 'seen'): Reply => [
    200,
    { collected, waitsForFee: false, days: [aDay({ ...mias, state })] },
  ];
  serve({ [LIST]: listed('waiting'), [FEE]: fee({ feePercent: 2 }), ...quiet });
  show(<VaultDayCard />);
  await screen.findByRole('button', { name: 'Wait until it is under 2%' });
  expect(screen.queryByRole('button', { name: 'Put it into the vault' })).toBeNull();
  cleanup();
  serve({ [LIST]: listed('seen'), [FEE]: fee({ feePercent: 2 }), ...quiet });
  show(<VaultDayCard />);
  await screen.findByRole('button', { name: 'Put it into the vault' });
});

test('each part says how it stands; one for one child has a payment link, and can be given up (T23)', async () => {
  const parts = [
    { ...mias, notice: 'another_amount' },
    { ...leos, state: 'confirmed' },
  ] as const;
  const day = { ...aDay(...parts), createdAt: '2026-11-18T12:00:00.000Z' };
  const made = { psbt: null, fee: null, feePercent: null, obstacle: 'not_enough' };
  const sent = serve({
    ...{ [LIST]: [200, { collected: [], waitsForFee: false, days: [day] }], ...quiet },
    ...{ [CANCEL]: [200, day], [PSBT]: [200, made] },
  });
  // There, noon UTC is two at night of the next day.
  show(<VaultDayCard />, 'Pacific/Kiritimati');
  await screen.findByText('In the vault');
  screen.getByRole('heading', { name: 'Vault day of Nov 19, 2026' });
  screen.getByText(/pays this address, but another amount/);
  await screen.findByText('Copy the payment link');
  press('Make the PSBT');
  await screen.findByText(/does not hold enough/);
  press('Cancel pending parts');
  await expect.poll(() => sentTo(sent, CANCEL)).toHaveLength(1);
});

test('several children are paid by one transaction: amounts and addresses stand together (T23)', async () => {
  const days = [aDay(mias, leos)];
  serve({ [LIST]: [200, { collected: [], waitsForFee: false, days }], ...quiet });
  show(<VaultDayCard />);
  await screen.findByText(/in one transaction/);
  await screen.findByText('Copy Mia’s address');
  screen.getByText('Copy Leo’s address');
  expect(screen.queryByText('Copy the payment link')).toBeNull();
});

const encrypted = { 'GET /api/wallet/encrypted-config': aConfig({ hasEncryptedWallet: true }) };
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const unlock = async () => {
  const secrets = { walletXpub: VPUB, refillToken: 'ab'.repeat(32) };
  const payload = await sealSecrets(secrets, passphrase, binding);
  await act(() => openVault(1, { payload, passphrase, binding, network: 'testnet' }));
};
const THIEFS = 'tb1qcr8te4kr609gcawutmrza0j4xv80jy8z7k9rcj';

test('while the wallet is encrypted, nothing is shown to be paid before this browser has checked it (T62)', async () => {
  stubVaultWorkers();
  const days = [aDay(mias, { ...leos, uri: 'bitcoin:tb1qsomebody' })];
  serve({ [LIST]: [200, { collected: [], waitsForFee: false, days }], ...quiet, ...encrypted });
  show(<VaultDayCard />);
  await screen.findByText(/^Unlock your wallet to pay this/);
  screen.getByRole('link', { name: 'Go to Dashboard' });
  expect([screen.queryByText(SIXTH), screen.queryByText(FIRST)]).toEqual([null, null]);
  expect(screen.queryByRole('button', { name: 'Make the PSBT' })).toBeNull();
  await unlock();
  await screen.findByText(/^Your browser checked this/);
  expect([screen.getAllByText(SIXTH).length, screen.getAllByText(FIRST).length]).toEqual([1, 1]);
  expect(screen.queryByRole('button', { name: 'Make the PSBT' })).toBeNull();
});

test.each([
  ['the address', { toAddress: THIEFS }, /This address isn’t in the wallet you unlocked/],
  ['the amount', { amount: '0.00050000' }, /The amount isn’t the one you agreed to/],
  [
    'the child',
    { childId: id(3), childName: 'Zoe' },
    /These aren’t the children you agreed to pay for/,
  ],
])(
  'a reply that changes %s after the yes is not shown to be paid (T62)',
  async (_, change, why) => {
    stubVaultWorkers();
    const before: Reply = [200, { collected, waitsForFee: false, days: [] }];
    const day = aDay({ ...mias, ...change }, leos);
    serve({
      ...{ [LIST]: [before, [200, { collected: [], waitsForFee: false, days: [day] }]], ...quiet },
      ...{ ...encrypted, [FEE]: fee(), [BEGIN]: [200, aDay(mias, leos)] },
    });
    await unlock();
    show(<VaultDayCard />);
    await screen.findByText('2 pay days, since May 3, 2026');
    press('Put it into the vault');
    await screen.findByText(why);
    for (const address of [SIXTH, FIRST, THIEFS]) expect(screen.queryByText(address)).toBeNull();
    expect(screen.queryByText('Copy Mia’s address')).toBeNull();
  },
);

test('what was read is shown to be paid, with a link that the browser has made (T62)', async () => {
  stubVaultWorkers();
  const [one] = collected;
  const before: Reply = [200, { collected: [one], waitsForFee: false, days: [] }];
  const day = aDay({ ...mias, uri: `bitcoin:${THIEFS}?amount=0.5` });
  serve({
    ...{ [LIST]: [before, [200, { collected: [], waitsForFee: false, days: [day] }]], ...quiet },
    ...{ ...encrypted, [FEE]: fee(), [BEGIN]: [200, day] },
  });
  const copied = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  await unlock();
  show(<VaultDayCard />);
  await screen.findByText('2 pay days, since May 3, 2026');
  press('Put it into the vault');
  await screen.findByText(/^Your browser checked this/);
  screen.getByText(SIXTH);
  press('Copy the payment link');
  await expect.poll(() => copied.mock.calls).toEqual([[`bitcoin:${SIXTH}?amount=0.00010000`]]);
});
