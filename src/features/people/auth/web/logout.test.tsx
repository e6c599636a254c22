/** Logging out: from the dashboard's header, and through its own page. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  fakeApi,
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
} from '#tests/web/support.tsx';
import { AuthenticationError, recordedErrors } from '#web/errors.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { LogoutPage } from './logout-page.tsx';
import { useLogout } from './use-logout.ts';

const LOGOUT = 'POST /api/auth/logout';
const DONE: Reply = [200, { success: true }];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem('satling_unit', 'btc');
  localStorage.setItem('other', 'stays');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearToasts();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const lastToast = () => toastState().recent[0];

function Header() {
  const logout = useLogout();
  return (
    <button type="button" onClick={() => logout.run({})}>
      Logout
    </button>
  );
}

function openPage(state: unknown = null) {
  history.replaceState(state, '', '/logout');
  const leave = vi.fn();
  const queries = show(<LogoutPage leave={leave} />);
  queries.setQueryData(['', 'api', 'children'], ['Mia']);
  return { leave, queries };
}

test('a failed call is recorded and the person is sent home all the same (AUTH-39 AUTH-38)', async () => {
  const before = recordedErrors().length;
  serve({ [LOGOUT]: 'offline' });
  const { leave } = openPage();
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
  expect(
    recordedErrors()
      .slice(before)
      .map(({ message }) => message),
  ).toEqual(['Failed to fetch']);
  expect(localStorage.getItem('satling_unit')).toBeNull();
});

test('the page signs out once, forgets everything and goes home (AUTH-36 AUTH-37 AUTH-38)', async () => {
  const sent = serve({ [LOGOUT]: DONE });
  const { leave, queries } = openPage();
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
  expect(sentTo(sent, LOGOUT).map(({ body }) => body)).toEqual([{}]);
  expect(queries.getQueryData(['', 'api', 'children'])).toBeUndefined();
  expect({ ...localStorage }).toEqual({ other: 'stays' });
});

test('a logout that failed keeps the person and says why (AUTH-41)', async () => {
  serve({ [LOGOUT]: refusal(409, 'Not now') });
  history.replaceState(null, '', '/dashboard');
  show(<Header />);
  fireEvent.click(screen.getByText('Logout'));
  await pass(10);
  expect(lastToast()).toMatchObject({
    title: 'Logout failed',
    description: 'Not now',
    destructive: true,
  });
  expect(location.pathname).toBe('/dashboard');
  expect(localStorage.getItem('satling_unit')).toBe('btc');
});

test('a logout empties cache and storage and says so (AUTH-40 AUTH-37)', async () => {
  serve({ [LOGOUT]: DONE });
  history.replaceState(null, '', '/dashboard');
  const queries = show(<Header />);
  queries.setQueryData(['', 'api', 'children'], ['Mia']);
  fireEvent.click(screen.getByText('Logout'));
  await waitFor(() => expect(location.pathname).toBe('/logout'));
  expect(lastToast()).toMatchObject({
    title: 'Logged out',
    description: 'You have been successfully logged out.',
  });
  expect(queries.getQueryData(['', 'api', 'children'])).toBeUndefined();
  expect({ ...localStorage }).toEqual({ other: 'stays' });
});

test('a 401 during the logout does not lead to the sign-in page (AUTH-38)', async () => {
  const left = vi.fn();
  let reply = (_: Reply) => {};
  const answer = new Promise<Reply>((resolve) => (reply = resolve));
  fakeApi(({ call }) => (call === LOGOUT ? answer : undefined));
  history.replaceState(null, '', '/dashboard');
  vi.stubGlobal('location', { ...location, assign: left });
  const queries = show(<Header />);
  const refused = () => Promise.reject(new AuthenticationError());
  const read = () =>
    queries.fetchQuery({ queryKey: ['balances'], queryFn: refused }).catch(() => 0);
  await read();
  expect(left).toHaveBeenCalledExactlyOnceWith('/api/login');
  fireEvent.click(screen.getByText('Logout'));
  await pass(10);
  await read();
  expect(left).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
  reply(DONE);
  await waitFor(() => expect(location.pathname).toBe('/logout'));
});

test('after the header’s logout the page only says goodbye, and goes home (AUTH-38)', async () => {
  const sent = serve({ [LOGOUT]: DONE });
  const { leave } = openPage({ done: true });
  expect(screen.getByText('You are signed out')).toBeTruthy();
  await pass(2000);
  expect(leave).toHaveBeenCalledExactlyOnceWith('/');
  await noneSent(sent);
});
