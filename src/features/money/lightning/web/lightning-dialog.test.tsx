/** A child's view of its own Lightning, without its parents' parts. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { LightningDialog } from './lightning-dialog.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const OF_MIA = {
  ...{ lightningConfigured: true, canReceive: true, canPay: true, leftToday: 0 },
  ...{ parentAddress: null, hasOwnWallet: false, receivesInBrowser: true, paysInBrowser: false },
};
const CONFIG = {
  ...{ configured: false, provider: null, connections: [], parentAddress: null },
  ...{ childAddresses: {}, payLimits: {}, syncFrequency: 'weekly' },
  ...{ emailReminders: false, spendingAlerts: false },
};
const NO_ADDRESS = { address: null, lnurl: null, obstacle: null };

test('a child sets no limit, turns no address on, and unlocks nothing in its Lightning', async () => {
  serve({
    [`GET /api/lightning/children/${MIA}`]: [200, OF_MIA],
    'GET /api/lightning/invoices': [200, []],
    'GET /api/lightning/config': [200, CONFIG],
    [`GET /api/lightning/children/${MIA}/gift-address`]: [200, NO_ADDRESS],
  });
  show(<LightningDialog child={{ id: MIA, name: 'Mia' }} isChild onClose={() => undefined} />);
  await screen.findByText(/Ask a parent to make the invoice/);
  fireEvent.click(screen.getByRole('tab', { name: 'Send' }));
  await screen.findByRole('button', { name: 'Check' });
  expect(screen.queryByText(/Opening Lightning|may pay in a day/)).toBeNull();
  fireEvent.click(screen.getByRole('tab', { name: 'Address' }));
  await screen.findByText('You have no Lightning address yet. Ask a parent to turn it on.');
  expect(screen.queryByRole('button', { name: 'Turn the address on' })).toBeNull();
});
