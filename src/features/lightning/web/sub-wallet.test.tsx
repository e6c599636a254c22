/** The children's own wallets on an Alby Hub: made, handed over, forgotten. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reply, refusal, sentTo, serve, show } from '#web/test-support.tsx';
import { SubWalletCard } from './sub-wallet-card.tsx';
import { SubWalletForm } from './sub-wallet-form.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const LIST = 'GET /api/lightning/sub-wallets';
const MAKE = `POST /api/lightning/sub-wallets/${MIA}`;
const SHOW = `GET /api/lightning/sub-wallets/${MIA}/connection`;
const REMOVE = `DELETE /api/lightning/sub-wallets/${MIA}`;
const CONNECTION = 'nostr+walletconnect://ab?relay=wss%3A%2F%2Frelay.example&secret=cd';

const mias = {
  ...{ childId: MIA, childName: 'Mia', monthlyBudget: 40_000 },
  madeAt: '2026-05-03T06:00:00.000Z',
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('T48 a wallet is made with the Hub’s token, and a refusal stands in the form', async () => {
  const no = refusal(409, 'The wallet refused this connection');
  const sent = serve({ [MAKE]: [no, [200, mias]] });
  show(<SubWalletForm kids={[{ id: MIA, name: 'Mia' }]} />);
  type(/^Budget for a month/, '40000');
  type(/^Address of your Hub/, 'https://hub.example.com');
  type(/^Access token/, 'a.b.c');
  press('Make the wallet');
  await screen.findByText('The wallet refused this connection');
  press('Make the wallet');
  await expect.poll(() => sentTo(sent, MAKE)).toHaveLength(2);
  expect(sentTo(sent, MAKE)[1]?.body).toEqual({
    ...{ url: 'https://hub.example.com', token: 'a.b.c', name: '', region: '' },
    monthlyBudget: '40000',
  });
});

test('T48 a parent hands the wallet over; what connects to it stands there until it is closed', async () => {
  const list: Reply = [200, [mias]];
  const sent = serve({
    ...{ [LIST]: list, 'GET /api/children': [200, []] },
    ...{ [SHOW]: [200, { connection: CONNECTION }], [REMOVE]: [200, { success: true }] },
  });
  show(<SubWalletCard />);
  await screen.findByText('40,000 sats a month');
  expect(sentTo(sent, SHOW)).toEqual([]);
  press('Hand it over');
  const dialog = await screen.findByRole('dialog', { name: 'Mia’s wallet' });
  within(dialog).getByText(/Whoever has it can spend/);
  expect(dialog.querySelector('svg')).not.toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  press('Forget it');
  await expect.poll(() => sentTo(sent, REMOVE)).toHaveLength(1);
});
