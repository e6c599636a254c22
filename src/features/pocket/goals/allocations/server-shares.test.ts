/** Allocations: races, allowances' gifts, ends. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { active, allocationFamily, approve, decide, pending } from '#tests/support/allocations.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, message } from '#tests/support/family.ts';
import {
  addGoal,
  allocate,
  contribute,
  getGoal,
  goalProblems,
  request,
} from '#tests/support/goals.ts';

let app: TestApp;
let anna: Visitor;
let kid: Visitor;
let mia: Child;
let leo: Child;
let goalId: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await goalProblems(app)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ anna, kid, mia, leo, goalId } = await allocationFamily(app));
});

test('of 40 answers at once, over both calls, one counts and its money moves once (T17)', async () => {
  const asked = await request(kid, goalId, { percentage: 50, applyTo: 'entire_savings' });
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? approve : decide)(
        anna,
        asked.id,
        i % 4 < 2 ? { approved: true } : { approved: false, denialReason: 'No' },
      ),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(39).fill(409)]);
  const yes = replies.find(({ status }) => status === 200)?.text.includes('"ended"');
  expect((await getGoal(anna, goalId)).currentAmount).toBe(yes ? '0.00050000' : '0.00000000');
});

test('ten requests of 60 percent of all savings: each takes of what is left, never below zero (T18)', async () => {
  const asked = await Promise.all(
    Array.from({ length: 10 }, () =>
      request(kid, goalId, { percentage: 60, applyTo: 'entire_savings' }),
    ),
  );
  const replies = await Promise.all(asked.map(({ id }) => approve(anna, id, { approved: true })));
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const { savingsBalance, goalsBalance } = await getChild(anna, mia.id);
  expect(Number(savingsBalance.slice(2)) + Number(goalsBalance.slice(2))).toBe(100_000);
});

test('a share of all savings is one of what is free: what waits to be withdrawn stays (T18)', async () => {
  const body = { childId: mia.id, amount: '0.0006', reason: 'A kite' };
  expect((await kid.send('POST', '/api/withdrawal-requests', body)).status).toBe(200);
  const half = { percentage: 50, applyTo: 'entire_savings' };
  const { id } = await request(kid, goalId, half);
  expect((await approve(anna, id, { approved: true })).status).toBe(200);
  expect((await getGoal(anna, goalId)).currentAmount).toBe('0.00020000');
});

test('of 20 approvals of 30 percent at once three pass; all savings move once (T37)', async () => {
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => request(kid, goalId, { percentage: 30 })),
  );
  const replies = await Promise.all(asked.map(({ id }) => approve(anna, id, { approved: true })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(message(replies.find(({ status }) => status === 409) as never)).toBe(
    '90% of new allowances are already allocated (30% Bike, 30% Bike, 30% Bike); at most 10% are left',
  );
  expect((await active(anna)).length).toBe(3);
  expect((await allocate(anna, goalId, { percentage: 10.1, childId: mia.id })).status).toBe(409);
  expect((await allocate(anna, goalId, { percentage: 10, childId: mia.id })).status).toBe(200);
});

test('an allowance is shared: the child’s percentage from it, the parents’ on top, to the sat', async () => {
  await request(anna, goalId, { percentage: 33.3, childId: mia.id });
  const tent = (await addGoal(anna, { title: 'Tent', targetAmount: '0.00000100' })).id;
  await request(anna, tent, { percentage: 50, childId: mia.id });
  await request(anna, goalId, { percentage: 10 });
  const before = (await getChild(anna, mia.id)).savingsBalance;
  expect(before).toBe('0.00100000');
  const { totalAmount } = (await anna.send('POST', '/api/process-allowances')).body as {
    totalAmount: string;
  };
  expect(totalAmount).toBe('0.00003000');
  // Mia's 1,000 sats give 333 to the bike; 500 would go to the tent, which needs only 100.
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00100567',
    goalsBalance: '0.00000433',
  });
  expect((await getChild(anna, leo.id)).savingsBalance).toBe('0.00002000');
  expect(await getGoal(anna, goalId)).toMatchObject({
    currentAmount: '0.00000633',
    parentsAmount: '0.00000300',
  });
  expect((await getGoal(anna, tent)).currentAmount).toBe('0.00000100');
  expect((await active(anna)).map(({ contributedAmount }) => contributedAmount)).toEqual([
    '0.00000333',
    '0.00000300',
  ]);
  const book = (await anna.get(`/api/children/${mia.id}/transactions`)).body as {
    id: string;
    type: string;
    amount: string;
  }[];
  expect(book[0]).toMatchObject({ type: 'allowance', amount: '0.00001000' });
  // Undone, shares and all.
  expect((await anna.send('POST', `/api/transactions/${book[0]?.id}/undo`)).status).toBe(200);
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00100000',
    goalsBalance: '0.00000000',
  });
  expect((await active(anna)).map(({ contributedAmount }) => contributedAmount)).toEqual([
    '0.00000000',
    '0.00000000',
    '0.00000200',
  ]);
  expect((await anna.send('POST', '/api/process-allowances')).body).toMatchObject({
    processedChildren: [],
  });
});

test('the room of a goal goes out by due date, then by age of the book; the rest stays in savings', async () => {
  const small = (await addGoal(anna, { targetAmount: '0.00001500' })).id;
  await request(anna, small, { percentage: 100, childId: leo.id });
  await request(anna, small, { percentage: 100, childId: mia.id });
  await anna.send('POST', '/api/process-allowances');
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00100000',
    goalsBalance: '0.00001000',
  });
  expect(await getChild(anna, leo.id)).toMatchObject({
    savingsBalance: '0.00001500',
    goalsBalance: '0.00000500',
  });
  expect(await getGoal(anna, small)).toMatchObject({ currentAmount: '0.00001500' });
});

test('what is due earlier fills a goal first, also where the book is younger', async () => {
  app.clock.now = new Date('2026-11-16T12:00:00Z'); // a Monday
  const eva = await app.signIn('eva-shares@example.com');
  const older = await addChild(eva, { name: 'Ida', weeklyAllowance: '0.00001', allowanceDay: 3 });
  const younger = await addChild(eva, { name: 'Jon', weeklyAllowance: '0.00001', allowanceDay: 2 });
  const { id } = await addGoal(eva, { targetAmount: '0.00001500' });
  for (const childId of [older.id, younger.id])
    await request(eva, id, { percentage: 100, childId });
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  await eva.send('POST', '/api/process-allowances');
  const inGoals = async (child: Child) => (await getChild(eva, child.id)).goalsBalance;
  expect([await inGoals(younger), await inGoals(older)]).toEqual(['0.00001000', '0.00000500']);
});

test('a full goal takes nothing more; bought or deleted it ends its allocations and requests', async () => {
  const small = (await addGoal(anna, { targetAmount: '0.0001' })).id;
  const asked = await request(kid, small, { percentage: 5 });
  await request(anna, small, { percentage: 5, childId: mia.id });
  await contribute(anna, small, { amount: '0.0001', contributionType: 'gift' });
  expect((await approve(anna, asked.id, { approved: true })).status).toBe(409);
  expect(message(await allocate(anna, small, { percentage: 5, childId: mia.id }))).toBe(
    'This goal is complete',
  );
  expect((await pending(anna)).length).toBe(1);
  await anna.send('POST', `/api/family-goals/${small}/bought`);
  expect([...(await pending(anna)), ...(await active(anna))]).toEqual([]);
});

test('deleting one goal reveals nothing to a child about its request for another (GOAL-44 T16)', async () => {
  const other = (await addGoal(anna, { title: 'Boots' })).id;
  await request(kid, other, { percentage: 5 });
  const told = async () =>
    ((await kid.get('/api/messages')).body as { kind: string; data: { goal?: string } }[])
      .filter(({ kind }) => kind === 'request_goal_deleted')
      .map(({ data }) => data.goal);
  expect((await anna.send('DELETE', `/api/family-goals/${goalId}`)).status).toBe(200);
  expect([await told(), (await pending(kid)).length]).toEqual([[], 1]);
  expect((await anna.send('DELETE', `/api/family-goals/${other}`)).status).toBe(200);
  expect([await told(), await pending(kid)]).toEqual([['Boots'], []]);
});

test('what a parent sets aside for a child does not count against the child’s requests (T54 APPR-02)', async () => {
  for (let i = 0; i < 60; i++) {
    const { id } = await request(anna, goalId, { percentage: 1, childId: mia.id });
    expect((await anna.send('DELETE', `/api/allocations/${id}`)).status).toBe(200);
  }
  expect((await allocate(kid, goalId, { percentage: 1 })).status).toBe(200);
});
