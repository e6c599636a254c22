/** The bell: each message, worded in the browser, with a link to its subject. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import { openParentView, press } from '#tests/web/family.tsx';
import { aChild, id, MIA } from '#tests/web/replies.ts';

const aMessage = (n: number, over: Partial<Message>): Message => ({
  id: `0190c6e4-0000-7000-8000-00000000006${n}`,
  kind: 'request_opened',
  childId: MIA,
  childName: 'Mia',
  data: { requestId: id(80), request: 'withdrawal', amount: '0.00005000', reason: 'Boots' },
  createdAt: '2026-11-18T17:02:00.000Z',
  read: false,
  state: 'pending',
  ...over,
});

const LIST = [
  aMessage(1, {}),
  aMessage(2, {
    kind: 'request_denied',
    data: {
      requestId: id(81),
      request: 'earned',
      amount: '0.00000900',
      reason: 'Lemonade',
      by: 'Ben',
      answer: 'Later',
    },
    read: true,
    state: 'denied',
  }),
  aMessage(3, { read: true, state: 'approved' }),
  aMessage(4, {
    kind: 'request_approved',
    data: {
      requestId: id(82),
      request: 'allocation',
      goalId: id(50),
      goal: 'Bike',
      percentage: '20',
      by: 'Anna',
    },
    read: true,
    state: 'approved',
  }),
];

const openBell = async () => {
  const page = await openParentView({ unreadMessages: 1 }, { 'GET /api/messages': LIST });
  expect(page.sent.some(({ call }) => call === 'GET /api/messages')).toBe(false);
  press('Messages: 1 new');
  const lines = within(await screen.findByRole('list', { name: 'Your messages' }));
  return { page, lines };
};

test('messages say who, what and when; closing the list marks them as read (APPR-05)', async () => {
  const { page, lines } = await openBell();
  lines.getByText('Ben said no: 900 sats earned, “Lemonade”. “Later”');
  expect(lines.getAllByText('Wed, Nov 18 · 6:02 PM')).toHaveLength(4);
  expect(lines.getAllByText('New')).toHaveLength(1);
  page.answers['POST /api/messages/read'] = { success: true };
  page.answers['GET /api/messages/unread'] = { unread: 0 };
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Messages' })).getByRole('button', { name: 'Close' }),
  );
  await screen.findByRole('button', { name: 'Messages' });
  expect(page.sent.find(({ call }) => call === 'POST /api/messages/read')?.body).toEqual({
    upTo: LIST[0]?.id,
  });
});

test('each message leads to what it is about, and answered requests are marked (APPR-05)', async () => {
  const { lines } = await openBell();
  const links = lines.getAllByRole('link').map((one) => one.getAttribute('href'));
  expect(links).toEqual([
    `/requests/${id(80)}`,
    `/requests/${id(81)}`,
    `/activity?entry=${id(80)}`,
    `/family-goals/${id(50)}`,
  ]);
  expect(lines.getAllByText('Waits for you')).toHaveLength(1);
  expect(lines.getAllByText('Answered: yes')).toHaveLength(1);
  lines.getByText('Anna said yes: 20% for “Bike”');
});

test('a toast is no message: the bell does not count it', async () => {
  await openParentView(
    { children: [aChild({ nextAllowanceDate: '2026-11-18', daysUntilAllowance: 0 })] },
    { 'POST /api/process-allowances': [409, { message: 'No', code: 'CONFLICT' }] },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Process Allowances' }));
  await waitFor(() => expect(screen.getAllByText(/^No$/).length).toBeGreaterThan(0));
  screen.getByRole('button', { name: 'Messages' });
});
