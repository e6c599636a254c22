/** A child of fourteen or older reads its limits before paying. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChild, MIA } from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';
import { MyLimits } from './my-limits.tsx';

const WALLET = {
  ...{ lightningConfigured: true, canReceive: true, canPay: true, leftToday: 2_500 },
  ...{ receivesInBrowser: false, paysInBrowser: false, parentAddress: null, hasOwnWallet: false },
};

async function factsWith(over: Partial<typeof WALLET>) {
  serve({ [`GET /api/lightning/children/${MIA}`]: [200, { ...WALLET, ...over }] });
  const queries = show(<MyLimits child={aChild()} />);
  await waitFor(() => expect(screen.queryByText('…')).toBeNull());
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  cleanup();
  queries.clear();
  return facts;
}

test('without a wallet that pays, each payment is asked for', async () => {
  expect(await factsWith({ canPay: false })).toEqual(['100,000 sats', '0 sats']);
});

test('what is left of today stands below the spending limit', async () => {
  expect(await factsWith({})).toEqual(['100,000 sats', '2,500 sats']);
});
