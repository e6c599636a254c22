/** The privacy and security settings of this browser: they work without any network call. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { keepLocal } from '#web/local/kept.ts';
import { LOCAL_DEFAULTS, localSettings } from '#web/local/settings.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { deleteAllLocal } from './local-service.ts';
import { PrivacyPage } from './privacy-page.tsx';

let sent: unknown[] = [];
let saved: { name: string; blob: Blob | undefined }[] = [];
beforeEach(() => {
  sent = serve({});
  saved = [];
  let latest: Blob | undefined;
  // jsdom has neither blob URLs nor downloads.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        latest = blob;
        return 'blob:1';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob: latest });
  });
});
afterEach(() => {
  // PRIV-27: no server calls.
  expect(sent).toEqual([]);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  clearToasts();
});

const lastToast = () => toastState().recent[0];
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const toggle = (name: RegExp) => fireEvent.click(screen.getByRole('switch', { name }));

test('a child is shown nothing about running a server, nor about pages it cannot open (PRIV-23)', () => {
  show(<PrivacyPage isChild />);
  expect(screen.getByText('This applies to this browser only.')).toBeTruthy();
  expect(screen.queryByText(/Family Overview|npm|Keep the whole book at home/)).toBeNull();
});

test('the screen has every setting, data management and the self-hosting note (PRIV-41 PRIV-28 PRIV-29 PRIV-23)', async () => {
  show(<PrivacyPage />);
  const on = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name }).checked;
  expect(on(/Encrypt sensitive data/)).toBe(true);
  expect(on(/Store transaction history/)).toBe(false);
  expect(on(/Purge old data/)).toBe(true);
  expect(on(/Allow analytics/)).toBe(false);
  const days = screen.getByLabelText<HTMLInputElement>('Days before data is purged');
  expect([days.type, days.min, days.max, days.value]).toEqual(['number', '1', '365', '30']);
  expect(screen.getByRole('heading', { name: 'Data management' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'A guide to self-hosting' }));
  const guide = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open github.com' });
  expect([new URL(guide.href).protocol, guide.target]).toEqual(['https:', '_blank']);
  expect(guide.rel).toContain('noopener');
});

test('a toggle takes effect at once, and says so (PRIV-24 PRIV-36 PRIV-27)', async () => {
  show(<PrivacyPage />);
  toggle(/Allow analytics/);
  expect(localSettings()).toEqual({ ...LOCAL_DEFAULTS, allowAnalytics: true });
  await waitFor(() => expect(lastToast()?.title).toBe('Privacy Setting Updated'));
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /Allow analytics/ }).checked).toBe(
    true,
  );
  toggle(/Store transaction history/);
  toggle(/Purge old data/);
  toggle(/Allow analytics/);
  expect(localSettings()).toMatchObject({
    storeTransactionHistory: true,
    enableDataPurging: false,
    allowAnalytics: false,
  });
});

test('turning encryption off and on changes what is already stored (PRIV-24)', async () => {
  await keepLocal('sign-in', { email: 'anna@example.org' });
  show(<PrivacyPage />);
  toggle(/Encrypt sensitive data/);
  await waitFor(() => expect(localStorage.getItem('satling_sign-in')).toContain('anna'));
  toggle(/Encrypt sensitive data/);
  await waitFor(() => expect(localStorage.getItem('satling_sign-in')).not.toContain('anna'));
});

test('days outside 1 to 365 are refused next to the field; valid ones are saved (PRIV-30)', async () => {
  show(<PrivacyPage />);
  const field = screen.getByLabelText<HTMLInputElement>('Days before data is purged');
  for (const wrong of ['0', '366', '', '1.5', '-3']) {
    fireEvent.change(field, { target: { value: wrong } });
    fireEvent.blur(field);
    expect(screen.getByText('Expected 1 to 365 days'), wrong).toBeTruthy();
    expect(localSettings().dataPurgeDays).toBe(30);
  }
  fireEvent.change(field, { target: { value: '365' } });
  fireEvent.blur(field);
  expect(localSettings().dataPurgeDays).toBe(365);
  await waitFor(() => expect(lastToast()?.title).toBe('Privacy Setting Updated'));
});

test('the export is a dated JSON file with 2 spaces, without the key (PRIV-25 PRIV-35 PRIV-37)', async () => {
  await keepLocal('sign-in', { email: 'anna@example.org' });
  localStorage.setItem('satling_theme', 'dark');
  show(<PrivacyPage />);
  press('Export Data');
  await waitFor(() => expect(lastToast()?.title).toBe('Data Exported'));
  expect(saved[0]?.name).toMatch(/^satling-local-data-\d{4}-\d\d-\d\d\.json$/);
  const text = (await saved[0]?.blob?.text()) as string;
  const data = JSON.parse(text) as Record<string, unknown>;
  expect(text).toBe(JSON.stringify(data, null, 2));
  expect(data).toEqual({
    exportedAt: expect.any(String),
    settings: LOCAL_DEFAULTS,
    choices: { satling_theme: 'dark' },
    kept: { 'sign-in': { email: 'anna@example.org' } },
  });
  expect(text).not.toContain(localStorage.getItem('satling_device_key'));
});

test('purging by hand removes what is too old and says how much (PRIV-25 PRIV-39)', async () => {
  await keepLocal('old', 1, Date.now() - 31 * 86_400_000);
  show(<PrivacyPage />);
  press('Purge Old Data');
  expect(lastToast()?.title).toBe('Old Data Purged');
  expect(screen.getByText('1 old item was removed.')).toBeTruthy();
  expect(localStorage.getItem('satling_old')).toBeNull();
  press('Purge Old Data');
  expect(screen.getByText('There was nothing old to remove.')).toBeTruthy();
});

test('"Delete All Data" asks, says that it affects this device only, and keeps nothing of ours (PRIV-25 PRIV-38)', () => {
  vi.useFakeTimers();
  localStorage.setItem('satling_theme', 'dark');
  localStorage.setItem('other', 'stays');
  show(<PrivacyPage />);
  press('Delete All Data');
  const dialog = screen.getByRole('alertdialog', { hidden: true });
  expect(dialog.textContent).toContain('your family’s book on the server is not touched');
  expect(document.activeElement?.textContent).toBe('Cancel');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel', hidden: true }));
  expect(localStorage.getItem('satling_theme')).toBe('dark');
  press('Delete All Data');
  const again = screen.getByRole('alertdialog', { hidden: true });
  fireEvent.click(within(again).getByRole('button', { name: 'Delete All Data', hidden: true }));
  expect({ ...localStorage }).toEqual({ other: 'stays' });
  expect(lastToast()?.title).toBe('Data Deleted');
  vi.clearAllTimers();
});

test('the page reloads 1 second after "Delete All Data" (PRIV-26)', () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  deleteAllLocal(reload);
  vi.advanceTimersByTime(999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
});
