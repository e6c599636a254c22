/** The page about people: loading, figures, empty, failure; and who may see it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OPS } from '#tests/web/admin-answers.ts';
import { sentTo, serve, show } from '#tests/web/support.tsx';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { newQueryClient } from '#web/query.ts';
import type { AdminMetrics } from '../contract.ts';
import { AdminPage, MonitoringPage } from './pages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const NOW = '2026-11-21T12:00:00.000Z';
const day = (i: number) =>
  new Date(Date.parse(NOW) - (29 - i) * 86_400_000).toISOString().slice(0, 10);
const METRICS: AdminMetrics = {
  totals: { users: 1_204, families: 311, children: 402 },
  activity: { dailyActive: 17, weeklyActive: 88, monthlyActive: 240 },
  growth: { newUsersByDay: Array.from({ length: 30 }, (_, i) => ({ date: day(i), count: i })) },
  last7days: { logins: 51, childrenCreated: 6, goalsCreated: 9, transactionsAdded: 733 },
  recentUsers: [
    {
      id: '0190c6e4-1a2b-7c3d-8e4f-0123456789ab',
      email: 'new@example.com',
      createdAt: '2026-11-18T11:00:00.000Z',
      lastActiveAt: '2026-11-21T11:20:00.000Z',
    },
  ],
};
const ME = { 'GET /api/auth/user': [200, OPS] } as const;
const at = (time: string) => vi.useFakeTimers({ now: new Date(time), shouldAdvanceTime: true });

describe.each([
  ['/admin', AdminPage],
  ['/admin/monitoring', MonitoringPage],
])('%s', (_, Page) => {
  test.each([
    ['a visitor', [401, { message: 'Authentication required', code: 'AUTH_ERROR' }]],
    ['somebody who is no operator', [200, { ...OPS, isAdmin: false }]],
  ] as const)(
    'leads %s home and asks for no figure (ADMIN-01 ADMIN-19 ADMIN-46)',
    async (_who, reply) => {
      const sent = serve({ 'GET /api/auth/user': reply });
      const leave = vi.fn();
      show(<Page leave={leave} />);
      await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
      expect(sent.filter(({ call }) => call !== 'GET /api/auth/user')).toEqual([]);
      expect(screen.queryByRole('heading')).toBeNull();
    },
  );
});

test('loading, then a failure with Retry, then the figures (ADMIN-13 ADMIN-15 ADMIN-16)', async () => {
  at(NOW);
  const failed = [500, { message: 'x', code: 'INTERNAL' }] as const;
  const sent = serve({
    ...ME,
    'GET /api/admin/metrics': [failed, failed, failed, failed, [200, METRICS]],
  });
  show(<AdminPage />);
  await screen.findByText('Counting');
  await vi.advanceTimersByTimeAsync(8_000);
  await screen.findByText('Failed to load admin metrics. Please try again.');
  screen.getByRole('button', { name: 'Retry' }).click();
  await screen.findByText('1,204');
  expect(sentTo(sent, 'GET /api/admin/metrics').length).toBe(5);
  expect(sentTo(sent, 'GET /api/admin/metrics')[0]?.init.body).toBeUndefined();
});

test('every figure stands at its name (ADMIN-02 ADMIN-03 ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-07 ADMIN-10)', async () => {
  at(NOW);
  serve({ ...ME, 'GET /api/admin/metrics': [200, METRICS] });
  show(<AdminPage />);
  await screen.findByText('Welcome, ops@example.com');
  const value = async (name: string) =>
    (await screen.findAllByText(name)).map(
      (label) => label.closest('div')?.querySelector('dd')?.textContent,
    );
  expect(await value('Total users')).toEqual(['1,204']);
  expect(await value('Total families')).toEqual(['311']);
  expect(await value('Total children')).toEqual(['402']);
  expect(await value('Monthly active')).toEqual(['240', '240']);
  expect(await value('Daily active')).toEqual(['17']);
  expect(await value('Weekly active')).toEqual(['88']);
  expect(await value('Logins')).toEqual(['51']);
  expect(await value('Children created')).toEqual(['6']);
  expect(await value('Goals created')).toEqual(['9']);
  expect(await value('Transactions')).toEqual(['733']);
});

test('growth shows the last ten days, each with its date and number (ADMIN-08)', async () => {
  at(NOW);
  serve({ ...ME, 'GET /api/admin/metrics': [200, METRICS] });
  show(<AdminPage />);
  const table = await screen.findByRole('table', { name: 'New users of the last 10 days' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(
    ['Thu, Nov 1220', 'Fri, Nov 1321', 'Sat, Nov 1422', 'Sun, Nov 1523', 'Mon, Nov 1624'].concat([
      'Tue, Nov 1725',
      'Wed, Nov 1826',
      'Thu, Nov 1927',
      'Fri, Nov 2028',
      'Sat, Nov 2129',
    ]),
  );
  const bars = [...table.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('width')));
  expect(bars.at(-1)).toBe(100);
  expect(bars[0]).toBeCloseTo((20 / 29) * 100);
});

test('recent users say when they joined and were last active (ADMIN-11)', async () => {
  at(NOW);
  serve({ ...ME, 'GET /api/admin/metrics': [200, METRICS] });
  show(<AdminPage />);
  const user = (await screen.findByText('new@example.com')).closest('li') as HTMLElement;
  within(user).getByText('Joined 3 days ago');
  within(user).getByText('Last active 40 minutes ago');
});

test('without anybody both lists say so (ADMIN-09 ADMIN-12)', async () => {
  const empty = { ...METRICS, growth: { newUsersByDay: [] }, recentUsers: [] };
  serve({ ...ME, 'GET /api/admin/metrics': [200, empty] });
  show(<AdminPage />);
  await screen.findByText('No growth data available');
  screen.getByText('No users yet');
});

test('an empty answer is said to be one (ADMIN-14)', async () => {
  serve({ ...ME, 'GET /api/admin/metrics': [200, 'null'] });
  show(<AdminPage />);
  await screen.findByText('No metrics data available');
});

test('the figures are asked for each time the page opens (ADMIN-16)', async () => {
  const sent = serve({ ...ME, 'GET /api/admin/metrics': [200, METRICS] });
  const queries = newQueryClient();
  const open = () =>
    render(
      <MessagesProvider>
        <QueryClientProvider client={queries}>
          <AdminPage />
        </QueryClientProvider>
      </MessagesProvider>,
    );
  open();
  await screen.findByText('Total users');
  cleanup();
  // The old answer is ignored.
  open();
  await screen.findByText('Total users');
  await waitFor(() => expect(sentTo(sent, 'GET /api/admin/metrics').length).toBe(2));
});
