/** Operators' figures, from people's real actions, on two instances of one database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepFigures } from '#server/monitor/store.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, record } from '#tests/support/family.ts';
import { addGoal } from '#tests/support/goals.ts';
import type { AdminMetrics, Health, MonitoringStats } from './contract.ts';

const DAY = 86_400_000;
type World = Record<'first' | 'second', TestApp> & Record<'ops' | 'parent' | 'child', Visitor>;
/** For tests that depend on neither others' actions nor time. */
let { first, second, ops, parent, child } = {} as World;
const worlds: World[] = [];
beforeAll(async () => {
  ({ first, second, ops, parent, child } = await newWorld());
});
afterAll(async () => {
  for (const world of worlds) {
    await world.second.close();
    await world.first.close();
  }
});

/** An operator and one family, on two instances. */
async function newWorld(): Promise<World> {
  const first = await startApp({ admins: ['ops@example.com'] });
  const second = await startApp({ admins: ['ops@example.com'], address: first.address });
  const ops = await first.signIn('ops@example.com');
  const parent = await first.signIn('parent@example.com');
  await parent.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  const { id } = await addChild(parent, { age: 9 });
  await record(parent, id, 'bonus', '0.0001');
  const child = await joinAsChild(first, parent, id, 'child@example.com');
  const world = { first, second, ops, parent, child };
  worlds.push(world);
  return world;
}

/** The same person at another instance. */
function at(app: TestApp, person: Visitor): Visitor {
  const visitor = app.visitor();
  for (const [name, value] of person.cookies) visitor.cookies.set(name, value);
  return visitor;
}
const stats = async (who: Visitor) =>
  (await who.get('/admin/monitoring/stats')).body as MonitoringStats;

describe('the figures are for operators (ADMIN-46 T40)', () => {
  const CALLS = [
    ['GET', '/api/admin/metrics'],
    ['GET', '/admin/monitoring/stats'],
    ['GET', '/admin/security/stats'],
    ['GET', '/metrics'],
    ['POST', '/admin/monitoring/reset'],
    ['POST', '/admin/security/reset'],
  ] as const;

  test.each(CALLS)('%s %s is refused to everybody else', async (method, path) => {
    const ask = (who: Visitor) => (method === 'GET' ? who.get(path) : who.send(method, path));
    const visitor = await ask(first.visitor());
    expect([visitor.status, visitor.headers['cache-control']]).toEqual([401, 'no-store']);
    for (const person of [parent, child]) {
      const reply = await ask(person);
      expect([reply.status, reply.body]).toEqual([
        403,
        { message: 'Access denied', code: 'FORBIDDEN', reason: 'ACCESS_DENIED' },
      ]);
    }
    expect((await ask(ops)).status).toBe(200);
  });

  test('a page of another site can reset nothing', async () => {
    const before = (await stats(ops)).performance.totalRequests;
    for (const path of ['/admin/monitoring/reset', '/admin/security/reset']) {
      const reply = await ops.send('POST', path, {}, { origin: 'https://evil.example' });
      expect(reply.status).toBe(403);
    }
    expect((await stats(ops)).performance.totalRequests).toBeGreaterThan(before);
  });
});

test('people are counted as they are (ADMIN-16 ADMIN-17 ADMIN-18 ADMIN-03 ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-07 ADMIN-08 ADMIN-10 ADMIN-11)', async () => {
  const { first, second, ops } = await newWorld();
  const read = async () => (await ops.get('/api/admin/metrics')).body as AdminMetrics;
  const before = await read();
  expect(before.totals).toEqual({ users: 3, families: 2, children: 1 });
  expect(before.activity).toEqual({ dailyActive: 3, weeklyActive: 3, monthlyActive: 3 });
  expect(before.last7days).toEqual({
    logins: 3,
    childrenCreated: 1,
    goalsCreated: 0,
    transactionsAdded: 1,
  });
  expect(before.growth.newUsersByDay.length).toBe(30);
  expect(before.growth.newUsersByDay[0]).toEqual({ date: '2026-10-20', count: 0 });
  expect(before.growth.newUsersByDay.at(-1)).toEqual({ date: '2026-11-18', count: 3 });
  expect(before.recentUsers.map(({ email }) => email)).toEqual([
    'child@example.com',
    'parent@example.com',
    'ops@example.com',
  ]);

  for (const app of [first, second]) app.clock.advance(8 * DAY);
  const late = await first.signIn('late@example.com');
  const { id } = await addChild(late, { age: 7 });
  await addChild(late, { name: 'Ole', age: 6 });
  await addGoal(late);
  expect((await read()).totals.children).toBe(3);
  // A removed child is no longer a child; it still counts as added this week.
  expect((await late.send('DELETE', `/api/children/${id}`)).status).toBe(200);
  await at(second, ops).get('/api/auth/user');
  const after = await read();
  expect(after.totals).toEqual({ users: 4, families: 3, children: 2 });
  expect(after.activity).toEqual({ dailyActive: 2, weeklyActive: 2, monthlyActive: 4 });
  expect(after.last7days).toEqual({
    logins: 1,
    childrenCreated: 2,
    goalsCreated: 1,
    transactionsAdded: 0,
  });
  expect(after.recentUsers[0]).toEqual({
    id: expect.any(String),
    email: 'late@example.com',
    createdAt: '2026-11-26T12:00:00.000Z',
    lastActiveAt: '2026-11-26T12:00:00.000Z',
  });
  // People not seen since have the day of their last visit, returning ones today.
  const seen = after.recentUsers.map(({ email, lastActiveAt }) => `${email} ${lastActiveAt}`);
  expect(seen.slice(1)).toEqual([
    'child@example.com 2026-11-18T12:00:00.000Z',
    'parent@example.com 2026-11-18T12:00:00.000Z',
    'ops@example.com 2026-11-26T12:00:00.000Z',
  ]);

  // A second before and after one, seven and thirty days.
  const seenAt = (email: string, days: number, seconds: number) => first.db.owner`
    UPDATE users
      SET last_active_at = ${new Date(first.clock.now.getTime() - days * DAY - seconds * 1_000)}
    WHERE email = ${email}`;
  const activity = async (days: number) => {
    await seenAt('late@example.com', days, -1);
    await seenAt('parent@example.com', days, 1);
    return (await read()).activity;
  };
  await seenAt('child@example.com', 99, 0);
  expect(await activity(1)).toEqual({ dailyActive: 2, weeklyActive: 3, monthlyActive: 3 });
  expect(await activity(7)).toEqual({ dailyActive: 1, weeklyActive: 2, monthlyActive: 3 });
  expect(await activity(30)).toEqual({ dailyActive: 1, weeklyActive: 1, monthlyActive: 2 });
});

describe('what was answered (ADMIN-43)', () => {
  test('both instances are counted, each reply once (ADMIN-28 ADMIN-37)', async () => {
    ops = await first.signIn('ops@example.com');
    expect((await ops.send('POST', '/admin/monitoring/reset')).status).toBe(200);
    const elsewhere = at(second, parent);
    for (let i = 0; i < 3; i++) {
      await parent.get('/api/family');
      await elsewhere.get('/api/family');
      await elsewhere.get('/no/such/page');
    }
    // The second instance writes its counts when read; alone, on its own.
    await at(second, ops).get('/admin/monitoring/stats');
    const { performance } = await stats(ops);
    // The reset and nine requests; and the reading before this one, if the other instance has
    // written it.
    expect([10, 11]).toContain(performance.totalRequests);
    expect(performance.averageResponseTime).toBeGreaterThan(0);
    expect(performance.p95ResponseTime).toBeGreaterThan(0);
    const { text } = await ops.get('/metrics');
    expect(text).toContain('satling_requests_total{route="GET /api/family",status="2xx"} 6\n');
    expect(text).toContain('satling_requests_total{route="pages and files",status="4xx"} 3\n');
  });

  test('what took long is slow, the statement and the request (ADMIN-28)', async () => {
    const before = await stats(ops);
    const taken = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = first.db.owner.begin(async (tx) => {
      await tx`SELECT FROM family FOR UPDATE`;
      taken.resolve();
      await held.promise;
    });
    await taken.promise;
    const renamed = parent.send('PATCH', '/api/family/settings', { payAutomatically: false });
    setTimeout(held.resolve, 1_300);
    await holding;
    expect((await renamed).status).toBe(200);
    const after = await stats(ops);
    expect(after.performance.slowRequestCount).toBeGreaterThan(before.performance.slowRequestCount);
    expect(after.slowQueries.totalSlowQueries).toBeGreaterThan(before.slowQueries.totalSlowQueries);
    expect(after.slowQueries.averageDuration).toBeGreaterThanOrEqual(500);
  });
});

test('a crash is counted by type and named as in its reply, without what was typed (ADMIN-34 ADMIN-44)', async () => {
  expect((await stats(ops)).errors).toEqual({ totalErrors: 0, errorsByType: {}, recentErrors: [] });
  await first.db.owner`ALTER TABLE entry_text RENAME TO entry_text_away`;
  const path = '/api/transactions?text=Secretword';
  const crashed = await parent
    .get(path)
    .finally(() => first.db.owner`ALTER TABLE entry_text_away RENAME TO entry_text`);
  expect(crashed.status).toBe(500);
  const reply = await ops.get('/admin/monitoring/stats');
  expect((reply.body as MonitoringStats).errors).toEqual({
    totalErrors: 1,
    errorsByType: { 'PostgresError 42P01': 1 },
    recentErrors: [
      {
        id: (crashed.body as { id: string }).id,
        method: 'GET',
        path: '/api/transactions',
        error: 'PostgresError 42P01',
        timestamp: first.clock.now.toISOString(),
      },
    ],
  });
  expect(reply.text).not.toContain('Secretword');
  const health = (await ops.get('/health')).body as Health;
  expect(health.metrics?.performance.errorRate).toBeGreaterThan(0);
});

test('a reset begins anew, leaves the book and the sign-ins alone, and is seen (ADMIN-39)', async () => {
  const logins = async () =>
    ((await ops.get('/api/admin/metrics')).body as AdminMetrics).last7days.logins;
  const before = await logins();
  expect(before).toBeGreaterThan(0);
  expect((await stats(ops)).performance.totalRequests).toBeGreaterThan(10);
  await ops.send('POST', '/admin/monitoring/reset');
  const { performance, slowQueries, errors } = await stats(ops);
  // The reset itself, and counts not yet written by the other instance.
  expect(performance.totalRequests).toBeLessThanOrEqual(2);
  expect([slowQueries.totalSlowQueries, errors.totalErrors]).toEqual([0, 0]);
  expect(await logins()).toBe(before);
  const security = await ops.get('/admin/security/stats');
  expect((security.body as { recentCriticalEvents: object[] }).recentCriticalEvents).toContainEqual(
    expect.objectContaining({
      type: 'reset',
      description: 'ops@example.com reset the monitoring data',
    }),
  );
});

test('after a week counts are added up, and the networks they came from are forgotten', async () => {
  const { first, ops } = await newWorld();
  await first.visitor('198.51.100.9').get('/api/family');
  await stats(ops);
  const rows = () =>
    first.db.owner<{ subject: string; slot: Date; count: number }[]>`
      SELECT subject, slot, count::integer AS count FROM incident WHERE kind = 'unauthorized'`;
  const before = await rows();
  expect(before.map(({ subject }) => subject)).toContain('198.51.100');
  const total = before.reduce((sum, { count }) => sum + count, 0);
  first.clock.advance(8 * DAY);
  await sweepFigures(first.db.owner, first.clock.now);
  await sweepFigures(first.db.owner, first.clock.now);
  expect(await rows()).toEqual([{ subject: '', slot: new Date(0), count: total }]);
  const figures = await first.db.owner<{ slots: number }[]>`
    SELECT count(DISTINCT slot)::integer AS slots FROM request_figure`;
  expect(figures).toEqual([{ slots: 1 }]);
});
