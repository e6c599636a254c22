/** The page about the program: trouble first, four tabs, two resets, and its polling. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HEALTH, OPS, SECURITY, STATS } from '#tests/web/admin-answers.ts';
import { noneSent, type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { MonitoringPage } from '../pages.tsx';
import { statusLook, uptimeText } from '../words.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (over: Record<string, Reply | readonly Reply[]> = {}) => {
  const sent = serve({
    'GET /api/auth/user': [200, OPS],
    'GET /health': [200, HEALTH],
    'GET /admin/monitoring/stats': [200, STATS],
    'GET /admin/security/stats': [200, SECURITY],
    'POST /admin/monitoring/reset': [200, { success: true }],
    'POST /admin/security/reset': [200, { success: true }],
    ...over,
  });
  show(<MonitoringPage />);
  return sent;
};
const tab = async (name: string) => {
  (await screen.findByRole('tab', { name })).click();
  return await screen.findByRole('tabpanel', { name });
};
const value = (label: HTMLElement) => label.closest('div')?.querySelector('dd')?.textContent;
const counts = (sent: ReturnType<typeof serve>) =>
  ['/health', '/admin/monitoring/stats', '/admin/security/stats'].map(
    (path) => sentTo(sent, `GET ${path}`).length,
  );

test('health is asked every 30 s, the figures every 60 s, all by Refresh All (ADMIN-20 ADMIN-36 ADMIN-37 ADMIN-38)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = open();
  await screen.findByRole('heading', { level: 1, name: 'System Monitoring' });
  await screen.findByText('Uptime');
  expect(counts(sent)).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(counts(sent)).toEqual([2, 1, 1]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(counts(sent)).toEqual([3, 2, 2]);
  screen.getByRole('button', { name: 'Refresh All' }).click();
  await waitFor(() => expect(counts(sent)).toEqual([4, 3, 3]));
});

test('the four numbers stand at their names (ADMIN-23 ADMIN-24 ADMIN-25)', async () => {
  open();
  expect(value(await screen.findByText('Uptime'))).toBe('1 d 2 h');
  const heap = screen.getByText('Heap memory');
  expect(value(heap)).toBe('40.0 MB63% of 64.0 MB');
  const bar = heap.closest('div')?.querySelector('svg rect');
  expect(bar?.getAttribute('width')).toBe('62.5');
  expect(value(screen.getByText('Average response time'))).toBe('12.3 ms');
  expect(value(screen.getByText('Error rate'))).toBe('0.4%');
});

test('uptime is days and hours, hours and minutes, or minutes and seconds (ADMIN-23)', () => {
  const seconds = (n: number) => uptimeText(n * 1_000);
  expect(seconds(59)).toBe('0 min 59 s');
  expect(seconds(3_599)).toBe('59 min 59 s');
  expect(seconds(3_600)).toBe('1 h 0 min');
  expect(seconds(86_399)).toBe('23 h 59 min');
  expect(seconds(86_400 * 12 + 3_600 * 5)).toBe('12 d 5 h');
});

test.each([
  ['healthy', 'green', 'Healthy'],
  ['up', 'green', 'Healthy'],
  ['degraded', 'gold', 'Degraded'],
  ['unhealthy', 'brick', 'Unhealthy'],
  ['down', 'brick', 'Unhealthy'],
  ['anything', 'plain', 'Unknown'],
])('%s is %s and says %s (ADMIN-21 ADMIN-22)', (status, tone, word) => {
  expect(statusLook(status)).toEqual({ tone, word });
});

describe('alerts (ADMIN-26)', () => {
  const alert = (code: string, severity = 'critical') => ({
    severity,
    message: `message of ${code}`,
    component: 'email',
    code,
  });
  test('none, no panel', async () => {
    open();
    await screen.findByText('Uptime');
    expect(screen.queryByRole('region', { name: 'Alerts' })).toBeNull();
  });

  test('three at most, with severity, component and words', async () => {
    const alerts = [
      alert('email_down'),
      alert('error_rate'),
      alert('slow_replies', 'warning'),
      { ...alert('email_down'), component: 'database' },
    ];
    open({ 'GET /health': [200, { ...HEALTH, status: 'degraded', alerts }] });
    const panel = await screen.findByRole('region', { name: 'Alerts' });
    expect(within(panel).getAllByText('Critical · Email').length).toBe(2);
    within(panel).getByText('Warning · Email');
    within(panel).getByText('The mail server is not answering: nobody gets a sign-in link.');
    within(panel).getByText('One in twenty recent replies takes longer than a second.');
    expect(within(panel).queryByText(/Database$/)).toBeNull();
    expect(screen.getByText('Degraded').closest('.chip')?.className).toContain('chip-gold');
  });
});

test('five services, each with what is known of it (ADMIN-27 ADMIN-42)', async () => {
  open();
  const panel = await tab('Services');
  const cards = within(panel)
    .getAllByRole('heading')
    .map((heading) => heading.closest('section') as HTMLElement);
  expect(cards.map((card) => card.querySelector('h2')?.textContent)).toEqual([
    'Database',
    'Bitcoin',
    'Lightning',
    'Email',
    'External APIs',
  ]);
  const [database, bitcoin, , email] = cards as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  within(database).getByText('Healthy');
  expect(value(within(database).getByText('Response time'))).toBe('1.2 ms');
  expect(value(within(database).getByText('Last checked'))).toMatch(/Nov 21, 2026/);
  within(bitcoin).getByText('Unknown');
  within(bitcoin).getByText('Not configured');
  within(email).getByText('Unhealthy');
  within(email).getByText('TIMEOUT');
});

test('where subscriptions are sold, a sixth card says what is wrong with the billing wallet', async () => {
  const down = { ...HEALTH.services?.email, error: 'UNREACHABLE' };
  const services = { ...HEALTH.services, 'billing wallet': down };
  open({ 'GET /health': [200, { ...HEALTH, services }] });
  const panel = await tab('Services');
  const card = within(panel).getByRole('heading', { name: 'Billing wallet' }).closest('section');
  within(card as HTMLElement).getByText('Unhealthy');
  within(card as HTMLElement).getByText('UNREACHABLE');
});

test('performance; Reset asks first, then sends nothing but the key, and reads again (ADMIN-28 ADMIN-39)', async () => {
  const sent = open();
  const panel = await tab('Performance');
  const figures = ['Total requests', 'Average response', 'P95 response', 'Slow requests'];
  expect(figures.map((name) => value(within(panel).getByText(name)))).toEqual([
    '120,345',
    '14.2 ms',
    '87.5 ms',
    '3',
  ]);
  const slow = within(panel).getByRole('heading', { name: 'Slow queries' }).closest('section');
  const queries = within(slow as HTMLElement);
  expect(value(queries.getByText('Slow queries', { selector: 'dt' }))).toBe('7');
  expect(value(queries.getByText('Average duration'))).toBe('812 ms');
  within(panel).getByRole('button', { name: 'Reset' }).click();
  const dialog = await screen.findByRole('alertdialog');
  within(dialog).getByText(/start from 0 again/);
  within(dialog).getByRole('button', { name: 'Cancel' }).click();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await noneSent(sent, 'POST /admin/monitoring/reset');
  within(panel).getByRole('button', { name: 'Reset' }).click();
  const read = counts(sent)[1] as number;
  within(await screen.findByRole('alertdialog'))
    .getByRole('button', { name: 'Reset' })
    .click();
  await screen.findByText('Counting starts again from now.');
  const [posted] = sentTo(sent, 'POST /admin/monitoring/reset');
  expect(posted?.body).toEqual({});
  await waitFor(() => expect(counts(sent)[1]).toBe(read + 1));
});

test('security; its reset asks first and reads again (ADMIN-29 ADMIN-30 ADMIN-32 ADMIN-33 ADMIN-40)', async () => {
  const sent = open();
  const panel = await tab('Security');
  const names = ['Failed logins', 'Rate limit hits', 'Unauthorized attempts', 'Blocked IPs'];
  expect(names.map((name) => value(within(panel).getByText(name)))).toEqual(['21', '4', '13', '1']);
  within(panel).getByText('Over a limit now: 203.0.113.0/24');
  expect(within(panel).getAllByText(/^198\.51\.\d\.0\/24$/).length).toBe(5);
  expect(value(within(panel).getByText('198.51.0.0/24'))).toBe('40');
  const events = within(panel).getAllByRole('listitem');
  expect(events.length).toBe(5);
  const last = within(events[4] as HTMLElement);
  last.getByText('Limit reached');
  last.getByText('198.51.4.0/24 tried too many codes');
  last.getByText(/Nov 21, 2026/);
  const read = counts(sent)[2] as number;
  within(panel).getByRole('button', { name: 'Reset security data' }).click();
  const dialog = await screen.findByRole('alertdialog');
  within(dialog).getByRole('button', { name: 'Reset security data' }).click();
  await screen.findByText('The security data was reset.');
  expect(sentTo(sent, 'POST /admin/security/reset').length).toBe(1);
  await waitFor(() => expect(counts(sent)[2]).toBe(read + 1));
});

test('where there is nothing, that is said (ADMIN-31 ADMIN-35)', async () => {
  open({
    'GET /admin/security/stats': [
      200,
      { ...SECURITY, topSuspiciousIPs: [], recentCriticalEvents: [] },
    ],
    'GET /admin/monitoring/stats': [
      200,
      { ...STATS, errors: { totalErrors: 0, errorsByType: {}, recentErrors: [] } },
    ],
  });
  within(await tab('Security')).getByText('No suspicious activity detected');
  within(await tab('Errors')).getByText('No recent errors');
});

test('errors by type, and the five newest with method, path, error, time and id (ADMIN-34)', async () => {
  open();
  const panel = await tab('Errors');
  expect(value(within(panel).getByText('Total errors'))).toBe('9');
  expect(value(within(panel).getByText('PostgresError 42P01'))).toBe('6');
  const errors = within(panel).getAllByRole('listitem');
  expect(errors.length).toBe(5);
  const [newest] = errors as [HTMLElement];
  within(newest).getByText('GET /api/family/0');
  within(newest).getByText('TypeError');
  within(newest).getByText(/Nov 21, 2026/);
  within(newest).getByText(/^In the log: 0190c6e4-.*0$/);
});

test('a database that is down is said, not hidden behind an error (ADMIN-21)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open({ 'GET /health': [503, { ...HEALTH, status: 'unhealthy' }] });
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText('The database is not answering. Nothing can be read until it does.');
  screen.getByText('Unhealthy');
});
