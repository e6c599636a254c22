/** The shell around the pages: addresses, titles, page views, and the two error pages. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { PAGES } from '#contract/pages.ts';
import { ErrorBoundary } from '#screens/shell/web/error-boundary.tsx';
import { PAGE_VIEW } from '#screens/shell/web/use-route-change.ts';
import { hintSignedIn, noneSent, type Sent, serve } from '#tests/web/support.tsx';
import { recordedErrors } from '#web/errors.ts';
import { newQueryClient } from '#web/query.ts';
import { App } from './app.tsx';
import { ROUTES } from './route-table.tsx';

let sent: Sent[];
const scrollTo = vi.fn();

beforeEach(() => {
  sent = serve({});
  vi.stubGlobal('scrollTo', scrollTo);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  scrollTo.mockClear();
  hintSignedIn(false);
});

function open(path: string) {
  history.replaceState(null, '', path);
  render(<App queries={newQueryClient()} />);
}

const meta = (key: string) => document.querySelector<HTMLMetaElement>(`meta[property="${key}"]`);

test('any other path shows "404 Page Not Found" and two ways home (PLAT-42 PLAT-43)', async () => {
  open('/no/such/page');
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  const ways = ['Go to Dashboard', 'Back to the start page'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(ways).toEqual(['/dashboard', '/']);
});

test('a page that throws becomes the error screen with "Try Again" (PLAT-44 PLAT-45)', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const retry = vi.fn();
  const Broken = (): never => {
    throw new Error('broken');
  };
  render(
    <ErrorBoundary onRetry={retry}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(
    screen.getByText('An unexpected error occurred. Please try refreshing the page.'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('the app itself shows the error screen when a page of it throws (PLAT-44)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(ROUTES['/logout'], 'title').mockImplementation(() => {
    throw new Error('broken');
  });
  open('/logout');
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(recordedErrors().at(-1)?.message).toBe('broken');
});

test('a visitor is led from a page of members to the sign-in, without a call (PLAT-40)', async () => {
  open('/dashboard');
  await waitFor(() => expect(location.pathname).toBe('/onboarding'));
  await noneSent(sent);
});

test('/onboarding-setup is there; who is not signed in yet is led to sign in first (SETUP-01)', async () => {
  open('/onboarding-setup');
  await waitFor(() => expect(location.pathname).toBe('/onboarding'));
  await noneSent(sent);
  hintSignedIn(true);
  act(() => navigate('/onboarding-setup'));
  await waitFor(() => expect(document.title).toBe('Set up your family · Satling'));
  expect(location.pathname).toBe('/onboarding-setup');
});

test('the pages of members and of visitors (PLAT-40 AUTH-02)', () => {
  const paths = (signedIn: boolean) =>
    PAGES.filter((path) => (ROUTES[path].signedIn ?? false) === signedIn).toSorted();
  expect(paths(true)).toEqual([
    '/activity',
    '/children/:id',
    '/coverage',
    '/dashboard',
    '/family-goals',
    '/family-goals/:id',
    '/invitation',
    '/lessons',
    '/lessons/:slug',
    '/lightning-config',
    '/lightning-connect',
    '/lightning-setup',
    '/more',
    '/onboarding-setup',
    '/requests',
    '/requests/:id',
    '/settings',
    '/statement',
    '/subscription',
    '/sunday',
    '/year',
  ]);
  expect(paths(false)).toEqual([
    '/admin',
    '/admin/backups',
    '/admin/monitoring',
    '/admin/settings',
    '/auth/email',
    '/auth/verify',
    '/claim',
    '/coinos-test',
    '/demo',
    '/demo-coverage',
    '/demo-dashboard',
    '/demo-goals',
    '/join',
    '/logout',
    '/onboarding',
    '/privacy',
  ]);
});

test('a visitor reaches the sign-in without any call (PLAT-41)', async () => {
  open('/onboarding');
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy();
  await noneSent(sent);
});

test('each page sets title, description, keywords, social titles and canonical link (PLAT-37)', async () => {
  open('/onboarding');
  await waitFor(() => expect(document.title).toBe('Sign in · Satling'));
  expect(meta('og:title')?.content).toBe('Sign in · Satling');
  const about = ROUTES['/onboarding'].about?.();
  const named = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  expect([named('description'), meta('og:description')?.content]).toEqual([about, about]);
  expect(named('keywords')).toContain('children, savings');
  act(() => navigate('/no/such/page'));
  await waitFor(() => expect(document.title).toBe('Page not found · Satling'));
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  expect(canonical?.href).toBe(new URL('/no/such/page', location.origin).href);
  const routes = [...new Set(Object.values(ROUTES))];
  const titles = routes.map((route) => `${route.title()} ${route.about?.()}`);
  expect(new Set(titles).size).toBe(routes.length);
});

test('each change of address is announced once, with the path alone, and sent nowhere (PLAT-38)', async () => {
  const seen: unknown[] = [];
  const listen = (event: Event) => seen.push((event as CustomEvent).detail);
  window.addEventListener(PAGE_VIEW, listen);
  open('/onboarding?token=secret');
  act(() => navigate('/no/such/page'));
  act(() => navigate('/no/such/page?again=1'));
  window.removeEventListener(PAGE_VIEW, listen);
  expect(seen).toEqual([{ path: '/onboarding' }, { path: '/no/such/page' }]);
  await noneSent(sent);
});

test('each change of address scrolls to the top and moves the focus into the page (PLAT-39)', () => {
  open('/onboarding');
  scrollTo.mockClear();
  act(() => navigate('/no/such/page'));
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  expect(document.activeElement?.id).toBe('main');
});
