/** An operator answers for the server first, and opens a book only after it is saved. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ServerSettings } from '#features/operator/admin/settings/contract.ts';
import { aUser } from '#tests/web/replies.ts';
import { parent } from '#tests/web/setup-steps.ts';
import { sentTo, serve, show } from '#tests/web/support.tsx';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { SetupPage } from './setup-page.tsx';

const READ = 'GET /api/admin/settings';
const SAVE = 'PUT /api/admin/settings';

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
  clearToasts();
});

const unset = { value: null, isSet: false, from: 'usual' } as const;
const settings = (isAnswered: boolean): ServerSettings => ({
  startedAt: '2026-11-27T10:00:00.000Z',
  isAnswered,
  network: { value: null, from: 'usual', isInUse: false },
  signups: { value: 'open', from: 'usual' },
  texts: {
    ...{ chainUrl: unset, smtpUrl: unset, mailFrom: unset, publicUrl: unset },
    ...{ sourceUrl: unset, donationAddress: unset, donationLightning: unset },
  },
  peopleWithPasskeys: 0,
});

function open(read: [200, ServerSettings] | [200, ServerSettings][]) {
  const sent = serve({
    ...parent,
    'GET /api/auth/user': [200, aUser({ isAdmin: true })],
    [READ]: read,
    [SAVE]: [200, { success: true }],
  });
  show(<SetupPage />);
  return sent;
}

test('no book can be opened between the answers and the restart, which would lose it', async () => {
  const sent = open([
    [200, settings(false)],
    [200, settings(true)],
  ]);
  fireEvent.click(await screen.findByLabelText('Real bitcoin'));
  fireEvent.click(screen.getByRole('button', { name: 'Open the first book' }));
  await waitFor(() => expect(sentTo(sent, SAVE)).toHaveLength(1));
  // Twice more: by the page, with outdated answers, and by the wait for the start.
  await waitFor(() => expect(sentTo(sent, READ).length).toBeGreaterThan(2), { timeout: 5_000 });
  expect(screen.queryByText('Who gets a savings book?')).toBeNull();
  expect(screen.getByLabelText('Real bitcoin')).toBeTruthy();
});

test('an operator who has answered opens a book at once', async () => {
  open([200, settings(true)]);
  expect(await screen.findByText('Who gets a savings book?')).toBeTruthy();
});
