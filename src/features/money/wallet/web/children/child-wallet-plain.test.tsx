/** A child's Bitcoin wallet in words for the youngest. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { aChildWallet, MIA } from '#tests/web/wallet.ts';
import { ChildWalletPanel } from './child-wallet-panel.tsx';

const NUMBERS = { savingsBalance: 0.001, spendingBalance: 0, pendingBalance: 0, checkedAt: null };

test('the youngest read neither a path, nor a network, nor what is pending (WALL-17)', async () => {
  serve({
    [`GET /api/wallet/coverage/${MIA}`]: [200, { sentence: 'parents_keep', checkedAt: null }],
    [`POST /api/wallet/create/${MIA}`]: [200, aChildWallet()],
    [`GET /api/wallet/balances/${MIA}`]: [200, NUMBERS],
    [`POST /api/wallet/sync/${MIA}`]: [
      200,
      { ...NUMBERS, success: true, state: 'synced', failure: null },
    ],
  });
  show(<ChildWalletPanel child={{ id: MIA, name: 'Mia' }} isChild isYoung />);
  fireEvent.click(screen.getByRole('button', { name: 'Open the wallet' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Mia’s Bitcoin wallet' }));
  await panel.findByRole('button', { name: 'Copy the address' });
  for (const words of ['Savings', 'Spending money', 'On its way']) await panel.findByText(words);
  expect(panel.queryByText(/m\/84|testnet|on-chain|\bpending|instant/i)).toBeNull();
});
