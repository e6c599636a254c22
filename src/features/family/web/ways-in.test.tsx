/** What a parent sees before a removal, a closed book that is restored, and a child that leaves. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ClosedBooks } from '#features/children/web/closed-books.tsx';
import { refusal, sentTo, serve, show } from '#web/test-support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { LeaveAsChild } from './leave-as-child.tsx';
import { RemoveSpouse } from './remove-spouse.tsx';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const CLOSED = 'GET /api/children/closed';
const RESTORE = `POST /api/children/${ID}/restore`;
const ACCESS = 'GET /api/family/spouse/access';
const LEAVE = 'POST /api/family/leave';
const CLOSED_BOOK = {
  id: ID,
  name: 'Mia',
  closedBy: 'Ben',
  closedAt: '2026-11-20T10:00:00.000Z',
  restorableUntil: '2026-11-23T10:00:00.000Z',
};
const BEN = {
  firstName: 'Ben',
  lastName: null,
  email: 'ben@example.org',
  netWorthShare: 50,
  state: 'accepted',
  isFullParent: false,
  invitedAt: null,
} as const;

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('T59 a closed book shows by whom and until when, and is restored with one press', async () => {
  serve({
    [CLOSED]: [
      [200, [CLOSED_BOOK]],
      [200, []],
    ],
    [RESTORE]: [refusal(404, 'There is no closed book to restore'), [200, { id: ID }]],
  });
  show(<ClosedBooks />);
  expect(await screen.findByText('The book of Mia is closed')).toBeTruthy();
  expect(screen.getByText(/^Ben closed it on Friday.*Until Monday, November 23/)).toBeTruthy();
  press('Restore');
  expect(await screen.findByText('There is no closed book to restore')).toBeTruthy();
  press('Restore');
  await waitFor(() => expect(screen.queryByText('Closed books')).toBeNull());
  expect(toastState().recent[0]).toMatchObject({ title: 'Book restored' });
});

test('T59 without a closed book there is nothing; a list that fails can be asked for again', async () => {
  const sent = serve({
    [CLOSED]: [refusal(404, 'Not now'), [200, []]],
  });
  show(<ClosedBooks />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText('Closed books')).toBeNull());
  expect(sentTo(sent, CLOSED)).toHaveLength(2);
});

test('T19b before a spouse is removed the parent sees what ends with them', async () => {
  const opened = {
    signIns: [{ childName: 'Mia', email: 'mia@example.org' }],
    invitations: [{ childName: 'Leo', email: 'leo@example.org' }],
    handedOver: 1,
  };
  const nothing = { signIns: [], invitations: [], handedOver: 0 };
  const sent = serve({
    [ACCESS]: [
      [200, opened],
      [200, nothing],
    ],
  });
  show(<RemoveSpouse spouse={BEN} />);
  expect(sentTo(sent, ACCESS)).toHaveLength(0);
  press('Remove');
  const dialog = within(screen.getByRole('alertdialog'));
  expect(await dialog.findByText('Mia signs in with mia@example.org')).toBeTruthy();
  dialog.getByText('Invitation of leo@example.org for Leo');
  dialog.getByText('1 tablet that they handed to a child');
  press('Cancel');
  press('Remove');
  expect(await screen.findByText(/They have set up no sign-in of a child/)).toBeTruthy();
});

test('T19c a child leaves after a question that says what stays', async () => {
  const sent = serve({ [LEAVE]: refusal(409, 'Not now') });
  show(<LeaveAsChild />);
  press('Leave family');
  expect(screen.getByText(/The book and its money stay with the parents/)).toBeTruthy();
  press('Cancel');
  expect(sentTo(sent, LEAVE)).toHaveLength(0);
  press('Leave family');
  const dialog = within(screen.getByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Leave family' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
});
