/** Signing in by mail: the three steps, another mail, and the code. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { hintSignedIn, noneSent, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { OnboardingPage } from './onboarding-page.tsx';

const USER = aUser({ firstName: null });
const SENT = [200, { success: true, token: 'handle' }] as const;
const START = 'POST /api/onboarding/start';
const RESEND = 'POST /api/onboarding/resend-magic-link';
const CODE = 'POST /api/auth/verify-code';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  history.replaceState(null, '', '/onboarding');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearToasts();
  hintSignedIn(false);
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const lastToast = () => toastState().recent[0];
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function toEmail() {
  show(<OnboardingPage />);
  press('Continue');
}

async function toLink() {
  toEmail();
  type(/E-mail address/, 'anna@example.org');
  press('Send me the link');
  await screen.findByText('Check your email');
}

test('an address that is none is refused beside its field, and nothing is sent (AUTH-07)', async () => {
  const sent = serve({ [START]: SENT });
  toEmail();
  const field = screen.getByLabelText<HTMLInputElement>(/E-mail address/);
  expect([field.type, field.required]).toEqual(['email', true]);
  press('Send me the link');
  expect(screen.getAllByText('Please enter a valid email address')).toHaveLength(2);
  await noneSent(sent);
});

test('a refused start says why, in the page and as a toast, and keeps the address (AUTH-10)', async () => {
  serve({ [START]: refusal(409, 'Too many mails') });
  toEmail();
  type(/E-mail address/, 'anna@example.org');
  press('Send me the link');
  expect(await screen.findByText('Too many mails')).toBeTruthy();
  expect(lastToast()).toMatchObject({
    title: 'Error',
    description: 'Too many mails',
    destructive: true,
  });
  expect(screen.getByLabelText<HTMLInputElement>(/E-mail address/).value).toBe('anna@example.org');
});

test('a start that failed without a sentence says "Failed to start onboarding" (AUTH-10)', async () => {
  serve({ [START]: 'offline' });
  toEmail();
  type(/E-mail address/, 'anna@example.org');
  press('Send me the link');
  await pass(4000);
  expect(await screen.findByText('Failed to start onboarding')).toBeTruthy();
  expect(lastToast()?.description).toBe('Failed to start onboarding');
});

test('welcome, then e-mail, then the link that was sent (AUTH-03 AUTH-08 AUTH-14 AUTH-16)', async () => {
  const sent = serve({ [START]: SENT });
  await toLink();
  expect(sentTo(sent, START).map(({ body }) => body)).toEqual([{ email: 'anna@example.org' }]);
  expect(screen.getByText('anna@example.org')).toBeTruthy();
  expect(screen.getByText(/The link works for 1 hour, once/)).toBeTruthy();
  expect(lastToast()).toMatchObject({
    title: 'Check your email',
    description: "We've sent you a magic link to login.",
  });
  expect(document.activeElement?.textContent).toBe('Check your email');
});

describe('where no mail is sent', () => {
  const ask = /^This server doesn’t send mail yet/;
  const spam = /Check your spam folder/;
  afterEach(() => {
    delete document.documentElement.dataset.noMail;
  });

  test.each([
    ['it says whom to ask instead of where to look', true],
    ['and only there', false],
  ])('%s', async (_, isMailless) => {
    serve({ [START]: SENT });
    if (isMailless) document.documentElement.dataset.noMail = '';
    await toLink();
    expect(screen.queryByText(ask) !== null).toBe(isMailless);
    expect(screen.queryByText(spam) !== null).toBe(!isMailless);
  });
});

test('no step asks for a password (AUTH-01)', async () => {
  serve({ [START]: SENT });
  await toLink();
  expect(document.querySelector('input[type="password"]')).toBeNull();
});

test('asking again waits 30 s; a failure stays on the step (AUTH-11 AUTH-09)', async () => {
  const sent = serve({ [START]: SENT, [RESEND]: refusal(409, 'No') });
  await toLink();
  press('Resend');
  await pass(20_000);
  expect(screen.getByText(/ask again after 30 seconds/)).toBeTruthy();
  await noneSent(sent, RESEND);
  await pass(10_000);
  press('Resend');
  expect(await screen.findByText('Failed to send magic link')).toBeTruthy();
  expect(lastToast()).toMatchObject({ title: 'Error', description: 'Failed to send magic link' });
  expect(screen.getByText('Check your email')).toBeTruthy();
});

test('a second link is sent and the step stays; mails may be delayed (AUTH-05 AUTH-09 T05 T06)', async () => {
  const sent = serve({ [START]: SENT, [RESEND]: SENT });
  await toLink();
  await pass(30_000);
  clearToasts();
  expect(screen.queryByText(/try again in an hour/)).toBeNull();
  press('Resend');
  await pass(10);
  // Shown to everybody: whether a limit held the mail back is private.
  expect(screen.getByText(/mails the next ones may be delayed.*try again in an hour/)).toBeTruthy();
  expect(sentTo(sent, RESEND)[0]?.body).toEqual({ email: 'anna@example.org' });
  expect(lastToast()?.title).toBe('Check your email');
  expect(screen.getByText('Check your email')).toBeTruthy();
  expect(screen.getByText(/ask again after 30 seconds/)).toBeTruthy();
});

test('"Use Different Email" returns to the e-mail step, filled in (AUTH-06)', async () => {
  serve({ [START]: SENT });
  await toLink();
  press('Use Different Email');
  expect(screen.getByLabelText<HTMLInputElement>(/E-mail address/).value).toBe('anna@example.org');
});

test('who comes back from the mail within the hour finds the step again (AUTH-03)', async () => {
  serve({ [START]: SENT });
  localStorage.setItem(
    'satling_sign-in',
    JSON.stringify({
      at: Date.now(),
      value: { email: 'anna@example.org', sentAt: Date.now() - 61 * 60_000 },
    }),
  );
  await act(async () => void show(<OnboardingPage />));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  type(/E-mail address/, 'anna@example.org');
  press('Send me the link');
  await screen.findByText('Check your email');
  // It is encrypted with this device's key, so the storage doesn't reveal the address.
  await waitFor(() => expect(localStorage.getItem('satling_sign-in')).toContain('"box"'));
  expect(JSON.stringify({ ...localStorage })).not.toContain('anna@example.org');
  document.body.replaceChildren();
  await act(async () => void show(<OnboardingPage />));
  expect(await screen.findByText('Check your email')).toBeTruthy();
});

test('a wrong code is refused beside its field and as a toast (AUTH-24)', async () => {
  serve({
    [START]: SENT,
    [CODE]: [401, { message: 'Invalid or expired code', code: 'AUTH_ERROR' }],
  });
  await toLink();
  type(/Or type the code/, '12');
  press('Sign in');
  expect(screen.getAllByText('Enter the 8 digits from the mail')).toHaveLength(2);
  type(/Or type the code/, '1234 5678');
  press('Sign in');
  expect(await screen.findAllByText('Invalid or expired code')).toHaveLength(2);
  expect(lastToast()).toMatchObject({ title: 'Verification failed', destructive: true });
});

test('the right code signs in, stores the user and leads on (AUTH-26 AUTH-29)', async () => {
  const answer = { success: true, user: USER, isNewUser: true, needsOnboarding: true };
  const sent = serve({ [START]: SENT, [CODE]: [200, answer] });
  await toLink();
  type(/Or type the code/, '1234 5678');
  press('Sign in');
  await waitFor(() => expect(location.pathname).toBe('/onboarding-setup'));
  expect(sentTo(sent, CODE)[0]?.body).toEqual({
    code: '12345678',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(lastToast()?.description).toBe('Your account has been created.');
  expect(localStorage.getItem('satling_sign-in')).toBeNull();
});

test('a cookie without a session shows the welcome, after one question (AUTH-32 AUTH-04)', async () => {
  hintSignedIn(true);
  const sent = serve({ 'GET /api/auth/user': [500, undefined] });
  show(<OnboardingPage />);
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test('who is signed in already is led to the dashboard (AUTH-04 AUTH-30)', async () => {
  hintSignedIn(true);
  serve({ 'GET /api/auth/user': [200, USER] });
  show(<OnboardingPage />);
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
});

test('a visitor is not asked for: no call before the first press (AUTH-02)', async () => {
  const sent = serve({});
  show(<OnboardingPage />);
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  await noneSent(sent);
});
