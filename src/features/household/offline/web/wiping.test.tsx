/**
 * Actions that remove the stored book and the waiting calls from a device, each tested separately
 * through its screen or call: the key goes too, so nothing comes back.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PrivacyPage } from '#features/book/privacy/web/privacy-page.tsx';
import { admin } from '#features/operator/admin/contract.ts';
import { LogoutPage } from '#features/people/auth/web/logout-page.tsx';
import { VerifyPage } from '#features/people/auth/web/verify/verify-page.tsx';
import { HandOverDialog } from '#features/people/handover/web/hand-over-dialog.tsx';
import { aUser } from '#tests/web/replies.ts';
import { type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { AuthenticationError } from '#web/errors.ts';
import { dropToken } from '#web/link-token.ts';
import { DEVICE_KEY, heldKey } from '#web/local/cipher.ts';
import { keepLocal, keptNames } from '#web/local/kept.ts';
import { changeLocalSettings } from '#web/local/settings.ts';
import { clearOwnStorage, LAST_BOOK, UNSENT } from '#web/local/storage.ts';
import { newQueryClient, onError, query } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const PIN = 'GET /api/family/pin';
const OVER: Reply = [401, { message: 'Authentication required', code: 'AUTH_ERROR' }];

beforeEach(async () => {
  changeLocalSettings({ storeTransactionHistory: true });
  await keepLocal(LAST_BOOK, { owner: 'anna', answers: ['Mia has 5,000 sats'] });
  await keepLocal(UNSENT, [{ owner: 'anna', key: 'key-1' }]);
  // Otherwise the tests below could not fail.
  expect(keptNames().sort()).toEqual([LAST_BOOK, UNSENT]);
  expect(heldKey()).toMatch(/^[0-9a-f]{64}$/);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearOwnStorage();
  clearToasts();
  dropToken();
});

const nothingIsKept = () => expect([keptNames(), heldKey()]).toEqual([[], undefined]);
const everythingIsKept = () => expect(keptNames().sort()).toEqual([LAST_BOOK, UNSENT]);
const openHandOver = () =>
  show(<HandOverDialog child={{ id: ID, name: 'Mia' }} onClose={() => undefined} />);

test('opening the hand-over wipes nothing; handing over does, even when its answer is lost (T53)', async () => {
  const start = `POST /api/children/${ID}/hand-over`;
  const sent = serve({ [PIN]: [200, { isSet: true }], [start]: 'offline' });
  openHandOver();
  const press = await screen.findByRole('button', { name: 'Hand over' });
  everythingIsKept();
  fireEvent.click(press);
  nothingIsKept();
  // It is retried twice; the next test starts when nothing is pending.
  await waitFor(() => expect(sentTo(sent, start)).toHaveLength(3));
});

test('a call that is answered with 401 wipes; 403 and 500 do not (T53)', () => {
  const leave = vi.fn();
  for (const status of [403, 404, 500])
    onError(new AuthenticationError('Access denied', status), leave);
  onError(new TypeError('Failed to fetch'), leave);
  everythingIsKept();
  expect(leave).not.toHaveBeenCalled();
  onError(new AuthenticationError(), leave);
  nothingIsKept();
  expect(leave).toHaveBeenCalledExactlyOnceWith('/api/login');
});

test('a 401 that a page takes quietly wipes as well (T53)', async () => {
  serve({ 'GET /admin/monitoring/stats': OVER });
  const ask = { ...query(admin.monitoring, {}), meta: { quiet: true } };
  await expect(newQueryClient().fetchQuery(ask)).rejects.toThrow('Authentication required');
  nothingIsKept();
});

test('a sign-in that fails wipes nothing; one that succeeds does, whoever it is (T53)', async () => {
  const user = aUser();
  serve({
    'GET /api/auth/pending': [200, { live: true, pending: false }],
    'POST /api/auth/verify': [
      OVER,
      [200, { success: true, user, isNewUser: false, needsOnboarding: false }],
    ],
  });
  const open = () => {
    history.replaceState(null, '', '/auth/verify?token=t');
    return show(<VerifyPage />);
  };
  const first = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, sign me in' }));
  await screen.findByText(/^(Invalid|Authentication)/);
  everythingIsKept();
  first.clear();
  document.body.replaceChildren();
  dropToken();
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, sign me in' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  nothingIsKept();
});

test('switching the setting off wipes the book; what waits to be sent is no history (PRIV-28)', async () => {
  serve({});
  show(<PrivacyPage />);
  const choice = await screen.findByRole('switch', { name: /Store transaction history/ });
  everythingIsKept();
  fireEvent.click(choice);
  await waitFor(() => expect(keptNames()).toEqual([UNSENT]));
});

test('"Delete All Data" wipes after the second press, and not after "Cancel" (PRIV-25)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve({});
  show(<PrivacyPage />);
  const press = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Delete All Data', hidden: false }));
  press();
  const dialog = () => within(screen.getByRole('alertdialog'));
  fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  everythingIsKept();
  press();
  fireEvent.click(dialog().getByRole('button', { name: 'Delete All Data' }));
  nothingIsKept();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('signing out wipes, also when the server cannot be reached (T53 AUTH-38)', async () => {
  serve({ 'POST /api/auth/logout': 'offline' });
  const leave = vi.fn();
  show(<LogoutPage leave={leave} />);
  await waitFor(() => expect(leave).toHaveBeenCalled());
  nothingIsKept();
  expect(localStorage.getItem(DEVICE_KEY)).toBeNull();
});
