/** Strangers' attempts, as shown to operators: by network, never by full address. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIGN_IN_LIMITS } from '#features/people/auth/rules.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import type { SecurityStats } from './contract.ts';
import { SUSPICIOUS_FROM } from './rules.ts';

let app: TestApp;
let ops: Visitor;
let parent: Visitor;
beforeAll(async () => {
  app = await startApp({ admins: ['ops@example.com'] });
  ops = await app.signIn('ops@example.com');
  parent = await app.signIn('parent@example.com');
});
afterAll(() => app.close());

const read = async () => (await ops.get('/admin/security/stats')).body as SecurityStats;
const tries = SIGN_IN_LIMITS.wrongTries.points;

test('without attempts, the page is empty (ADMIN-45)', async () => {
  expect(await read()).toEqual({
    metrics: { failedLogins: 0, rateLimitHits: 0, unauthorizedAttempts: 0, blockedIPs: [] },
    topSuspiciousIPs: [],
    recentCriticalEvents: [],
  });
});

test('one wrong try is counted and raises no suspicion (ADMIN-29)', async () => {
  await app.visitor('192.0.2.77').send('POST', '/api/auth/verify', { token: 'wrong' });
  await app.visitor('192.0.2.77').get('/api/family');
  const { metrics, topSuspiciousIPs, recentCriticalEvents } = await read();
  expect(metrics).toEqual({
    failedLogins: 1,
    rateLimitHits: 0,
    unauthorizedAttempts: 1,
    blockedIPs: [],
  });
  expect([topSuspiciousIPs, recentCriticalEvents]).toEqual([[], []]);
});

test('who tries and tries is named, blocked and an event (ADMIN-29 ADMIN-30 ADMIN-33 ADMIN-38 ADMIN-45)', async () => {
  const guesser = app.visitor('203.0.113.9');
  for (let i = 0; i < tries; i++)
    await guesser.send('POST', '/api/auth/verify-code', { code: '12345678' });
  expect((await read()).metrics.blockedIPs).toEqual([]);
  const last = await guesser.send('POST', '/api/auth/verify-code', { code: '12345678' });
  expect(last.status).toBe(429);
  const reply = await ops.get('/admin/security/stats');
  const { metrics, topSuspiciousIPs, recentCriticalEvents } = reply.body as SecurityStats;
  expect(metrics).toEqual({
    failedLogins: tries + 1,
    rateLimitHits: 1,
    unauthorizedAttempts: 1,
    blockedIPs: ['203.0.113.0/24'],
  });
  expect(topSuspiciousIPs).toEqual([{ ip: '203.0.113.0/24', count: tries + 1 }]);
  expect(recentCriticalEvents).toEqual([
    {
      type: 'limit_reached',
      description: '203.0.113.0/24 tried too many wrong sign-in links or codes',
      timestamp: app.clock.now.toISOString(),
      subject: '203.0.113.0/24',
      count: 1,
    },
  ]);
  expect(reply.text).not.toContain('203.0.113.9');
});

test('mails that were silently not sent count as hits, and no e-mail address is stored (T08 ADMIN-45)', async () => {
  const before = (await read()).metrics.rateLimitHits;
  const { points } = SIGN_IN_LIMITS.addressAndNetwork;
  const visitor = app.visitor('198.51.100.4');
  for (let i = 0; i < points + 2; i++)
    await visitor.send('POST', '/api/auth/magic-link', { email: 'victim@example.com' });
  const reply = await ops.get('/admin/security/stats');
  const { metrics, recentCriticalEvents } = reply.body as SecurityStats;
  expect(metrics.rateLimitHits).toBe(before + 2);
  expect(recentCriticalEvents[0]?.subject).toBe('198.51.100.0/24');
  expect(recentCriticalEvents[0]?.count).toBe(2);
  expect(reply.text).not.toContain('victim');
  const kept = await app.db.owner`SELECT FROM incident i WHERE i::text LIKE '%victim%'`;
  expect(kept.length).toBe(0);
});

test('at most five networks, the busiest first, from ten incidents on (ADMIN-30)', async () => {
  for (let network = 1; network <= 7; network++)
    for (let i = 0; i < SUSPICIOUS_FROM - 2 + network; i++)
      await app.visitor(`10.99.${network}.1`).get('/api/family');
  const { topSuspiciousIPs } = await read();
  expect(topSuspiciousIPs.map(({ ip }) => ip)).toEqual([
    '203.0.113.0/24',
    '10.99.7.0/24',
    '10.99.6.0/24',
    '10.99.5.0/24',
    '10.99.4.0/24',
  ]);
});

test('requests for operators’ pages by others are events (T40)', async () => {
  await parent.get('/admin/security/stats');
  const { recentCriticalEvents } = await read();
  expect(recentCriticalEvents.map(({ type }) => type)).toContain('operator_call_refused');
});

test('a reset needs a fresh sign-in, and is recorded with its author (ADMIN-39 ADMIN-40 T40)', async () => {
  await forgetProofs(app.db);
  const rows = () => app.db.owner`
    SELECT kind, detail, subject, count::integer AS count FROM incident
    WHERE kind <> 'operator_refused' ORDER BY 1, 2, 3`;
  await read();
  const before = [...(await rows())];
  expect(before.length).toBeGreaterThan(5);
  for (const what of ['monitoring', 'security']) {
    const reply = await ops.send('POST', `/admin/${what}/reset`);
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([403, 'SIGN_IN_AGAIN']);
  }
  await read();
  expect([...(await rows())]).toEqual(before);
  ops = await app.signIn('ops@example.com');
  expect((await ops.send('POST', '/admin/monitoring/reset')).status).toBe(200);
  // Written with the reset itself: no reading in between could have written it.
  const authors = await app.db.owner`SELECT detail, subject FROM incident WHERE kind = 'reset'`;
  expect([...authors]).toEqual([{ detail: 'monitoring', subject: 'ops@example.com' }]);
});

test('a reset forgets all of it but who reset it; the limits stay (ADMIN-40)', async () => {
  expect((await ops.send('POST', '/admin/security/reset')).status).toBe(200);
  const { metrics, topSuspiciousIPs, recentCriticalEvents } = await read();
  expect(metrics).toEqual({
    failedLogins: 0,
    rateLimitHits: 0,
    unauthorizedAttempts: 0,
    blockedIPs: ['203.0.113.0/24'],
  });
  expect(topSuspiciousIPs).toEqual([]);
  expect(recentCriticalEvents.map(({ description }) => description)).toEqual([
    'ops@example.com reset the monitoring data',
    'ops@example.com reset the security data',
  ]);
});
