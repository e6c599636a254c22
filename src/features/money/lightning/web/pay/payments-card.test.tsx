/** Payments that need a person's word on the outcome, and receipts. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import { noneSent, sentTo, serve, show } from '#tests/web/support.tsx';
import { PaymentsCard } from './payments-card.tsx';

const ID = '01a1fca1-0000-7000-8000-000000000001';
const AT = '2026-05-03T06:00:00.000Z';
const LIST = 'GET /api/lightning/payments';
const SAY = `POST /api/lightning/payments/${ID}/say`;
const paid: PaymentRecord = {
  ...{ id: ID, childId: ID, childName: 'Mia', state: 'paid', failure: null, amount: 2_100 },
  ...{ fee: 500, feeLimit: 21, description: 'Comic', payee: '02node', paymentHash: 'ab' },
  ...{ proof: 'proven', preimage: 'cd'.repeat(32), provider: 'CoinOS', browser: null },
  ...{ madeBy: 'Anna', decidedBy: null, createdAt: AT, expiresAt: AT, endedAt: AT, entryId: ID },
};
const checking: PaymentRecord = {
  ...{ ...paid, state: 'checking', failure: 'no-answer', fee: null, proof: null },
  ...{ preimage: null, endedAt: null, entryId: null },
};
const press = (where: Pick<typeof screen, 'getByRole'>, name: string) =>
  fireEvent.click(where.getByRole('button', { name }));

test('"It was not paid" takes a second yes, which says that it may be paid twice (T28)', async () => {
  const sent = serve({ [LIST]: [200, [checking]], [SAY]: [200, { ...paid, state: 'failed' }] });
  show(<PaymentsCard />);
  await screen.findByText('Comic');
  press(screen, 'It was not paid');
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure it wasn’t paid?' });
  expect(within(dialog).getByText(/it has been paid twice/)).toBeDefined();
  press(within(dialog), 'Cancel');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  await noneSent(sent, SAY);
  press(screen, 'It was not paid');
  press(within(await screen.findByRole('alertdialog')), 'It was not paid');
  await expect.poll(() => sentTo(sent, SAY).map(({ body }) => body)).toEqual([{ paid: false }]);
});

test('what was paid after all asks whose money it was; nothing else that was paid does (T27)', async () => {
  const late = { ...paid, failure: 'said-failed', entryId: null } as const;
  const sent = serve({ [LIST]: [200, [late]], [SAY]: [200, paid] });
  show(<PaymentsCard />);
  await screen.findByText(/it went through after all\. It’s not in the book yet/);
  press(screen, 'We’ll cover it');
  await expect.poll(() => sentTo(sent, SAY).map(({ body }) => body)).toEqual([{ paid: false }]);
  press(screen, 'Take it from Mia’s money');
  await expect.poll(() => sentTo(sent, SAY).map(({ body }) => body)).toContainEqual({ paid: true });
  cleanup();
  serve({ [LIST]: [200, [paid]] });
  show(<PaymentsCard />);
  await screen.findByText('Comic');
  expect(screen.queryByRole('button', { name: 'We’ll cover it' })).toBeNull();
});

test('only what a browser may have paid can be called paid', async () => {
  const inBrowser = (browser: PaymentRecord['browser']) => [{ ...checking, browser }];
  serve({ [LIST]: [200, inBrowser('waits')] });
  show(<PaymentsCard />);
  await screen.findByText('Comic');
  for (const name of ['My wallet shows it as paid', 'It was not paid'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  cleanup();
  serve({ [LIST]: [200, inBrowser('taken')] });
  show(<PaymentsCard />);
  await screen.findByRole('button', { name: 'My wallet shows it as paid' });
  screen.getByRole('button', { name: 'It was not paid' });
});

test('a receipt shows the whole fee, what the child pays at most, and the family’s time', async () => {
  serve({ [LIST]: [200, [paid]] });
  show(<PaymentsCard />, 'Asia/Tokyo');
  await screen.findByText('Comic');
  press(screen, 'Receipt');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('500 sats')).toBeDefined();
  expect(within(dialog).getByText('Charged to the child, at most')).toBeDefined();
  expect(within(dialog).getByText('21 sats')).toBeDefined();
  within(dialog).getByText('May 3, 2026, 3:00 PM');
});
