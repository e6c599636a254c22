/** Steps to automatic pay days, on the page for connecting a wallet. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChild, MIA } from '#tests/web/replies.ts';
import { type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { ConnectPage } from './connect-page.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const SET_PLAN = `PUT /api/children/${MIA}/payout-plan`;
const spending = {
  ...{ purpose: 'spend', provider: 'CoinOS', type: 'nwc', state: 'connected' },
  ...{ balance: 900, budget: 5_000, checkedAt: AT, connectedAt: AT, isRotationDue: false },
};
const config = {
  ...{ configured: false, provider: null, connections: [], parentAddress: null },
  ...{ childAddresses: {}, payLimits: {}, syncFrequency: 'weekly' },
  ...{ emailReminders: false, spendingAlerts: false },
};
const plan = {
  ...{ plan: 'book', weekly: 2_000, feeLimit: 30, address: null, agreedAddress: null },
  ...{ leadsHome: false, payer: 'none' },
};
const paid = {
  ...{ id: MIA, childId: MIA, childName: 'Mia', state: 'paid', failure: null, amount: 10 },
  ...{ fee: 0, feeLimit: 1, description: '', payee: '', paymentHash: '', proof: 'proven' },
  ...{ preimage: null, provider: 'CoinOS', madeBy: 'Anna', browser: null, decidedBy: null },
  ...{ createdAt: AT, expiresAt: AT, endedAt: AT, entryId: MIA },
};

async function openSteps(over: object, replies: Record<string, Reply> = {}) {
  const sent = serve({
    'GET /api/lightning/config': [200, { ...config, ...over }],
    'GET /api/children': [200, [aChild()]],
    'GET /api/wallet/preferences': [
      200,
      { prefersEncryption: false, hasLegacyWallet: false, hasEncryptedWallet: false },
    ],
    'GET /api/lightning/payments': [200, []],
    'GET /api/payouts': [200, { payer: 'none', payouts: [] }],
    [`GET /api/children/${MIA}/payout-plan`]: [200, plan],
    ...replies,
  });
  show(
    <>
      <ConnectPage />
      <Toaster />
    </>,
  );
  const list = await screen.findByRole('list', { name: 'Let pay days pay themselves' });
  await within(list).findByText('Only written down');
  const stamps = [...list.querySelectorAll('.trial-stamp')];
  return { sent, done: stamps.map((stamp) => stamp.classList.contains('stamp-on')) };
}

const folded = (name: string) =>
  !(screen.getByText(name).closest('details') as HTMLDetailsElement).open;

test('without a wallet nothing is done, and the form stands there (LN-37 LN-43)', async () => {
  const { done } = await openSteps({});
  expect(done).toEqual([false, false, false, false]);
  expect(folded('Connect a wallet')).toBe(false);
  expect(folded('Lightning addresses')).toBe(true);
});

test('a wallet that only receives is shown, and the form still asks for one that pays (LN-37)', async () => {
  const receiving = { ...spending, purpose: 'receive' };
  const { done } = await openSteps({ connections: [receiving] });
  expect(done[0]).toBe(false);
  screen.getByText('CoinOS, only to receive');
  screen.getByRole('radio', { name: /^To pay as well/, checked: true });
  expect(folded('Connect another wallet')).toBe(false);
});

test('once it pays, the form is folded and what comes next is open (LN-37)', async () => {
  const { done } = await openSteps({ connections: [spending] });
  expect(done).toEqual([true, false, false, false]);
  screen.getByText('CoinOS, to pay as well');
  expect(folded('Connect another wallet')).toBe(true);
  expect(folded('Lightning addresses')).toBe(false);
});

test('a payment, an address for each child and a pay day that came end the other steps (LN-37)', async () => {
  const payout = {
    ...{ id: MIA, childId: MIA, childName: 'Mia', plan: 'lightning', dueDate: '2026-11-21' },
    ...{ amount: 2_000, feeLimit: 30, receiver: 'mia@coinos.io', state: 'paid', failure: null },
    ...{ paymentId: MIA, paidEntryId: MIA, proof: 'proven', txid: null, provider: 'CoinOS' },
    ...{ settledBy: null, since: AT, endedAt: AT },
  };
  const { done } = await openSteps(
    { connections: [spending], childAddresses: { [MIA]: 'mia@coinos.io' } },
    {
      'GET /api/lightning/payments': [200, [paid]],
      'GET /api/payouts': [200, { payer: 'server', payouts: [payout] }],
    },
  );
  expect(done).toEqual([true, true, true, true]);
});

test('once each child has an address the plans are open, whether it was tried or not', async () => {
  const { done } = await openSteps({
    connections: [spending],
    childAddresses: { [MIA]: 'mia@coinos.io' },
  });
  expect(done).toEqual([true, false, true, false]);
  const isOpen = (title: string) =>
    screen.getByRole('region', { name: title }).querySelector('details')?.open;
  expect(isOpen('Try it with 10 sats')).toBe(true);
  expect(isOpen('Say where each child is paid')).toBe(false);
  expect(isOpen('Choose what happens on pay day')).toBe(true);
});

test('the plan of each child is chosen here', async () => {
  const { sent } = await openSteps(
    { connections: [spending], childAddresses: { [MIA]: 'mia@coinos.io' } },
    { [SET_PLAN]: [200, { ...plan, plan: 'vault' }] },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Choose for Mia' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'After Mia’s pay day' }));
  fireEvent.click(await dialog.findByRole('radio', { name: /^Collect it for the vault/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save plan' }));
  await expect.poll(() => sentTo(sent, SET_PLAN)).toHaveLength(1);
  expect(sentTo(sent, SET_PLAN)[0]?.body).toMatchObject({ plan: 'vault' });
});

test('without 20 sats to spend there is nothing to try with, and the step says what is missing', async () => {
  await openSteps(
    { connections: [spending] },
    { 'GET /api/children': [200, [aChild({ availableSpending: '0.00000019' })]] },
  );
  screen.getByText(/add 20 sats first/);
  expect(screen.queryByRole('button', { name: 'Send 10 sats' })).toBeNull();
});

test('the 10 sats are sent from here, to the address that the parents have named', async () => {
  const of = { leftToday: 0, paysInBrowser: false, parentAddress: null, hasOwnWallet: false };
  const can = { lightningConfigured: true, canReceive: true, canPay: true };
  const receiver = 'anna@example.com';
  const decoded = {
    ...{ tokens: 10, feeLimit: 10, destination: '02node', description: '' },
    ...{ timeExpire: 1_800_000_000, paymentHash: 'ab'.repeat(32) },
  };
  const { sent } = await openSteps(
    { connections: [spending], parentAddress: receiver },
    {
      'GET /api/children': [200, [aChild({ availableSpending: '0.00000020' })]],
      [`GET /api/children/${MIA}`]: [200, aChild({ availableSpending: '0.00000020' })],
      [`GET /api/lightning/children/${MIA}`]: [200, { ...of, ...can, receivesInBrowser: false }],
      'POST /api/lightning/invoice-for': [200, { paymentRequest: 'lntb1' }],
      'POST /api/lightning/decode': [200, decoded],
    },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send 10 sats' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Try it with 10 sats' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Check' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Pay 10 sats' }));
  await screen.findByRole('alertdialog', { name: 'Send to anna@example.com?' });
  expect(sentTo(sent, 'POST /api/lightning/invoice-for')[0]?.body).toEqual({
    ...{ childId: MIA, receiver, amount: '10' },
  });
});
