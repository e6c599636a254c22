/** A child's view of the answers to its requests for goals. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookings } from '#app/bookings.ts';
import { lapseRequests } from '#features/book/approvals/decisions.ts';
import { active, allocationFamily, approve, pending } from '#tests/support/allocations.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addGoal, allocate, contribute, request } from '#tests/support/goals.ts';
import type { Allocation } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
});
afterAll(() => app.close());

const answered = async (who: Visitor, query = '') =>
  ((await who.get(`/api/allocations/answered${query}`)).body as Allocation[]).map(
    ({ id, status, decidedBy, denialReason }) => [id, status, decidedBy, denialReason],
  );

test('a child reads the yes and the no to its own requests for 30 days (GOAL-44 T19)', async () => {
  const { anna, kid, mia, leo, goalId, mail } = await allocationFamily(app);
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  await allocate(anna, goalId, { percentage: 5, childId: mia.id });
  const ask = async () => (await request(kid, goalId, { percentage: 10 })).id;
  const [yes, no] = [await ask(), await ask()];
  expect(await answered(kid)).toEqual([]);
  await approve(anna, yes, { approved: true });
  app.clock.advance(1000);
  await approve(anna, no, { approved: false, denialReason: 'Later' });
  const both = [
    [no, 'denied', 'Anna', 'Later'],
    [yes, 'active', 'Anna', null],
  ];
  expect(await answered(kid)).toEqual(both);
  expect(await answered(anna, `?childId=${mia.id}`)).toEqual(both);
  expect(await answered(anna, `?childId=${leo.id}`)).toEqual([]);
  expect((await kid.get(`/api/allocations/answered?childId=${leo.id}`)).status).toBe(404);
  const [toKid] = (await kid.get('/api/messages')).body as { data: object; state: string }[];
  expect(toKid).toMatchObject({ state: 'denied', data: { goalId } });
  app.clock.advance(30 * 86_400_000);
  const later = await app.signIn(mail('anna'));
  expect(await answered(later, `?childId=${mia.id}`)).toEqual([]);
});

test('an answer shows when it was given, not when it was requested (GOAL-44)', async () => {
  const { anna, kid, goalId, mail } = await allocationFamily(app);
  const { id } = await request(kid, goalId, { percentage: 10 });
  const dates = async (who: Visitor) =>
    (await read(who)).map((one) => [one.createdAt, one.decidedAt]);
  const read = async (who: Visitor) => [
    ...(await pending(who)),
    ...((await who.get('/api/allocations/answered')).body as Allocation[]),
  ];
  const askedAt = app.clock.now.toISOString();
  expect(await dates(anna)).toEqual([[askedAt, null]]);
  app.clock.advance(8 * 86_400_000);
  const later = await app.signIn(mail('anna'));
  await approve(later, id, { approved: true });
  expect(await dates(later)).toEqual([[askedAt, app.clock.now.toISOString()]]);
});

test('adults are notified of a request that its child withdraws, but not of a share that is stopped (GOAL-44)', async () => {
  const { anna, kid, mia, goalId } = await allocationFamily(app);
  const withdrawn = async (who: Visitor) =>
    ((await who.get('/api/messages')).body as { kind: string }[]).filter(
      ({ kind }) => kind === 'request_withdrawn',
    ).length;
  const end = (who: Visitor, id: string) => who.send('DELETE', `/api/allocations/${id}`);
  const asked = await request(kid, goalId, { percentage: 5 });
  expect((await end(kid, asked.id)).status).toBe(200);
  expect([await withdrawn(anna), await withdrawn(kid)]).toEqual([1, 0]);
  const active = await request(anna, goalId, { percentage: 5, childId: mia.id });
  expect((await end(anna, active.id)).status).toBe(200);
  expect([await withdrawn(anna), await withdrawn(kid)]).toEqual([1, 0]);
});

test('a request whose goal is bought or deleted has ended, and reads as no answer (GOAL-44)', async () => {
  const { anna, kid, goalId } = await allocationFamily(app);
  const small = (await addGoal(anna, { targetAmount: '0.0001' })).id;
  const asked = [await request(kid, goalId, { percentage: 5 })];
  asked.push(await request(kid, small, { percentage: 5 }));
  await contribute(anna, small, { amount: '0.0001', contributionType: 'gift' });
  expect((await anna.send('DELETE', `/api/family-goals/${goalId}`)).status).toBe(200);
  expect((await anna.send('POST', `/api/family-goals/${small}/bought`)).status).toBe(200);
  expect(await answered(kid)).toEqual([]);
  for (const { id } of asked)
    expect(await approve(anna, id, { approved: true })).toMatchObject({
      status: 409,
      body: { reason: 'ENDED_UNANSWERED' },
    });
});

test('a yes to all answers a request for a goal as well; the requests’ own list has none (APPR-05)', async () => {
  const { anna, kid, goalId } = await allocationFamily(app);
  const { id } = await request(kid, goalId, { percentage: 10 });
  expect((await kid.get('/api/requests')).body).toEqual({ open: [], answered: [] });
  for (const method of ['PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { approved: true } : undefined;
    expect((await anna.send(method, `/api/requests/${id}`, body)).status).toBe(404);
  }
  const { body } = await anna.send('POST', '/api/requests/approve-all', { ids: [id] });
  expect(body).toEqual({ approved: [id] });
  expect(await active(kid)).toMatchObject([{ id, status: 'active' }]);
  expect((await kid.get('/api/requests')).body).toEqual({ open: [], answered: [] });
});

test('a request lapses after 30 days, with a notice, and a yes comes too late', async () => {
  const { kid, goalId, mail } = await allocationFamily(app);
  const asked = await request(kid, goalId, { percentage: 5 });
  app.clock.advance(30 * 86_400_000 + 1);
  // No session lasts that long.
  const anna = await app.signIn(mail('anna'));
  expect((await approve(anna, asked.id, { approved: true })).status).toBe(409);
  const { jobs, publicUrl } = app.services;
  const lapse = () =>
    lapseRequests(app.db.owner, { jobs, publicUrl, bookings: bookings() }, app.clock.now);
  expect([(await lapse()) > 0, await lapse()]).toEqual([true, 0]);
  expect(await pending(anna)).toEqual([]);
  const messages = (await anna.get('/api/messages')).body as { kind: string }[];
  expect(messages[0]?.kind).toBe('request_lapsed');
});
