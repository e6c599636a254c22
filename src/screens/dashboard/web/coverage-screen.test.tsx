/** "Is it covered?" of a family without a wallet: connected in its place. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { aCoverage, anInfo } from '#tests/web/wallet.ts';
import { CoverageScreen } from './coverage-screen.tsx';

const COVERAGE = 'GET /api/wallet/coverage';

test('a wallet that is there is not asked for again', async () => {
  serve({ [COVERAGE]: [200, aCoverage()] });
  show(<CoverageScreen />);
  await screen.findByText(/It is enough/);
  expect(screen.queryByRole('button', { name: 'Connect a wallet' })).toBeNull();
});

test('without a wallet, the form for one is a press away (WALL-02)', async () => {
  serve({
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
