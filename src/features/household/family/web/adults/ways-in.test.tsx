/** A parent's view before removing the spouse, and when a child leaves. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noneSent, refusal, serve, show } from '#tests/web/support.tsx';
import { keepLocal, keptNames } from '#web/local/kept.ts';
import { LAST_BOOK } from '#web/local/storage.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { LeaveAsChild } from './leave-as-child.tsx';
import { LeaveFamily } from './leave-family.tsx';
import { RemoveSpouse } from './remove-spouse.tsx';

const ACCESS = 'GET /api/family/spouse/access';
const LEAVE = 'POST /api/family/leave';
const BEN = {
  firstName: 'Ben',
  lastName: null,
  email: 'ben@example.org',
  netWorthShare: 50,
  state: 'accepted',
  isFullParent: false,
  fullParentAt: null,
  invitedAt: null,
} as const;

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('before a spouse is removed the parent sees what ends with them (T19b)', async () => {
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
  await noneSent(sent, ACCESS);
  press('Remove');
  const dialog = within(screen.getByRole('alertdialog'));
  expect(await dialog.findByText('Mia signs in with mia@example.org')).toBeTruthy();
  dialog.getByText('Invitation of leo@example.org for Leo');
  dialog.getByText('1 tablet that they handed to a child');
  press('Cancel');
  press('Remove');
  expect(await screen.findByText(/They haven’t set up a child’s sign-in/)).toBeTruthy();
});

test('a child leaves after a question that says what stays (T19c)', async () => {
  const sent = serve({ [LEAVE]: refusal(409, 'Not now') });
  show(<LeaveAsChild />);
  press('Leave family');
  expect(screen.getByText(/The book and its money stay with the parents/)).toBeTruthy();
  press('Cancel');
  await noneSent(sent, LEAVE);
  press('Leave family');
  const dialog = within(screen.getByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Leave family' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
});

test('leaving removes everything from this browser, and other tabs notice (T53)', async () => {
  serve({ [LEAVE]: [200, { success: true }] });
  await keepLocal(LAST_BOOK, 'a book');
  // Otherwise this test could not fail.
  expect(keptNames()).toEqual([LAST_BOOK]);
  const told = vi.fn();
  const otherTab = new BroadcastChannel('satling_person');
  otherTab.onmessage = told;
  show(<LeaveFamily />);
  press('Leave family');
  const dialog = within(screen.getByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Leave family' }));
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect(keptNames()).toEqual([]);
  otherTab.close();
});
