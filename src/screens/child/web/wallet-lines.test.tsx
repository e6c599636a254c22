/** A child's page on its wallets and how it is paid, before anything is opened. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, openChildPage } from '#tests/web/family.tsx';
import { aDashboard, MIA } from '#tests/web/replies.ts';

const OF_MIA = `GET /api/lightning/children/${MIA}`;
const PLAN = `GET /api/children/${MIA}/payout-plan`;
const GIFT = `GET /api/lightning/children/${MIA}/gift-address`;
const CONFIG = 'GET /api/lightning/config';

const plan = {
  plan: 'book',
  weekly: 2_000,
  feeLimit: 30,
  address: null,
  agreedAddress: null,
  leadsHome: false,
  payer: 'none',
};
const nothing = {
  lightningConfigured: false,
  canReceive: false,
  receivesInBrowser: false,
  canPay: false,
  paysInBrowser: false,
  leftToday: 0,
  parentAddress: null,
  hasOwnWallet: false,
};

/** The rows by name, each with its state. */
async function lines(over: Answers, hasWallet = false) {
  const { family } = aDashboard();
  await openChildPage(family ? { family: { ...family, hasWallet } } : {}, {
    [PLAN]: plan,
    [OF_MIA]: nothing,
    [GIFT]: { address: null, lnurl: null, obstacle: null },
    [CONFIG]: aConfig({}),
    ...over,
  });
  return (start: string, state: string) =>
    screen.findByRole('button', { name: new RegExp(`^${start} ?${state}$`) });
}

const aConfig = (payLimits: Record<string, number>) => ({
  configured: false,
  provider: null,
  connections: [],
  parentAddress: null,
  childAddresses: {},
  payLimits,
  syncFrequency: 'weekly',
  emailReminders: false,
  spendingAlerts: false,
});

test('a family without a wallet reads what is not set up (LN-01 WALL-13)', async () => {
  const has = await lines({});
  await has('After pay day', 'Only written down');
  await has('Lightning', 'Not set up');
  await has('Gift address', 'Not set up');
  await has('Bitcoin wallet', 'Not set up');
  await has('Pays without asking', 'Off');
});

test('a row whose state cannot be loaded shows only its name', async () => {
  const has = await lines({ [PLAN]: [502, '<html>'] });
  await has('Lightning', 'Not set up');
  await has('After pay day', '');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what is set up is said in a few words, addresses without their end (LN-01 WALL-13)', async () => {
  const has = await lines(
    {
      [PLAN]: { ...plan, plan: 'lightning', address: 'mia@coinos.io' },
      [OF_MIA]: { ...nothing, canReceive: true, canPay: true },
      [GIFT]: { address: 'k7qhm2xwpa@satling.example', lnurl: 'LNURL1', obstacle: null },
      [CONFIG]: aConfig({ [MIA]: 2_000 }),
    },
    true,
  );
  await has('After pay day', 'Paid to mia@…');
  await has('Lightning', 'Receives and pays');
  await has('Gift address', 'k7qhm2xwpa@…');
  await has('Bitcoin wallet', 'Ready');
  await has('Pays without asking', '2,000 sats a day');
});

test.each([
  [{ plan: 'vault' }, 'Collected for the vault'],
  [{ plan: 'lightning', address: 'sub-wallet' }, 'Paid to own wallet'],
  // A removed address cannot be paid.
  [{ plan: 'lightning' }, 'Only written down'],
])('the plan %o reads “%s”', async (over, state) => {
  const has = await lines({ [PLAN]: { ...plan, ...over } });
  await has('After pay day', state);
});

test('a wallet that only receives says so (LN-01)', async () => {
  const has = await lines({ [OF_MIA]: { ...nothing, receivesInBrowser: true } });
  await has('Lightning', 'Receives');
});
