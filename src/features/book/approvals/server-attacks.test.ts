/** Requests under attack: every decision call by everyone, replays, odd amounts, former members. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reply, Visitor } from '#tests/support/app.ts';
import { books } from '#tests/support/deciders.ts';
import { addGoal, request as askForGoal, goalProblems } from '#tests/support/goals.ts';
import { type ActorName, type ActorsWorld, makeActors, snapshot } from '#tests/support/world.ts';

let world: ActorsWorld;
let parent: Visitor;
let child: Visitor;
beforeAll(async () => {
  world = await makeActors();
});
afterAll(async () => {
  expect(await goalProblems(world)).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  world.clock.advance(86_400_000);
  parent = await world.as('parent');
  child = await world.as('child');
});

const idOf = (reply: Reply) => (reply.body as { id: string }).id;
const give = (type: string, amount: string, childId = world.mia) =>
  parent.send('POST', '/api/transactions', { childId, type, amount, description: 'Test' });
const askFor = async (amount: string, who = child, childId = world.mia) =>
  who.send('POST', '/api/withdrawal-requests', { childId, amount, reason: 'A book' });
const amountsOf = async (childId: string) => {
  const { savings, spending } = await books(world, childId);
  return { savings, spending };
};
const deposit = (amount: string) =>
  child.send('POST', '/api/transactions', {
    childId: world.mia,
    type: 'savings_deposit',
    amount,
    description: 'For later',
  });

/** One of each kind, open, and every call that answers one. */
async function everyDecision() {
  await give('bonus', '0.0001');
  await give('earned', '0.0001');
  const withdrawal = idOf(await askFor('0.00001'));
  const transfer = idOf(await deposit('0.00001'));
  const { id: goalId } = await addGoal(parent, { targetAmount: '0.01' });
  const goal = (await askForGoal(child, goalId, { percentage: 10, applyTo: 'entire_savings' })).id;
  return (who: Visitor, approved: boolean, headers: Record<string, string> = {}) => {
    const no = approved ? {} : { denialReason: 'No' };
    return [
      () => who.send('PATCH', `/api/withdrawal-requests/${withdrawal}`, { approved }, headers),
      () => who.send('PATCH', `/api/requests/${withdrawal}`, { approved }, headers),
      () => who.send('PATCH', `/api/requests/${transfer}`, { approved }, headers),
      () =>
        who.send(
          'POST',
          '/api/savings-transfers/approve',
          { transferId: transfer, approved },
          headers,
        ),
      () =>
        who.send('PATCH', `/api/goal-allocations/${goal}/approve`, { approved, ...no }, headers),
      () => who.send('POST', `/api/allocations/${goal}/approve`, { approved, ...no }, headers),
    ];
  };
}

const REFUSED: Partial<Record<ActorName, number>> = {
  anonymous: 401,
  child: 403,
  sibling: 403,
  handedOver: 403,
  otherParent: 404,
  otherChild: 403,
  admin: 404,
  invited: 404,
  // The removal signed them out.
  removed: 401,
};

test('nobody but the parents answers anything, over any of the six calls (T16 APPR-26)', async () => {
  const calls = await everyDecision();
  for (const [actor, status] of Object.entries(REFUSED)) {
    const who = await world.as(actor as ActorName);
    const before = await snapshot(world);
    for (const approved of [true, false])
      for (const call of calls(who, approved)) {
        const reply = await call();
        expect([actor, reply.status]).toEqual([actor, status]);
      }
    expect([actor, await snapshot(world)]).toEqual([actor, before]);
  }
  // The same requests are open to permitted people.
  const replies = [];
  for (const call of calls(parent, false)) replies.push((await call()).status);
  expect(replies).toEqual([200, 409, 200, 409, 200, 409]);
});

test('the same answer sent again changes nothing, under its own key or another (T17)', async () => {
  const calls = await everyDecision();
  for (const nth of [0, 3, 4]) {
    const key = { 'idempotency-key': `replay-of-an-answer-${nth}-0123456789` };
    const first = await (calls(parent, true, key)[nth] as () => Promise<Reply>)();
    expect(first.status).toBe(200);
    const before = await books(world, world.mia);
    const again = await (calls(parent, true, key)[nth] as () => Promise<Reply>)();
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = { 'idempotency-key': `another-answer-${nth}-012345678901` };
    expect((await (calls(parent, true, other)[nth] as () => Promise<Reply>)()).status).toBe(409);
    // The key of a yes allows no no.
    const turned = await (calls(parent, false, key)[nth] as () => Promise<Reply>)();
    expect(turned.status).toBeGreaterThanOrEqual(400);
    expect(await books(world, world.mia)).toEqual(before);
  }
});

test('a withdrawn request can no longer be approved, and no request for more than was asked (T17)', async () => {
  await give('bonus', '0.001');
  const id = idOf(await askFor('0.0001'));
  for (const amount of ['0.00010001', '21000000', '0', '-0.0001', '1e-5', 'NaN', ''])
    for (const path of ['/api/requests', '/api/withdrawal-requests']) {
      const reply = await parent.send('PATCH', `${path}/${id}`, { approved: true, amount });
      expect([amount, reply.status]).toEqual([amount, 400]);
    }
  expect((await child.send('DELETE', `/api/requests/${id}`)).status).toBe(200);
  for (const path of ['/api/requests', '/api/withdrawal-requests'])
    expect((await parent.send('PATCH', `${path}/${id}`, { approved: true })).status).toBe(409);
  const all = await parent.send('POST', '/api/requests/approve-all', { ids: [id, id] });
  expect(all.body).toEqual({ approved: [] });
  expect((await child.send('DELETE', `/api/requests/${id}`)).status).toBe(409);
  const { id: goalId } = await addGoal(parent, { targetAmount: '0.01' });
  const goal = (await askForGoal(child, goalId, { percentage: 10 })).id;
  await child.send('DELETE', `/api/allocations/${goal}`);
  for (const [method, path] of [
    ['PATCH', `/api/goal-allocations/${goal}/approve`],
    ['POST', `/api/allocations/${goal}/approve`],
  ] as const)
    expect((await parent.send(method, path, { approved: true })).status).toBe(409);
});

test('invalid amounts open no request (T15 T18)', async () => {
  const before = await snapshot(world);
  for (const amount of [
    0,
    '0',
    '-0.00001',
    '0.000000001',
    '1e3',
    '21000001',
    'Infinity',
    null,
    {},
  ]) {
    const asks = [
      child.send('POST', '/api/withdrawal-requests', { childId: world.mia, amount, reason: 'x' }),
      child.send('POST', '/api/transactions', {
        childId: world.mia,
        type: 'savings_deposit',
        amount,
        description: 'x',
      }),
    ];
    for (const reply of await Promise.all(asks))
      expect([amount, reply.status >= 400 && reply.status < 500]).toEqual([amount, true]);
  }
  expect(await snapshot(world)).toBe(before);
});

test('a yes to everything reaches no other family and no child’s hands (T16)', async () => {
  await give('bonus', '0.0001');
  const id = idOf(await askFor('0.00001'));
  for (const actor of ['otherParent', 'admin', 'invited'] as const) {
    const who = await world.as(actor);
    const reply = await who.send('POST', '/api/requests/approve-all', { ids: [id] });
    expect([actor, reply.text]).toEqual([actor, '{"approved":[]}']);
  }
  for (const actor of ['child', 'sibling', 'handedOver'] as const)
    expect(
      (await (await world.as(actor)).send('POST', '/api/requests/approve-all', { ids: [id] }))
        .status,
    ).toBe(403);
  const [row] = await world.db.owner`SELECT state FROM request WHERE request_id = ${id}`;
  expect(row).toEqual({ state: 'pending' });
  await parent.send('PATCH', `/api/requests/${id}`, { approved: false });
});

test('a child that is removed leaves no hold and no request behind that could be agreed to (T17)', async () => {
  const childId = await world.newChild();
  await give('bonus', '0.0001', childId);
  const { id: goalId } = await addGoal(parent, { targetAmount: '0.01' });
  // Asked in the child's name, from Child View.
  const asked = await askFor('0.0001', parent, childId);
  const goalAsk = await parent.send(
    'POST',
    `/api/family-goals/${goalId}/child-allocation-request`,
    { percentage: 50, reason: 'I want to help', applyTo: 'entire_savings', childId },
  );
  expect([asked.status, goalAsk.status]).toEqual([200, 200]);
  const removal = await parent.send('DELETE', `/api/children/${childId}`);
  expect(removal.status).toBe(409);
  await parent.send('DELETE', `/api/requests/${idOf(asked)}`);
  await give('savings_withdrawal', '0.0001', childId);
  await give('spending', '0.0001', childId);
  expect((await books(world, childId)).held).toBe(0n);
  const gone = await parent.send('DELETE', `/api/children/${childId}`);
  const pending = (await parent.get('/api/pending-allocations')).body as { id: string }[];
  const isOpen = pending.some(({ id }) => id === idOf(goalAsk));
  expect([gone.status, isOpen]).toEqual([200, false]);
  const closed = await amountsOf(childId);
  for (const [method, path] of [
    ['PATCH', `/api/goal-allocations/${idOf(goalAsk)}/approve`],
    ['POST', `/api/allocations/${idOf(goalAsk)}/approve`],
    ['PATCH', `/api/requests/${idOf(asked)}`],
  ] as const)
    expect([404, 409]).toContain((await parent.send(method, path, { approved: true })).status);
  const all = await parent.send('POST', '/api/requests/approve-all', { ids: [idOf(asked)] });
  expect(all.body).toEqual({ approved: [] });
  expect(await amountsOf(childId)).toEqual(closed);
});

test('pruning leaves what is held for an open request; the yes then moves it to the sat (T17 T35)', async () => {
  await give('bonus', '0.001');
  world.clock.advance(100 * 86_400_000);
  const { held } = await books(world, world.mia);
  const id = idOf(await askFor('0.0004', await world.as('child')));
  const before = await amountsOf(world.mia);
  const later = await world.as('parent');
  expect((await later.send('DELETE', '/api/transactions/prune/3')).status).toBe(200);
  expect((await books(world, world.mia)).held).toBe(held + 40_000n);
  expect((await later.send('PATCH', `/api/requests/${id}`, { approved: true })).status).toBe(200);
  expect(await amountsOf(world.mia)).toEqual({
    savings: before.savings - 40_000n,
    spending: before.spending + 40_000n,
  });
  expect((await books(world, world.mia)).held).toBe(held);
});
