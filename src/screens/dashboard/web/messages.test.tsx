/** Recent messages: what one was told, worded in the browser, new until it is read. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Message } from '#features/messages/contract.ts';
import { open, press } from './test-family.tsx';
import { aDashboard, MIA } from './test-replies.ts';

const aMessage = (n: number, over: Partial<Message>): Message => ({
  id: `0190c6e4-1a2b-7c3d-8e4f-00000000006${n}`,
  kind: 'request_opened',
  childId: MIA,
  childName: 'Mia',
  data: { request: 'withdrawal', amount: '0.00005000', reason: 'Boots' },
  createdAt: '2026-11-18T17:02:00.000Z',
  read: false,
  ...over,
});

test('APPR-05 messages say who, what and when, and can be marked as read', async () => {
  const list = [
    aMessage(1, {}),
    aMessage(2, {
      kind: 'request_denied',
      data: {
        request: 'earned',
        amount: '0.00000900',
        reason: 'Lemonade',
        by: 'Ben',
        answer: 'Later',
      },
      read: true,
    }),
  ];
  const page = open(
    { 'GET /api/dashboard': aDashboard({ unreadMessages: 1 }), 'GET /api/messages': list },
    '/more',
  );
  await screen.findByRole('heading', { name: 'More' });
  expect(page.sent.some(({ call }) => call === 'GET /api/messages')).toBe(false);
  const summary = screen.getByText(/^Recent messages/);
  expect(summary.textContent).toBe('Recent messages 1 new');
  const details = summary.closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const lines = within(await screen.findByRole('list', { name: 'Your messages' }));
  lines.getByText('Mia asks: 5,000 sats from savings, “Boots”');
  lines.getByText('Ben said no: 900 sats earned, “Lemonade”. “Later”');
  expect(lines.getAllByText('Wed, Nov 18 · 18:02')).toHaveLength(2);
  expect(lines.getAllByText('New')).toHaveLength(1);
  page.answers['POST /api/messages/read'] = { success: true };
  page.answers['GET /api/messages/unread'] = { unread: 0 };
  press('Mark all as read');
  await waitFor(() => expect(summary.textContent).toBe('Recent messages '));
  expect(page.sent.find(({ call }) => call === 'POST /api/messages/read')?.body).toEqual({
    upTo: list[0]?.id,
  });
});
