/** The card about the server's backups, in each state. */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import type { LastBackup } from '../contract.ts';
import { BackupCard, provenText } from './backup-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (answer: LastBackup) => {
  serve({ 'GET /api/backups/last': [200, answer] });
  show(<BackupCard />);
};
const recently = () => new Date(Date.now() - 1_000).toISOString();

test('a failed night is red, names the last proven backup, and says that the book is fine', async () => {
  open({ state: 'troubled', provenAt: recently() });
  const alert = await screen.findByText(/didn’t work out/);
  expect(alert.closest('.banner-brick')).not.toBeNull();
  screen.getByText(/^Last proven backup: (today|yesterday), \d+:\d\d [AP]M$/);
  screen.getByText(/^Your book is fine/);
});

test('without any proven backup, that is said', async () => {
  open({ state: 'troubled', provenAt: null });
  await screen.findByText('No backup is proven yet.');
});

test('a proven backup is told with its time, without an alert', async () => {
  open({ state: 'proven', provenAt: recently() });
  await screen.findByText(/^Last proven backup: (today|yesterday), \d+:\d\d [AP]M$/);
  screen.getByText(/every book in it was checked/);
  expect(screen.queryByText(/didn’t work out/)).toBeNull();
});

test('before the first night, the backup is announced for tonight', async () => {
  open({ state: 'first', provenAt: null });
  await screen.findByText('This server makes its first backup tonight.');
});

test('today, yesterday and earlier days are told apart in the family’s time zone', () => {
  const now = Date.parse('2026-12-03T00:30:00Z');
  const at = (moment: string) => provenText(moment, 'Europe/Berlin', now).replaceAll(/\s/g, ' ');
  expect(at('2026-12-02T23:12:00Z')).toBe('today, 12:12 AM');
  expect(at('2026-12-02T03:12:00Z')).toBe('yesterday, 4:12 AM');
  expect(at('2026-12-01T03:12:00Z')).toMatch(/Dec 1, 2026/);
});
