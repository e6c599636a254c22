/** Allocations: requests, single answers; percentages; allowances' gifts; ends. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { active, allocationFamily, approve, decide, pending } from '#tests/support/allocations.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { getChild, joinAsChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { addGoal, allocate, contribute, goalProblems, request } from '#tests/support/goals.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Allocation } from './contract.ts';

let app: TestApp;
let mail: (name: string) => string;
let anna: Visitor;
let kid: Visitor;
let mia: Child;
let leo: Child;
let goalId: string;
const AT = new Date('2026-11-18T12:00:00Z');
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await goalProblems(app)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ anna, kid, mia, leo, goalId, mail } = await allocationFamily(app));
});

test('wrong requests are refused in their words (GOAL-39 GOAL-40 GOAL-72 GOAL-73 GOAL-74 GOAL-75 GOAL-76)', async () => {
  const path = `/api/family-goals/${goalId}/child-allocation-request`;
  const good = {
    percentage: 10,
    reason: 'I want to help',
    applyTo: 'new_contributions',
    childId: mia.id,
  };
  const before = await snapshot(app);
  for (const percentage of [0, 100.1, -1, '', 'x', 0.05])
    expect(message(await allocate(anna, goalId, { percentage }))).toBe(
      'Percentage must be between 0.1 and 100',
    );
  for (const percentage of [0, 0.5, 101, '', '1.5'])
    expect(message(await kid.send('POST', path, { ...good, percentage }))).toBe(
      'Percentage must be between 1 and 100',
    );
  expect(message(await kid.send('POST', path, { ...good, reason: 'too short' }))).toBe(
    'Please explain why you want to contribute (minimum 10 characters)',
  );
  expect(message(await kid.send('POST', path, { ...good, applyTo: '' }))).toBe(
    'Please select what to apply the allocation to',
  );
  expect((await kid.send('POST', path, { ...good, childId: leo.id })).status).toBe(404);
  expect((await allocate(kid, goalId, { percentage: 1, childId: leo.id })).status).toBe(404);
  expect(await snapshot(app)).toBe(before);
});

test('a parent’s allocation takes effect at once; without a child it is the parents’ (GOAL-35 GOAL-38 GOAL-40 GOAL-41 GOAL-43 GOAL-66)', async () => {
  const forMia = await request(anna, goalId, { percentage: 12.5, childId: mia.id });
  expect(forMia).toEqual({
    id: expect.any(String),
    goalId,
    goalTitle: 'Bike',
    goalName: 'Bike',
    goalDrawing: 'gift',
    childId: mia.id,
    childName: 'Mia',
    percentage: 12.5,
    applyTo: 'new_contributions',
    status: 'active',
    denialReason: null,
    requestNote: null,
    contributedAmount: '0.00000000',
    estimatedMonthly: '0.00000500',
    goalProgress: 0,
    movesNow: null,
    byChild: false,
    enteredBy: null,
    decidedBy: null,
    createdAt: AT.toISOString(),
    decidedAt: null,
  });
  expect((await allocate(anna, goalId, { percentage: 10, childId: 'x' })).status).toBe(400);
  const ours = await request(anna, goalId, { percentage: 10, childId: '' });
  expect(ours).toMatchObject({
    childId: null,
    childName: 'Parents',
    estimatedMonthly: '0.00001200',
  });
  expect(message(await allocate(anna, goalId, { percentage: 10, applyTo: 'entire_savings' }))).toBe(
    'Use Contribute',
  );
});

test('a child’s request from its savings waits, an approval moves it once and nothing continues (APPR-24 APPR-25 APPR-28 GOAL-44 GOAL-67 GOAL-69 GOAL-77 GOAL-78)', async () => {
  const path = `/api/family-goals/${goalId}/child-allocation-request`;
  const body = {
    percentage: '20',
    reason: 'I want to help',
    applyTo: 'existing_savings',
    childId: mia.id,
  };
  const asked = (await kid.send('POST', path, body)).body as Allocation;
  expect(asked).toMatchObject({
    status: 'pending',
    applyTo: 'existing_savings',
    byChild: true,
    requestNote: 'I want to help',
  });
  expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00100000');
  const [waits] = await pending(anna);
  expect(waits).toMatchObject({
    id: asked.id,
    applyTo: 'entire_savings',
    movesNow: '0.00020000',
    childName: 'Mia',
    goalName: 'Bike',
    requestNote: 'I want to help',
  });
  expect(await active(kid)).toEqual([]);
  expect((await approve(anna, asked.id, { approved: true })).body).toMatchObject({
    status: 'ended',
    contributedAmount: '0.00020000',
  });
  expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00080000');
  expect(await pending(anna)).toEqual([]);
  expect(await active(kid)).toEqual([]);
  expect(await active(anna, `?childId=${leo.id}`)).toEqual([]);
  expect((await kid.get(`/api/allocations/active?childId=${leo.id}`)).status).toBe(404);
  const messages = (await kid.get('/api/messages')).body as { kind: string; data: object }[];
  expect(messages[0]).toMatchObject({
    kind: 'request_approved',
    data: { request: 'allocation', goal: 'Bike' },
  });
});

test('a yes to a part of what comes in makes it active, for the child and its parents (GOAL-44 GOAL-45)', async () => {
  const asked = await request(kid, goalId, { percentage: 20, applyTo: 'new_contributions' });
  expect(asked.status).toBe('pending');
  for (const who of [kid, anna]) expect(await active(who)).toEqual([]);
  const yes = (await approve(anna, asked.id, { approved: true })).body;
  expect(yes).toMatchObject({ id: asked.id, status: 'active' });
  for (const who of [kid, anna])
    expect(await active(who)).toMatchObject([{ id: asked.id, goalTitle: 'Bike' }]);
});

test('a child is notified when the goal it made a request for is deleted (GOAL-44 T16)', async () => {
  await request(kid, goalId, { percentage: 20 });
  expect((await anna.send('DELETE', `/api/family-goals/${goalId}`)).status).toBe(200);
  const messages = (await kid.get('/api/messages')).body as { kind: string; data: object }[];
  expect(messages[0]).toMatchObject({
    kind: 'request_goal_deleted',
    data: { request: 'allocation', goal: 'Bike', percentage: '20' },
  });
});

test('a full goal frees the percentage; the refusal names who takes it (GOAL-41 GOAL-69)', async () => {
  const small = await addGoal(anna, { title: 'Boots', targetAmount: '0.0001' });
  await request(anna, small.id, { percentage: 70, childId: mia.id });
  await request(anna, goalId, { percentage: 30, childId: mia.id });
  const refused = await allocate(anna, goalId, { percentage: 1, childId: mia.id });
  expect([refused.status, message(refused)]).toEqual([
    409,
    '100% of new allowances are already allocated (70% Boots, 30% Bike); at most 0% are left',
  ]);
  const gift = { amount: '0.0001', contributionType: 'gift' };
  const given = await contribute(anna, small.id, gift);
  expect(given.status, given.text).toBe(200);
  expect((await active(anna)).map(({ goalTitle }) => goalTitle)).toEqual(['Bike']);
  const { allocations } = (await anna.get('/api/dashboard')).body as { allocations: Allocation[] };
  expect(allocations.map(({ goalTitle }) => goalTitle)).toEqual(['Bike']);
  await request(anna, goalId, { percentage: 70, childId: mia.id });
  // Its percentage is taken: a goal that needs money again doesn't get it back.
  const raised = await anna.send('PATCH', `/api/family-goals/${small.id}`, {
    targetAmount: '0.001',
  });
  expect(raised.status, raised.text).toBe(200);
  expect((await active(anna)).map(({ goalTitle }) => goalTitle)).toEqual(['Bike', 'Bike']);
});

test.each([
  ['goals page', approve],
  ['dashboard', decide],
])(
  'a no needs a reason, which the child sees; only an adult answers (%s) (GOAL-15 GOAL-36 GOAL-42 APPR-26 T16)',
  async (_, answer) => {
    const asked = await request(kid, goalId, { percentage: 20 });
    const stranger = await app.signIn(mail('stranger'));
    const sibling = await joinAsChild(app, anna, leo.id, mail('leo'));
    const before = await snapshot(app);
    for (const [who, status] of [
      [kid, 403],
      [sibling, 403],
      [stranger, 404],
      [app.visitor(), 401],
    ] as const)
      expect((await answer(who, asked.id, { approved: true })).status).toBe(status);
    for (const body of [{ approved: false }, { approved: false, denialReason: ' ' }])
      expect((await answer(anna, asked.id, body)).body).toEqual({
        message: 'Please provide a reason for denial',
        code: 'VALIDATION_ERROR',
        reason: 'DENIAL_REASON_REQUIRED',
        field: 'denialReason',
      });
    expect(await snapshot(app)).toBe(before);
    const denied = await answer(anna, asked.id, {
      approved: false,
      denialReason: 'After the holidays',
    });
    expect(denied.body).toMatchObject({ status: 'denied', denialReason: 'After the holidays' });
    const messages = (await kid.get('/api/messages')).body as { kind: string; data: object }[];
    expect(messages[0]).toMatchObject({
      kind: 'request_denied',
      data: { answer: 'After the holidays' },
    });
    const after = await snapshot(app);
    for (const late of [approve, decide])
      expect((await late(anna, asked.id, { approved: true })).status).toBe(409);
    expect(await snapshot(app)).toBe(after);
  },
);

test('a deleted goal frees the percentage that went to it (GOAL-41)', async () => {
  const other = await addGoal(anna, { title: 'Skates' });
  const give = async (goal: string) =>
    (await allocate(anna, goal, { percentage: 100, childId: mia.id })).status;
  expect([await give(goalId), await give(other.id)]).toEqual([200, 409]);
  expect((await anna.send('DELETE', `/api/family-goals/${goalId}`)).status).toBe(200);
  expect(await give(other.id)).toBe(200);
});

test('a child that asks for its new allowances asks for these, and moves no savings (GOAL-40 GOAL-44)', async () => {
  const asked = (
    await kid.send('POST', `/api/family-goals/${goalId}/child-allocation-request`, {
      percentage: '20',
      reason: 'I want to help',
      applyTo: 'new_contributions',
      childId: mia.id,
    })
  ).body as Allocation;
  expect(asked).toMatchObject({ applyTo: 'new_contributions' });
  expect(await pending(anna)).toMatchObject([{ applyTo: 'new_contributions', movesNow: null }]);
  expect((await approve(anna, asked.id, { approved: true })).status).toBe(200);
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00100000',
    goalsBalance: '0.00000000',
  });
  // The next allowance is shared: 200 of its 1,000 sats.
  await anna.send('POST', '/api/process-allowances');
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00100800',
    goalsBalance: '0.00000200',
  });
});

test('a child takes its own request back; a parent stops what is active; each once', async () => {
  const asked = await request(kid, goalId, { percentage: 5 });
  const other = await request(anna, goalId, { percentage: 5, childId: mia.id });
  const end = (who: Visitor, id: string) => who.send('DELETE', `/api/allocations/${id}`);
  expect((await end(kid, other.id)).status).toBe(409);
  expect([(await end(kid, asked.id)).status, (await end(kid, asked.id)).status]).toEqual([
    200, 409,
  ]);
  expect((await approve(anna, asked.id, { approved: true })).status).toBe(409);
  expect([(await end(anna, other.id)).status, (await end(anna, other.id)).status]).toEqual([
    200, 409,
  ]);
  expect(await active(anna)).toEqual([]);
});

test('requests in a row are one mail to each parent, and sixty a day are enough (T54)', async () => {
  const spouse = mail('ben');
  await joinAsSpouse(app, anna, spouse);
  const waiting = async (to: string) =>
    (await queuedMails(app.db, JOBS_KEY, to)).filter(({ subject }) => subject.includes('waiting'))
      .length;
  for (let i = 0; i < 60; i++) {
    const { id } = await request(kid, goalId, { percentage: 1 });
    if (i > 0) await kid.send('DELETE', `/api/allocations/${id}`);
  }
  expect([await waiting(mail('anna')), await waiting(spouse)]).toEqual([1, 1]);
  const late = await allocate(kid, goalId, { percentage: 1 });
  expect([late.status, late.body]).toMatchObject([429, { reason: 'ENOUGH_TODAY' }]);
  expect((await allocate(anna, goalId, { percentage: 1 })).status).toBe(200);

  app.clock.advance(86_400_001);
  const next = await request(kid, goalId, { percentage: 1 });
  expect(await waiting(spouse)).toBe(2);
  // Once answered, the next request notifies again, even at once.
  for (const { id } of await pending(anna)) await approve(anna, id, { approved: true });
  expect((await pending(anna)).map(({ id }) => id)).not.toContain(next.id);
  await request(kid, goalId, { percentage: 1 });
  expect(await waiting(spouse)).toBe(3);
});
