/** A child's actions never move savings or goals before an adult says yes, by any call. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Child } from '../../src/features/people/children/contract.ts';
import type { Allocation } from '../../src/features/pocket/goals/allocations/contract.ts';
import { allocationFamily, approve, decide } from '../support/allocations.ts';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';
import { getChild } from '../support/family.ts';
import { allocate, contribute, getGoal } from '../support/goals.ts';

let app: TestApp;
let anna: Visitor;
let kid: Visitor;
let mia: Child;
let goalId: string;
beforeEach(async () => {
  app = await startApp();
  ({ anna, kid, mia, goalId } = await allocationFamily(app));
});
afterEach(() => app.close());

const savings = async () => (await getChild(anna, mia.id)).savingsBalance;
const given = async () => (await getGoal(anna, goalId)).currentAmount;

test('a child’s withdrawal waits; the child cannot approve it (AUTH-47)', async () => {
  const body = { childId: mia.id, amount: '0.0004', reason: 'A book' };
  const asked = await kid.send('POST', '/api/withdrawal-requests', body);
  expect(asked.status).toBe(200);
  const { id } = asked.body as { id: string };
  for (const [method, path, sent] of [
    ['PATCH', `/api/withdrawal-requests/${id}`, { approved: true }],
    ['PATCH', `/api/requests/${id}`, { approved: true }],
    ['POST', '/api/requests/approve-all', { ids: [id] }],
  ] as const)
    expect([path, (await kid.send(method, path, sent)).status]).toEqual([path, 403]);
  expect(await savings()).toBe('0.00100000');

  const answer = await anna.send('PATCH', `/api/withdrawal-requests/${id}`, { approved: true });
  expect(answer.status).toBe(200);
  expect(await savings()).toBe('0.00060000');
});

test('what a child gives to a goal waits; the child cannot approve it (AUTH-47)', async () => {
  const before = await savings();
  const direct = { amount: '0.0001', contributionType: 'savings', childId: mia.id };
  expect((await contribute(kid, goalId, direct)).status).toBe(403);
  const path = `/api/family-goals/${goalId}/child-allocation-request`;
  const body = {
    childId: mia.id,
    percentage: 50,
    applyTo: 'entire_savings',
    reason: 'For the bike',
  };
  const asked = await kid.send('POST', path, body);
  const { id, status } = asked.body as Allocation;
  expect(status).toBe('pending');
  for (const say of [approve, decide])
    expect((await say(kid, id, { approved: true })).status).toBe(403);
  const own = await allocate(kid, goalId, { percentage: 10, childId: mia.id });
  expect((own.body as Allocation).status).toBe('pending');
  expect([await savings(), await given()]).toEqual([before, '0.00000000']);

  expect((await approve(anna, id, { approved: true })).status).toBe(200);
  expect([await savings(), await given()]).toEqual(['0.00050000', '0.00050000']);
});
