/** Transfers between a child's two kinds of money: pending and answered. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openParentView } from '#tests/web/family.tsx';
import { answered, aRequest } from '#tests/web/replies.ts';
import { sentTo } from '#tests/web/support.tsx';

const PENDING = 'GET /api/savings-transfers/pending';
const transfer = aRequest({
  id: '0190c6e4-1a2b-7c3d-8e4f-000000000052',
  kind: 'savings_transfer',
  amount: '0.00000600',
  reason: 'For the bike',
});
const wireTransfer = {
  id: transfer.id,
  childId: transfer.childId,
  childName: 'Mia',
  amount: '0.00000600',
  description: 'For the bike',
  requestedAt: transfer.createdAt,
  state: 'pending',
};

afterEach(() => vi.useRealTimers());

test('open transfers are loaded again every 10 seconds (APPR-16)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const page = await openParentView({}, { [PENDING]: [wireTransfer] });
  expect(sentTo(page.sent, PENDING)).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(sentTo(page.sent, PENDING)).toHaveLength(1);
  await screen.findByText('Mia, spending to savings');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(sentTo(page.sent, PENDING)).toHaveLength(2);
});

test('the savings and transfer panel: open ones, and who answered the others (DASH-41)', async () => {
  const no = answered({
    id: '0190c6e4-1a2b-7c3d-8e4f-000000000051',
    state: 'denied',
    approvedAmount: null,
    denialReason: 'Later',
  });
  await openParentView({ requests: { open: [transfer], answered: [answered(), no] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Savings and transfers' }));
  const heading = await screen.findByRole('heading', { name: 'Savings and transfers' });
  const card = within(heading.closest('section') as HTMLElement);
  const waiting = await card.findByRole('list', { name: 'Waiting transfers' });
  expect(waiting.textContent).toContain('Mia: For the bike');
  expect(waiting.textContent).toContain('Waiting');
  const lines = within(card.getByRole('list', { name: 'Recently answered' })).getAllByText(/Anna$/);
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Yes Anna', 'No Anna']);
  card.getByText('Football boots · Later · Wed, Nov 18');
});

test('without any transfer the panel says what it is for (DASH-41)', async () => {
  await openParentView();
  fireEvent.click(await screen.findByRole('button', { name: 'Savings and transfers' }));
  await screen.findByText(
    'When a child moves spending money into savings, it waits here for your yes.',
  );
});
