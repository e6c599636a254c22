/** Restoring a backup on the panel. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { History } from './history.tsx';

const LIST = 'GET /api/privacy/history';
const GIVE = 'POST /api/privacy/history';

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const choose = (text: string) =>
  fireEvent.change(screen.getByLabelText('Backup file'), {
    target: { files: [new File([text], 'satling-backup-2026-11-21.csv')] },
  });
const entry = {
  id: '0190c6e4-1a2b-7c3d-8e4f-0123456789ab',
  childName: 'Mia',
  type: 'bonus',
  amount: '0.00100000',
  description: 'Old bonus',
  createdAt: '2024-01-10T12:00:00.000Z',
  broughtBy: 'Anna',
  broughtAt: '2026-11-21T12:00:00.000Z',
};
const lastToast = () => toastState().recent[0];

test('a file that cannot be read back says why, in the page and as a toast (PRIV-14)', async () => {
  serve({ [LIST]: [200, []], [GIVE]: refusal(400, 'This is not a Satling backup', 'csvContent') });
  show(<History />);
  choose('date,amount');
  expect(await screen.findByText('This is not a Satling backup')).toBeTruthy();
  expect(lastToast()).toMatchObject({ title: 'Import failed', destructive: true });
});

test('restored entries are counted, and listed to look up (PRIV-14)', async () => {
  const done: Reply = [200, { imported: 1, known: 2, foreign: 0 }];
  const sent = serve({
    [LIST]: [
      [200, []],
      [200, []],
      [200, [entry]],
    ],
    [GIVE]: done,
  });
  show(<History />);
  choose('satling_entry_id');
  expect(await screen.findByText('1 entry brought back as history')).toBeTruthy();
  expect(sentTo(sent, GIVE)[0]?.body).toEqual({ csvContent: 'satling_entry_id' });
  expect(lastToast()?.title).toBe('Backup Imported');
});

test('what returned says that a person brought it and that nothing seals it (PRIV-14)', async () => {
  serve({ [LIST]: [200, [entry, { ...entry, id: entry.id.replace('0', '1'), broughtBy: null }]] });
  show(<History />);
  expect(await screen.findByText(/from a file imported by Anna, not sealed/)).toBeTruthy();
  expect(screen.getByText(/from a file, not sealed/)).toBeTruthy();
});
