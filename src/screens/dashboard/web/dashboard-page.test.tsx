/** The first load, its views, and the header. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { open, press } from '#tests/web/family.tsx';
import { aChild, aDashboard, aFamily, aUser, leo, MIA, miasDashboard } from '#tests/web/replies.ts';
import { bookCalls, noneSent, refusal, sentTo } from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';

const DASHBOARD = 'GET /api/dashboard';
/** On a phone the header's menu is closed at first. */
const logout = () => screen.getByRole('button', { name: 'Logout', hidden: true });
const views = () => screen.queryAllByRole('radio', { name: /View|Overview/ });

test('visitors see nothing of the dashboard (DASH-14)', async () => {
  const { container } = open({
    [DASHBOARD]: refusal(401, 'Authentication required'),
  });
  expect(container.querySelector('main')).not.toBeNull();
  await waitFor(() => expect(container.querySelector('main')).toBeNull());
  expect(container.textContent).toBe('');
});

test('a failed first load says so in the page, and can be tried again (DASH-01)', async () => {
  const why = 'The server is restarting. Nothing was lost; please try again in a moment.';
  const page = open({ [DASHBOARD]: refusal(503, why) });
  await screen.findByRole('heading', { name: 'Your books could not be opened' });
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByText('Family Bitcoin Dashboard')).toBeNull();
  page.answers[DASHBOARD] = aDashboard();
  press('Try Again');
  await screen.findByRole('heading', { name: 'Family Bitcoin Dashboard' });
});

test('the whole first screen is one call, and a skeleton until it answers (DASH-01)', async () => {
  const { sent } = open({ [DASHBOARD]: aDashboard() });
  expect(screen.getByText('Opening the book')).toBeTruthy();
  expect(screen.queryByText('Satling')).toBeNull();
  await screen.findByRole('heading', { name: 'Family Bitcoin Dashboard' });
  await screen.findByText('Birthday from Grandma');
  expect(bookCalls(sent).map(({ call }) => call)).toEqual([DASHBOARD]);
});

/** A family whose wallet is encrypted and locked. */
function openLocked() {
  stubVaultWorkers();
  const family = aFamily({ hasWallet: true, hasEncryptedWallet: true });
  return open({
    [DASHBOARD]: aDashboard({ family }),
    'GET /api/wallet/encrypted-config': {
      ...{ hasEncryptedWallet: true, familyId: MIA, network: 'testnet', version: 1 },
      encryptedSecrets: {
        encryptedData: btoa('x'.repeat(60)),
        iv: btoa('x'.repeat(12)),
        salt: btoa('x'.repeat(16)),
      },
      ...{ isRenewalDue: false, hasChildWallets: false, spending: null },
    },
    [LOGOUT]: { success: true },
  });
}
const LOGOUT = 'POST /api/auth/logout';
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

test('a parent who cancels at the passphrase of the dashboard is logged out (DASH-06)', async () => {
  const { sent } = openLocked();
  await screen.findByRole('dialog', { name: 'Unlock Your Wallet' });
  await noneSent(sent, LOGOUT);
  press('Cancel and log out');
  await waitFor(() => expect(location.pathname).toBe('/logout'));
  expect(sentTo(sent, LOGOUT)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a parent who continues without the wallet stays signed in (DASH-05)', async () => {
  const { sent } = openLocked();
  await screen.findByRole('dialog', { name: 'Unlock Your Wallet' });
  press('Continue without the wallet');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/dashboard');
  await noneSent(sent, LOGOUT);
});

test('the header carries the name of the product (DASH-02)', async () => {
  open({ [DASHBOARD]: aDashboard() });
  const header = await screen.findByRole('banner');
  expect(header.textContent).toContain('Satling');
});

test('a failed logout stays signed in; a successful one leaves the dashboard (DASH-04)', async () => {
  const failed = refusal(500, 'Broken');
  const page = open({ [DASHBOARD]: aDashboard(), 'POST /api/auth/logout': failed });
  await screen.findByRole('banner');
  fireEvent.click(logout());
  await screen.findByText(/^Logout failed/, { selector: '[role=status]' });
  expect(location.pathname).toBe('/dashboard');
  page.answers['POST /api/auth/logout'] = { success: true };
  await waitFor(() => expect(logout().getAttribute('aria-busy')).toBeNull());
  fireEvent.click(logout());
  // The page says goodbye and goes to the start page: AUTH-38.
  await waitFor(() => expect(location.pathname).toBe('/logout'));
  expect(history.state).toEqual({ done: true });
});

test('the first name is at the top right, or the e-mail address without one (DASH-07)', async () => {
  const { unmount } = open({ [DASHBOARD]: aDashboard({ user: aUser({ firstName: null }) }) });
  expect((await screen.findByRole('banner')).textContent).toContain('anna@example.org');
  unmount();
  open({ [DASHBOARD]: aDashboard() });
  const header = await screen.findByRole('banner');
  expect(header.textContent).toContain('Anna');
  expect(header.textContent).not.toContain('anna@example.org');
});

test.each([
  ['parent', 'Parent'],
  ['spouse', 'Spouse'],
] as const)('the label of a %s (DASH-08)', async (role, label) => {
  open({ [DASHBOARD]: aDashboard({ user: aUser({ role }) }) });
  await screen.findByRole('banner');
  expect(screen.getByText(label, { selector: 'header *' })).toBeTruthy();
});

test('a child user reads "Child", has no views, and sees only the own book (DASH-08 DASH-13)', async () => {
  const { sent } = open({ [DASHBOARD]: miasDashboard() }, '/dashboard?view=parent');
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  expect(screen.getByText('Child', { selector: 'header *' })).toBeTruthy();
  expect(views()).toEqual([]);
  expect(screen.queryByText('Family Bitcoin Dashboard')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Child' })).toBeNull();
  expect(bookCalls(sent).map(({ call }) => call)).toEqual([DASHBOARD]);
});

test('parents and spouses switch between three views (DASH-09 DASH-10)', async () => {
  const answers = { 'GET /api/children': [aChild(), leo()], 'GET /api/auth/sessions': [] };
  open({ [DASHBOARD]: aDashboard({ user: aUser({ role: 'spouse' }) }), ...answers });
  await screen.findByRole('heading', { name: 'Family Bitcoin Dashboard' });
  const names = views().map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual(['Parent View', 'Child View', 'Family Overview']);
  fireEvent.click(screen.getByRole('radio', { name: 'Child View' }));
  await screen.findByRole('heading', { name: 'Whose book?' });
  expect(screen.queryByText('Family Bitcoin Dashboard')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Parent View' }));
  await screen.findByRole('heading', { name: 'Family Bitcoin Dashboard' });
});

test('Family Overview shows the family panel (DASH-15)', async () => {
  open({ [DASHBOARD]: aDashboard(), 'GET /api/auth/sessions': [] });
  await screen.findByRole('heading', { name: 'Family Bitcoin Dashboard' });
  expect(screen.queryByRole('heading', { name: 'Family Overview' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Family Overview' }));
  await screen.findByRole('heading', { name: 'Family Overview' });
});

test('the chosen child is in the URL (DASH-10)', async () => {
  open({ [DASHBOARD]: aDashboard(), [`GET /api/children/${MIA}/transactions`]: [] });
  await screen.findByRole('banner');
  fireEvent.click(screen.getByRole('radio', { name: 'Child View' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Mia/ }));
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  expect(new URLSearchParams(location.search).get('child')).toBe(MIA);
});

test('an open invitation is shown on top and leads to its page', async () => {
  const { unmount } = open({ [DASHBOARD]: aDashboard() });
  await screen.findByRole('banner');
  expect(screen.queryByText(/invites you/)).toBeNull();
  unmount();
  const invitation = {
    id: MIA,
    invitedBy: 'Ben',
    inviterEmail: 'ben@example.org',
    role: 'spouse',
    expiresAt: '2026-11-25T12:00:00Z',
  };
  open({ [DASHBOARD]: aDashboard({ invitations: [invitation] as never }) });
  await screen.findByText('ben@example.org invites you to join a family');
  const link = screen.getByRole('link', { name: 'See the invitation' });
  expect(link.getAttribute('href')).toBe('/invitation');
});

test('a tablet in a child’s hands never asks for the invitations of the parent who lent it (T19)', async () => {
  const dashboard = miasDashboard();
  const lent = { ...dashboard, user: { ...dashboard.user, handedOver: true } };
  const { sent, queries } = open({ [DASHBOARD]: lent });
  await screen.findByRole('heading', { name: /Mia/ });
  await act(() => queries.invalidateQueries());
  await waitFor(() => expect(sentTo(sent, 'GET /api/requests').length).toBeGreaterThan(0));
  await noneSent(sent, 'GET /api/invitations');
});

test('the way to the operators’ pages is there for operators alone (ADMIN-01)', async () => {
  const { user, ...rest } = aDashboard();
  open({ [DASHBOARD]: { ...rest, user: { ...user, isAdmin: true } } });
  const way = await screen.findByRole('link', { name: 'Admin', hidden: true });
  expect(way.getAttribute('href')).toBe('/admin');
});

test('nobody else sees a link to the operators’ pages (ADMIN-46)', async () => {
  open({ [DASHBOARD]: aDashboard() });
  await screen.findByRole('button', { name: 'Logout', hidden: true });
  expect(screen.queryByRole('link', { name: 'Admin', hidden: true })).toBeNull();
});
