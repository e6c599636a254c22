/** Ways to sign in without a link: a passkey or a recovery code. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { SignInPage } from './sign-in-page.tsx';

const RECOVERY = 'POST /api/auth/recovery';
const IN: Reply = [200, { success: true, user: aUser(), isNewUser: false, needsOnboarding: false }];

beforeEach(() => history.replaceState(null, '', '/onboarding'));
afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a browser without passkeys is offered none, and the link stays the first way', async () => {
  const sent = serve({});
  show(<SignInPage />);
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  const [first] = screen.getAllByRole('button');
  expect(first?.textContent).toBe('Continue');
  await noneSent(sent);
});

test('a passkey is offered if the browser supports it, and nothing is sent before the press', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const sent = serve({});
  show(<SignInPage />);
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  press('Continue');
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  await noneSent(sent, 'POST /api/auth/passkeys/sign-in/challenge');
});

test('a wrong recovery code is reported at its field; the right one leads home', async () => {
  const message = 'This is not one of your recovery codes, or it was used already';
  const sent = serve({ [RECOVERY]: [refusal(401, message), IN] });
  show(<SignInPage />);
  press('Use a recovery code');
  const field = screen.getByLabelText(/^Recovery code/);
  fireEvent.change(field, { target: { value: '7k2m 04qx zb9t h3rc' } });
  press('Sign in');
  expect((await screen.findAllByText(message)).length).toBe(2);
  expect(location.pathname).toBe('/onboarding');
  press('Sign in');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(sentTo(sent, RECOVERY)[0]?.body).toMatchObject({ code: '7k2m 04qx zb9t h3rc' });
});
