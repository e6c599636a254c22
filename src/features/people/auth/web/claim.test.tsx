/** The address on a new server's console: its code never stays in the address bar. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import {
  hintSignedIn,
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
} from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { ClaimPage } from './claim-page.tsx';

const CLAIM = 'POST /api/auth/claim';
const USER = 'GET /api/auth/user';
const done: Reply = [
  200,
  { success: true, user: aUser({ isAdmin: true }), isNewUser: true, needsOnboarding: true },
];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

function open(address: string) {
  history.replaceState(null, '', address);
  show(<ClaimPage />);
}

const run = () => fireEvent.click(screen.getByRole('button', { name: 'Run this server' }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('the printed address asks for an e-mail address alone, and its code leaves the bar', async () => {
  const sent = serve({ [CLAIM]: done });
  open('/claim#the-printed-code');
  expect(location.hash).toBe('');
  expect(screen.queryByLabelText('Code of this server')).toBeNull();
  run();
  expect((await screen.findAllByText('Please enter a valid email address')).length).toBe(2);
  await noneSent(sent, CLAIM);

  type('Your e-mail address', ' anna@example.com ');
  run();
  await waitFor(() => expect(location.pathname).toBe('/onboarding-setup'));
  expect(sentTo(sent, CLAIM)[0]?.body).toMatchObject({
    code: 'the-printed-code',
    email: 'anna@example.com',
  });
});

test('without a code in the address it is typed, and a wrong one is said at its field', async () => {
  const message = 'This is not the code of this server';
  serve({ [CLAIM]: refusal(401, message) });
  open('/claim');
  type('Code of this server', 'wrong');
  type('Your e-mail address', 'anna@example.com');
  run();
  expect((await screen.findAllByText(message)).length).toBe(2);
  expect(screen.getByLabelText('Code of this server').getAttribute('aria-invalid')).toBe('true');
});

test('somebody who is signed in presses once, and reads as whom', async () => {
  hintSignedIn(true);
  const sent = serve({ [USER]: [200, aUser({ email: 'anna@example.com' })], [CLAIM]: done });
  open('/claim#the-printed-code');
  expect(await screen.findByText('You are signed in as anna@example.com.')).toBeTruthy();
  run();
  await waitFor(() => expect(location.pathname).toBe('/onboarding-setup'));
  expect(sentTo(sent, CLAIM)[0]?.body).not.toHaveProperty('email');
});
