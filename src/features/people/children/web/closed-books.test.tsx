/** Closed books: by whom and until when, and one press to restore. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { ClosedBooks } from './closed-books.tsx';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const CLOSED = 'GET /api/children/closed';
const RESTORE = `POST /api/children/${ID}/restore`;
const CLOSED_BOOK = {
  id: ID,
  name: 'Mia',
  closedBy: 'Ben',
  closedAt: '2026-11-20T10:00:00.000Z',
  restorableUntil: '2026-11-23T10:00:00.000Z',
};

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a closed book shows by whom and until when, and is restored with one press (T59)', async () => {
  serve({
    [CLOSED]: [
      [200, [CLOSED_BOOK]],
      [200, []],
    ],
    [RESTORE]: [refusal(404, 'There is no closed book to restore'), [200, { success: true }]],
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

test('without a closed book there is nothing; a list that fails can be asked for again (T59)', async () => {
  const sent = serve({
    [CLOSED]: [refusal(404, 'Not now'), [200, []]],
  });
  show(<ClosedBooks />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText('Closed books')).toBeNull());
  expect(sentTo(sent, CLOSED)).toHaveLength(2);
});
