/** The page behind the link: automatic in the requesting browser, otherwise after a press. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { dropToken } from '#web/link-token.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { keepUndo } from '#web/undo-after-sign-in.ts';
import { VerifyPage } from './verify-page.tsx';

const USER = aUser();
const VERIFY = 'POST /api/auth/verify';
const PENDING = 'GET /api/auth/pending';
const MAGIC = 'POST /api/auth/magic-link';
const REFUSED: Reply = [401, { message: 'Invalid or expired token', code: 'AUTH_ERROR' }];
const done = (more: object): Reply => [
  200,
  { success: true, user: USER, isNewUser: false, needsOnboarding: false, ...more },
];
const asked = (pending: boolean): Reply => [200, { live: true, pending }];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearToasts();
  dropToken();
});

const lastToast = () => toastState().recent[0];
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function open(address: string) {
  history.replaceState(null, '', address);
  return show(<VerifyPage />);
}

test('without a token the page says so and leads back (AUTH-23 AUTH-20)', async () => {
  const sent = serve({});
  open('/auth/verify');
  expect(screen.getByText('No verification token found')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Back to sign-in' }));
  expect(location.pathname).toBe('/onboarding');
  await noneSent(sent);
});

test('a spent link: page text, toast, and the way back (AUTH-18 AUTH-20 AUTH-24 AUTH-28)', async () => {
  serve({ [PENDING]: asked(true), [VERIFY]: REFUSED });
  open('/auth/verify?token=spent');
  expect(await screen.findByText('Invalid or expired token')).toBeTruthy();
  expect(lastToast()).toMatchObject({
    title: 'Invalid or expired link',
    description: 'Please request a new magic link',
    destructive: true,
  });
  const back = screen.getByRole('link', { name: 'Back to sign-in' });
  expect(back.getAttribute('href')).toBe('/onboarding');
});

test('a dead link says so at once, in any browser, and sends nothing (AUTH-23)', async () => {
  const sent = serve({ [PENDING]: [200, { live: false, pending: false }] });
  open('/auth/verify?token=old');
  expect(await screen.findByText('Invalid or expired token')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Yes, sign me in' })).toBeNull();
  await noneSent(sent, VERIFY);
});

test('another failure says the message of the server (AUTH-25)', async () => {
  serve({ [PENDING]: asked(true), [VERIFY]: refusal(429, 'Too many tries') });
  open('/auth/verify?token=t');
  expect(await screen.findByText('Too many tries')).toBeTruthy();
});

test('a dead line says "Verification failed"; the link can be tried again (AUTH-25)', async () => {
  const dead = ['offline', 'offline', 'offline'] as const;
  const sent = serve({ [PENDING]: asked(true), [VERIFY]: [...dead, done({})] });
  open('/auth/verify?token=t');
  await pass(5000);
  expect(await screen.findByText('Verification failed')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(sentTo(sent, VERIFY)).toHaveLength(4);
});

test('a new link that cannot be sent says why (AUTH-15)', async () => {
  localStorage.setItem(
    'satling_sign-in',
    JSON.stringify({ at: Date.now(), value: { email: 'a@example.org', sentAt: Date.now() } }),
  );
  serve({ [PENDING]: asked(true), [VERIFY]: REFUSED, [MAGIC]: refusal(409, 'Not now') });
  open('/auth/verify?token=spent');
  fireEvent.click(await screen.findByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(lastToast()).toMatchObject({
    title: 'Failed to send magic link',
    description: 'Not now',
  });
});

test('a new link is sent to the same address (AUTH-12 AUTH-13 AUTH-14)', async () => {
  localStorage.setItem(
    'satling_sign-in',
    JSON.stringify({ at: Date.now(), value: { email: 'a@example.org', sentAt: Date.now() } }),
  );
  const sent = serve({
    [PENDING]: asked(true),
    [VERIFY]: REFUSED,
    [MAGIC]: [200, { success: true, token: 'handle' }],
  });
  open('/auth/verify?token=spent');
  fireEvent.click(await screen.findByRole('button', { name: 'Send a new link' }));
  await waitFor(() => expect(location.pathname).toBe('/onboarding'));
  expect(sentTo(sent, MAGIC)[0]?.body).toEqual({ email: 'a@example.org' });
  expect(lastToast()?.title).toBe('Check your email');
});

test('a late guest gets a new link with one press; the address bar loses both (FAM-14 AUTH-24)', async () => {
  const sent = serve({
    [PENDING]: [200, { live: false, pending: false }],
    [MAGIC]: [200, { success: true, token: 'handle' }],
  });
  open('/auth/verify?token=old#guest=bo%2Bb%40example.org');
  expect(location.href).toMatch(/\/auth\/verify$/);
  expect(await screen.findByText('Invalid or expired token')).toBeTruthy();
  expect(screen.getByText(/The invitation itself is open for 7 days/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  await waitFor(() => expect(location.pathname).toBe('/onboarding'));
  expect(sentTo(sent, MAGIC)[0]?.body).toEqual({ email: 'bo+b@example.org' });
});

test('in another browser nothing is sent until the button is pressed (AUTH-17)', async () => {
  const sent = serve({ [PENDING]: asked(false), [VERIFY]: done({}) });
  open('/auth/verify?token=t');
  const yes = await screen.findByRole('button', { name: 'Yes, sign me in' });
  await noneSent(sent, VERIFY);
  fireEvent.click(yes);
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
});

test('a link that opens later says when, and sends nothing', async () => {
  const opensAt = '2026-11-30T12:00:00.000Z';
  const sent = serve({ [PENDING]: [200, { live: true, pending: false, opensAt }] });
  open('/auth/verify?token=later');
  expect(await screen.findByText('This link isn’t open yet')).toBeTruthy();
  expect(screen.getByText(/It works once, from .*Nov 30/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Yes, sign me in' })).toBeNull();
  await noneSent(sent, VERIFY);
});

test('the token leaves the address bar and is sent once (AUTH-17 AUTH-18 AUTH-21 AUTH-22)', async () => {
  const sent = serve({ [PENDING]: asked(true), [VERIFY]: done({}) });
  open('/auth/verify?token=t-123');
  expect(location.href).not.toContain('t-123');
  expect(screen.getByText('Verifying')).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(sentTo(sent, PENDING)[0]?.url).toBe('/api/auth/pending?token=t-123');
  expect(sentTo(sent, VERIFY).map(({ body }) => body)).toEqual([
    { token: 't-123', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  ]);
});

test('a known user is Home at once (AUTH-19 AUTH-27)', async () => {
  serve({ [PENDING]: asked(true), [VERIFY]: done({}) });
  open('/auth/verify?token=t');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(lastToast()).toMatchObject({ title: 'Welcome!', description: "You're now logged in." });
});

test('a new user goes on to the family setup after 2 s (AUTH-18 AUTH-19 AUTH-26 SETUP-02)', async () => {
  serve({ [PENDING]: asked(true), [VERIFY]: done({ isNewUser: true, needsOnboarding: true }) });
  open('/auth/verify?token=t');
  await screen.findByText('You are signed in');
  expect(lastToast()).toMatchObject({
    title: 'Welcome!',
    description: 'Your account has been created.',
  });
  await pass(1400);
  expect(location.pathname).toBe('/auth/verify');
  await pass(600);
  expect(location.pathname).toBe('/onboarding-setup');
});

test('what another person saw is gone from the cache; the user is stored (AUTH-29 AUTH-31)', async () => {
  serve({ [PENDING]: asked(true), [VERIFY]: done({}) });
  history.replaceState(null, '', '/auth/verify?token=t');
  const queries = show(<VerifyPage />);
  queries.setQueryData(['', 'api', 'children'], ['of another family']);
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(queries.getQueryData(['', 'api', 'children'])).toBeUndefined();
  expect(queries.getQueryData(['', 'api', 'auth', 'user'])).toEqual(USER);
});

test('whoever had to sign in for the link of a mail goes on to that change, once (T25)', async () => {
  const copyId = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
  history.replaceState(null, '', `/dashboard?view=overview&undo=${copyId}`);
  keepUndo();
  for (const path of [`/dashboard?view=overview&undo=${copyId}`, '/dashboard']) {
    serve({ [PENDING]: [asked(true)], [VERIFY]: [done({})] });
    open('/auth/verify?token=abc');
    await waitFor(() => expect(location.pathname + location.search).toBe(path));
    cleanup();
    dropToken();
  }
});

test('a printed link of a server that nobody runs asks first, and claims by a press', async () => {
  const email = 'first@example.com';
  const sent = serve({
    [PENDING]: [200, { live: true, pending: true, claims: email }],
    [VERIFY]: done({ isNewUser: true, needsOnboarding: true }),
  });
  open('/auth/verify?token=t-1');
  expect(await screen.findByRole('heading', { name: "You'll run this server" })).toBeTruthy();
  expect(screen.getByText(email)).toBeTruthy();
  await noneSent(sent, VERIFY);

  fireEvent.click(screen.getByRole('button', { name: 'Run this server' }));
  await screen.findByRole('heading', { name: 'You are signed in' });
  expect(sentTo(sent, VERIFY)[0]?.body).toMatchObject({ token: 't-1', claims: true });
});

test('whoever only signs in with a printed link claims nothing', async () => {
  const sent = serve({
    [PENDING]: [200, { live: true, pending: true, claims: 'first@example.com' }],
    [VERIFY]: done({}),
  });
  open('/auth/verify?token=t-1');
  fireEvent.click(await screen.findByRole('button', { name: 'Only sign in' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(sentTo(sent, VERIFY)[0]?.body).not.toHaveProperty('claims');
});
