/** A child's own goals: what it may change, and when only its parents may. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, record } from '#tests/support/family.ts';
import { addGoal, contribute, getGoal, goalProblems, request } from '#tests/support/goals.ts';
import { snapshot } from '#tests/support/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await goalProblems(app)).toEqual([]);
  await app.close();
});

test('a child changes and deletes only its own goal, while it contains nothing of the parents’ (GOAL-32 T16)', async () => {
  const anna = await app.signIn('anna@example.com');
  const mia = await addChild(anna, { name: 'Mia' });
  const leo = await addChild(anna, { name: 'Leo' });
  await record(anna, mia.id, 'bonus', '0.0001');
  const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
  const sibling = await joinAsChild(app, anna, leo.id, 'leo@example.com');
  const ofAll = await addGoal(anna);
  const own = await addGoal(kid, { title: 'Skates' });
  const path = `/api/family-goals/${own.id}`;
  const edit = (who = kid, body: object = { title: 'Skis' }) => who.send('PATCH', path, body);
  const remove = (who = kid) => who.send('DELETE', path);

  const before = await snapshot(app);
  const ofAllPath = `/api/family-goals/${ofAll.id}`;
  expect((await kid.send('PATCH', ofAllPath, { title: 'Mine' })).status).toBe(403);
  expect((await kid.send('DELETE', ofAllPath)).status).toBe(403);
  expect([(await edit(sibling)).status, (await remove(sibling)).status]).toEqual([404, 404]);
  expect((await kid.send('POST', `${path}/bought`)).status).toBe(403);
  expect(await snapshot(app)).toBe(before);
  expect((await edit()).body).toMatchObject({ title: 'Skis', targetAmount: '0.00100000' });

  const gift = { amount: '0.00001', contributionType: 'gift' };
  await contribute(anna, own.id, gift);
  const full = await snapshot(app);
  for (const refused of [await edit(), await remove()])
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'Your parents gave to this goal, so only they can change it' },
    });
  expect(await snapshot(app)).toBe(full);
  const [given] = (await anna.get(`${path}/contributions`)).body as { id: string }[];
  await anna.send('POST', `/api/goal-contributions/${given?.id}/undo`);

  const asked = await request(kid, own.id, { percentage: 30, applyTo: 'entire_savings' });
  await anna.send('POST', `/api/allocations/${asked.id}/approve`, { approved: true });
  expect(await getGoal(kid, own.id)).toMatchObject({ ownAmount: '0.00003000' });
  expect((await edit(kid, { targetAmount: '0.00002' })).status).toBe(409);
  await contribute(anna, own.id, gift);
  const both = await snapshot(app);
  for (const refused of [await edit(), await remove()])
    expect(refused).toMatchObject({ status: 409, body: { reason: 'PARENTS_GAVE' } });
  expect(await snapshot(app)).toBe(both);
  const [again] = (await anna.get(`${path}/contributions`)).body as { id: string }[];
  await anna.send('POST', `/api/goal-contributions/${again?.id}/undo`);
  const waits = await request(kid, own.id, { percentage: 10 });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00010000',
    goalsBalance: '0.00000000',
  });
  const late = await anna.send('POST', `/api/allocations/${waits.id}/approve`, { approved: true });
  expect(late.status).toBe(409);
});

test('one child can have ten goals and create twenty a day; the family’s limit is separate (GOAL-32 T54)', async () => {
  const eva = await app.signIn('eva@example.com');
  const tim = await addChild(eva, { name: 'Tim' });
  const kid = await joinAsChild(app, eva, tim.id, 'tim@example.com');
  const body = { title: 'Kite', description: 'A red one', targetAmount: '0.001' };
  const make = () => kid.send('POST', '/api/family-goals', body);
  const own: string[] = [];
  for (let i = 0; i < 10; i++) own.push((await addGoal(kid)).id);
  expect(await make()).toMatchObject({ status: 409, body: { reason: 'AT_MOST_OWN_GOALS' } });
  await addGoal(eva);
  let last = '';
  for (const id of own) {
    await kid.send('DELETE', `/api/family-goals/${id}`);
    last = (await addGoal(kid)).id;
  }
  await kid.send('DELETE', `/api/family-goals/${last}`);
  expect(await make()).toMatchObject({ status: 429, body: { reason: 'ENOUGH_TODAY' } });
  app.clock.advance(86_400_001);
  expect((await make()).status).toBe(200);
});

test('a goal keeps its chosen drawing, otherwise its category’s; requests show it', async () => {
  const anna = await app.signIn('drawings@example.com');
  const mia = await addChild(anna, { name: 'Mia' });
  const kid = await joinAsChild(app, anna, mia.id, 'drawings-mia@example.com');
  const own = await addGoal(kid, { category: 'toy', drawing: 'kite' });
  const path = `/api/family-goals/${own.id}`;
  const before = await snapshot(app);
  for (const drawing of ['yacht', ''])
    expect((await kid.send('PATCH', path, { drawing })).body).toMatchObject({
      message: expect.stringContaining('one of bike, kite, book'),
      field: 'drawing',
    });
  expect(await snapshot(app)).toBe(before);

  expect(own.drawing).toBe('kite');
  await kid.send('PATCH', path, { category: 'sports', title: 'A blue kite' });
  expect((await getGoal(anna, own.id)).drawing).toBe('kite');
  const asked = await request(kid, own.id, { percentage: 10 });
  expect(asked.goalDrawing).toBe('kite');
  expect((await anna.get('/api/dashboard')).body).toMatchObject({
    goals: [{ drawing: 'kite' }],
    pendingAllocations: [{ goalDrawing: 'kite' }],
  });
  await kid.send('PATCH', path, { drawing: null });
  expect((await getGoal(anna, own.id)).drawing).toBe('ball');
});

test('each person sees once that a goal is full, on whatever device', async () => {
  const anna = await app.signIn('full@example.com');
  const mia = await addChild(anna, { name: 'Mia' });
  const kid = await joinAsChild(app, anna, mia.id, 'full-mia@example.com');
  const stranger = await app.signIn('full-stranger@example.com');
  const goal = await addGoal(anna, { targetAmount: '0.0001' });
  const see = (who = kid) => who.send('POST', `/api/family-goals/${goal.id}/seen`);
  const before = await snapshot(app);
  expect((await see()).body).toMatchObject({ message: 'This goal is not complete yet' });
  expect((await see(stranger)).status).toBe(404);
  expect(await snapshot(app)).toBe(before);

  await contribute(anna, goal.id, { amount: '0.0001', contributionType: 'gift' });
  const seenBy = async () =>
    Promise.all([anna, kid].map(async (who) => (await getGoal(who, goal.id)).fullSeen));
  expect(await seenBy()).toEqual([false, false]);
  expect([(await see()).status, (await see()).status]).toEqual([200, 200]);
  expect(await seenBy()).toEqual([false, true]);
  // The handed-over tablet shows the same book, as seen by the child.
  const tablet = await app.signIn('full@example.com');
  await tablet.send('POST', `/api/children/${mia.id}/hand-over`);
  expect((await getGoal(tablet, goal.id)).fullSeen).toBe(true);
  await see(anna);
  expect(await seenBy()).toEqual([true, true]);
});
