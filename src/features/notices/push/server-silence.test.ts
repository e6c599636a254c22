/** Not sent to a child's device: a book closed in the meantime, an undone pay day. */
import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { notifyPayDays } from '#features/pocket/allowances/pay-day-push.ts';
import type { Push } from '#server/queue.ts';
import { startApp, VAPID } from '#tests/support/app.ts';
import { addChild, joinAsChild, record } from '#tests/support/family.ts';
import { deliverPush } from './send.ts';

const device = () => ({
  // Nothing listens there: a sent push fails the test.
  endpoint: 'http://localhost:9/mia',
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

test('a push that waits for the morning is not sent to a child whose book is closed by then (T59)', async () => {
  const app = await startApp({ at: '2026-11-18T22:00:00Z' });
  const anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  await record(anna, childId, 'bonus', '0.001');
  const kid = await joinAsChild(app, anna, childId, 'mia@example.com');
  expect((await kid.send('PUT', '/api/push', device())).status).toBe(200);
  const asked = await kid.send('POST', '/api/withdrawal-requests', {
    ...{ childId, amount: '0.0001', reason: 'Football boots' },
  });
  const { id } = asked.body as { id: string };
  await anna.send('PATCH', `/api/withdrawal-requests/${id}`, { approved: true });
  const waiting = await app.db.owner<{ data: Push }[]>`
    SELECT data FROM pgboss.job WHERE name = 'push'`;
  expect(waiting).toMatchObject([{ data: { kind: 'answered' } }]);
  expect((await anna.send('DELETE', `/api/children/${childId}`)).status).toBe(200);
  app.clock.now = new Date('2026-11-19T09:00:00Z');
  const sender = {
    owner: app.db.owner,
    keys: VAPID,
    contact: 'mailto:satling@localhost',
    rules: app.services.push.rules,
    clock: () => app.clock.now,
  };
  expect(await deliverPush(sender, waiting[0]?.data as Push)).toBe('nobody');
  await app.close();
});

test('a pay day that was undone, or skipped by a pause, notifies no child (T59)', async () => {
  const app = await startApp({ at: '2026-11-21T09:00:00Z' });
  const anna = await app.signIn('anna@example.com');
  const kids: string[] = [];
  for (const name of ['Mia', 'Leo', 'Ida']) {
    const { id } = await addChild(anna, { name, allowanceDay: 6 });
    const kid = await joinAsChild(app, anna, id, `${name.toLowerCase()}@example.com`);
    const one = { ...device(), endpoint: `http://localhost:9/${name}` };
    expect((await kid.send('PUT', '/api/push', one)).status).toBe(200);
    kids.push(id);
  }
  const pause = { from: '2026-11-21', to: '2026-11-21' };
  const paused = await anna.send('POST', `/api/children/${kids[1]}/allowance/pauses`, pause);
  expect([paused.status, paused.text]).toEqual([200, expect.any(String)]);
  const { body } = await anna.send('POST', '/api/process-allowances');
  const { processedChildren } = body as { processedChildren: { entryId: string; id: string }[] };
  const [mias] = processedChildren;
  expect((await anna.send('POST', `/api/transactions/${mias?.entryId}/undo`)).status).toBe(200);
  await notifyPayDays(app.db.owner, app.services.jobs, app.clock.now);
  const told = await app.db.owner`SELECT FROM pgboss.job WHERE name = 'push'
    AND data->>'kind' = 'pay-day'`;
  // Only Ida.
  expect(told).toHaveLength(1);
  await app.close();
});
