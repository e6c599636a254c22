/** A child's Bitcoin wallet in a family without one: those who can change that find out how. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, serve, show } from '#tests/web/support.tsx';
import { MIA } from '#tests/web/wallet.ts';
import { ChildWalletPanel } from './child-wallet-panel.tsx';

const NOTHING = { savingsBalance: 0, spendingBalance: 0, pendingBalance: 0, checkedAt: null };

test.each([
  ['a parent', false, '/dashboard'],
  ['the child', true, undefined],
] as const)(
  'without a wallet the dialog says so, and leads %s where one is made, if they may (WALL-02 WALL-17)',
  async (_, isChild, way) => {
    serve({
      [`GET /api/wallet/coverage/${MIA}`]: [200, { sentence: 'parents_keep', checkedAt: null }],
      [`POST /api/wallet/create/${MIA}`]: refusal(409, 'No wallet is configured yet'),
      [`GET /api/wallet/balances/${MIA}`]: [200, NOTHING],
    });
    show(<ChildWalletPanel child={{ id: MIA, name: 'Mia' }} isChild={isChild} />);
    fireEvent.click(screen.getByRole('button', { name: 'Open the wallet' }));
    await screen.findByText('No wallet is configured yet');
    expect(screen.queryByText('Send Bitcoin')).toBeNull();
    await screen.findByRole('heading', { name: 'Balances' });
    expect(screen.queryByRole('button', { name: 'Sync' })).toBeNull();
    const link = screen.queryByRole('link', { name: 'Go to Dashboard' });
    expect(link?.getAttribute('href')).toBe(way);
  },
);
