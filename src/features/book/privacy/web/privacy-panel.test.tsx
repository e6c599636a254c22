/** The data privacy and management panel: retention, backup, pruning, and deleting the family. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { User } from '#features/people/auth/contract.ts';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { PrivacyPanel } from './privacy-panel.tsx';

const SETTINGS = 'PUT /api/privacy/settings';
const BACKUP = 'GET /api/transactions/backup';
const EXPORT = 'GET /api/privacy/export';
const PRUNE_12 = 'DELETE /api/transactions/prune/12';
const DELETION = 'GET /api/family/deletion';
const STATS = 'GET /api/transactions/stats';
const OLDEST = '2024-03-09T12:00:00.000Z';

const me = (over: Partial<User> = {}): Reply => [200, aUser(over)];
const pruned = (deletedCount: number, keptCount = 0): Reply => [
  200,
  { deletedCount, keptCount, keptReason: keptCount > 0 ? 'young' : null },
];
const NO_DELETION: Reply = [200, { dueAt: null }];

let saved: { name: string; text: string }[] = [];
beforeEach(() => {
  saved = [];
  const blobs = new Map<string, Blob>();
  // jsdom has neither blob URLs nor downloads.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        blobs.set(`blob:${blobs.size}`, blob);
        return `blob:${blobs.size - 1}`;
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const one = { name: this.download, text: '' };
    saved.push(one);
    void blobs
      .get(this.href)
      ?.text()
      .then((text) => {
        one.text = text;
      });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => toastState().recent[0];
const toasts = () => toastState().recent.map(({ title }) => title);
const choose = (value: string) =>
  fireEvent.change(screen.getByLabelText('Keep entries for'), { target: { value } });

async function open(replies: Record<string, Reply | readonly Reply[]> = {}) {
  const sent = serve({
    'GET /api/auth/user': me(),
    [STATS]: [200, { totalCount: 1204, oldestDate: OLDEST }],
    [DELETION]: NO_DELETION,
    'GET /api/privacy/history': [200, []],
    ...replies,
  });
  show(
    <Router>
      <PrivacyPanel />
    </Router>,
  );
  await screen.findByText('Data privacy and management');
  await screen.findByText('1,204');
  return sent;
}

async function openDialog(replies: Record<string, Reply | readonly Reply[]> = {}) {
  const sent = await open(replies);
  press('Delete Old Data');
  await screen.findByRole('alertdialog', { hidden: true });
  return sent;
}

test('the panel shows what is kept, the oldest entry, the setting and the actions (PRIV-02 DASH-15)', async () => {
  await open();
  expect(screen.getByText('Entries kept')).toBeTruthy();
  expect(screen.getByText('Saturday, March 9, 2024')).toBeTruthy();
  const choice = screen.getByLabelText<HTMLSelectElement>('Keep entries for');
  expect([...choice.options].map(({ value, text }) => [value, text])).toEqual([
    ['3', '3 months'],
    ['6', '6 months'],
    ['12', '1 year'],
    ['24', '24 months'],
    ['36', '36 months'],
    ['-1', 'Keep forever'],
  ]);
  expect(choice.value).toBe('12');
  for (const name of ['Download Backup', 'Export Everything', 'Delete Old Data', 'Save Settings'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('if stats cannot be loaded, the panel says so next to a retry button; an empty book says so (PRIV-02)', async () => {
  const none: Reply = [200, { totalCount: 0, oldestDate: null }];
  serve({
    'GET /api/auth/user': me(),
    [STATS]: [[403, { message: 'Access denied', code: 'FORBIDDEN' }], none],
    [DELETION]: NO_DELETION,
  });
  show(<PrivacyPanel />);
  expect(await screen.findByText('Access denied')).toBeTruthy();
  press('Try Again');
  expect(await screen.findByText('No entries yet')).toBeTruthy();
});

test('settings that cannot be saved say why, in the page and as a toast (PRIV-17)', async () => {
  await open({ [SETTINGS]: refusal(400, 'Expected one of 3, 6, 12') });
  press('Save Settings');
  expect(await screen.findByText('Expected one of 3, 6, 12')).toBeTruthy();
  expect(lastToast()).toMatchObject({
    title: 'Update Failed',
    description: 'Expected one of 3, 6, 12',
    destructive: true,
  });
});

test('the toggle is saved together with the period, and the user is loaded again (PRIV-10 PRIV-13 PRIV-16)', async () => {
  const sent = await open({
    [SETTINGS]: [200, { dataRetentionMonths: 24, autoDataPruningEnabled: true }],
  });
  expect(screen.getByText('Disabled')).toBeTruthy();
  choose('24');
  fireEvent.click(screen.getByRole('switch', { name: /Automatic pruning/ }));
  expect(screen.getByText('Enabled')).toBeTruthy();
  await noneSent(sent, SETTINGS);
  const before = sentTo(sent, 'GET /api/auth/user').length;
  press('Save Settings');
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Privacy Settings Updated',
      description: 'Your data retention preferences have been saved.',
    }),
  );
  expect(sentTo(sent, SETTINGS).map(({ body }) => body)).toEqual([
    { dataRetentionMonths: 24, autoDataPruningEnabled: true },
  ]);
  expect(sentTo(sent, 'GET /api/auth/user').length).toBeGreaterThan(before);
});

test('a backup that fails says why and saves nothing (PRIV-19)', async () => {
  await open({ [BACKUP]: refusal(409, 'The book is busy') });
  press('Download Backup');
  expect(await screen.findByText('The book is busy')).toBeTruthy();
  expect(lastToast()).toMatchObject({ title: 'Backup Failed', description: 'The book is busy' });
  expect(saved).toEqual([]);
});

test('the backup is saved under a dated name (PRIV-14 PRIV-18)', async () => {
  await open({ [BACKUP]: [200, 'satling_entry_id'] });
  press('Download Backup');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Backup Downloaded' }));
  expect(saved).toHaveLength(1);
  expect(saved[0]?.name).toMatch(/^satling-backup-\d{4}-\d\d-\d\d\.csv$/);
  await waitFor(() => expect(saved[0]?.text).toContain('satling_entry_id'));
});

test('everything is exported under a dated name, or the page says why not (T59)', async () => {
  await open({ [EXPORT]: [refusal(409, 'Not now'), [200, '{}']] });
  press('Export Everything');
  expect(await screen.findByText('Not now')).toBeTruthy();
  press('Export Everything');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Data Exported' }));
  expect(saved[0]?.name).toMatch(/^satling-family-\d{4}-\d\d-\d\d\.json$/);
});

test('nothing is pruned while everything is kept forever (PRIV-07)', async () => {
  const sent = await open();
  choose('-1');
  press('Delete Old Data');
  expect(lastToast()).toMatchObject({
    title: 'Cannot Prune',
    description: 'You have selected to keep data forever.',
  });
  expect(screen.getByText('You have selected to keep data forever.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull();
  expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
});

test('"Delete Old Data" warns for 10 seconds and asks; the safe answer has the focus (PRIV-03 PRIV-04 PRIV-22)', async () => {
  await openDialog();
  expect(lastToast()).toMatchObject({
    title: 'Data Deletion Warning',
    description: "You're about to delete old data. Download a backup first!",
    durationMs: 10_000,
  });
  const dialog = screen.getByRole('alertdialog', { hidden: true });
  const names = within(dialog)
    .getAllByRole('button', { hidden: true })
    .map((button) => button.textContent)
    .filter(Boolean);
  expect(names).toEqual(['Cancel', 'Download & Delete', 'Delete Without Backup']);
  expect(document.activeElement?.textContent).toBe('Cancel');
});

test('Cancel changes nothing (PRIV-06)', async () => {
  const sent = await openDialog();
  press('Cancel');
  expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull();
  expect(sent.filter(({ call }) => call.startsWith('DELETE') || call === BACKUP)).toEqual([]);
  expect(saved).toEqual([]);
});

test('without its backup "Download & Delete" deletes nothing (PRIV-05)', async () => {
  const sent = await openDialog({ [BACKUP]: refusal(409, 'The book is busy') });
  press('Download & Delete');
  expect(await screen.findByText('The book is busy')).toBeTruthy();
  expect(toasts()[0]).toBe('Backup Failed');
  await noneSent(sent, PRUNE_12);
});

test('"Download & Delete" saves the backup, then prunes, and counts again (PRIV-05 PRIV-20)', async () => {
  const sent = await openDialog({ [BACKUP]: [200, 'csv'], [PRUNE_12]: pruned(7, 2) });
  const counted = sentTo(sent, STATS).length;
  press('Download & Delete');
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Data Pruned Successfully',
      description: 'Deleted 7 old transactions',
    }),
  );
  expect(toasts().slice(0, 2)).toEqual(['Data Pruned Successfully', 'Backup Downloaded']);
  const order = sent.map(({ call }) => call);
  expect(order.indexOf(BACKUP)).toBeLessThan(order.indexOf(PRUNE_12));
  expect(saved).toHaveLength(1);
  expect(sentTo(sent, STATS).length).toBeGreaterThan(counted);
  expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull();
  screen.getByText(/2 older entries stay for now.*within the period you keep was recorded before/);
});

test('"Delete Without Backup" prunes at once (PRIV-06 PRIV-15)', async () => {
  const sent = await openDialog({ [PRUNE_12]: pruned(3) });
  press('Delete Without Backup');
  await waitFor(() => expect(lastToast()?.title).toBe('Data Pruned Successfully'));
  expect(sentTo(sent, PRUNE_12)).toHaveLength(1);
  await noneSent(sent, BACKUP);
  expect(saved).toEqual([]);
});

test('pruning that fails says why, in the dialog and as a toast (PRIV-21)', async () => {
  await openDialog({ [PRUNE_12]: refusal(409, 'Cannot Prune: not now') });
  press('Delete Without Backup');
  expect(await screen.findByText('Cannot Prune: not now')).toBeTruthy();
  expect(lastToast()).toMatchObject({
    title: 'Pruning Failed',
    description: 'Cannot Prune: not now',
    destructive: true,
  });
});
