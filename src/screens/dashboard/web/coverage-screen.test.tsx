/** "Is it covered?" of a family without a wallet: connected right there. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SpendingCoverage } from '#features/money/lightning/coverage/contract.ts';
import { serve, show } from '#tests/web/support.tsx';
import { aCoverage, anInfo, id } from '#tests/web/wallet.ts';
import { CoverageScreen } from './coverage-screen.tsx';

const COVERAGE = 'GET /api/wallet/coverage';
const SPENDING = 'GET /api/lightning/coverage';

const NONE: SpendingCoverage = {
  ...{ state: 'none', provider: null, answer: null, held: null, checkedAt: null, history: [] },
  ...{ promised: '0.00000000', shortBy: '0.00000000', children: [] },
};
const SHORT: SpendingCoverage = {
  ...{ state: 'short', provider: 'CoinOS', answer: 'told', checkedAt: new Date().toISOString() },
  ...{ promised: '0.00020000', held: '0.00015000', shortBy: '0.00005000', history: [] },
  children: [{ childId: id(1), childName: 'Mia', spending: '0.00020000' }],
};

const showWith = (spending: SpendingCoverage) => {
  const calls = serve({ [COVERAGE]: [200, aCoverage()], [SPENDING]: [200, spending] });
  show(<CoverageScreen />);
  return calls;
};

test('a wallet that is there is not asked for again', async () => {
  showWith(NONE);
  await screen.findByText(/It is enough/);
  expect(screen.queryByRole('button', { name: 'Connect a wallet' })).toBeNull();
});

test('without a wallet, the form for one is a press away (WALL-02)', async () => {
  serve({
    [SPENDING]: [200, NONE],
    [COVERAGE]: [200, aCoverage({ state: 'no_wallet', held: '0.00000000' })],
    'GET /api/wallet/family-info': [200, anInfo({ isConfigured: false })],
    'GET /api/wallet/preferences': [
      200,
      { prefersEncryption: false, hasLegacyWallet: false, hasEncryptedWallet: false },
    ],
  });
  show(<CoverageScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a wallet' }));
  await screen.findByRole('dialog', { name: 'Configure Bitcoin wallet' });
  await screen.findByRole('tab', { name: 'XPUB (Advanced)' });
});

test('without spending money in a Lightning wallet there is no word of it', async () => {
  showWith(NONE);
  await screen.findByText(/It is enough/);
  expect(screen.queryByRole('heading', { name: 'Spending money' })).toBeNull();
});

test('spending money that the Lightning wallet does not hold is named with what is missing', async () => {
  showWith(SHORT);
  await screen.findByRole('heading', { name: 'Spending money' });
  expect(screen.getByText('Short by 5,000 sats')).toBeTruthy();
  expect(screen.getByText(/^CoinOS holds 15,000 sats/)).toBeTruthy();
});

test('a Lightning wallet that is silent is named, and what it holds is not known', async () => {
  showWith({ ...SHORT, state: 'not_checked', answer: 'silent', held: null });
  await screen.findByText(/^CoinOS isn’t answering/);
  expect(screen.getByText('Not known')).toBeTruthy();
  expect(screen.queryByText(/^Short by/)).toBeNull();
});
