/** Goals: fields and refusals, contributions, buying, deleting, pictures, a child's view. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { getChild, message } from '#tests/support/family.ts';
import { addGoal, contribute, getGoal, goalFamily, goalProblems } from '#tests/support/goals.ts';
import { snapshot } from '#tests/support/world.ts';
import { CATEGORIES, type Contribution, type Goal } from './contract.ts';

let app: TestApp;
let anna: Visitor;
let mia: Child;
let leo: Child;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await goalProblems(app)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ anna, mia, leo } = await goalFamily(app));
});

const create = (body: object) => anna.send('POST', '/api/family-goals', body);
const history = async (who: Visitor, id: string): Promise<Contribution[]> =>
  (await who.get(`/api/family-goals/${id}/contributions`)).body;

test('what a goal must have is said in its words (GOAL-23 GOAL-24 GOAL-25 GOAL-26 GOAL-28 GOAL-29)', async () => {
  const good = { title: 'Bike', description: 'Red', targetAmount: '0.001', category: 'bike' };
  const before = await snapshot(app);
  const cases: [object, string, string][] = [
    [{ title: '  ' }, 'Title is required', 'title'],
    [{ title: 'x'.repeat(101) }, 'Title too long', 'title'],
    [{ description: '' }, 'Clear definition is required', 'description'],
    [{ targetAmount: '' }, 'Target amount is required', 'targetAmount'],
    [{ targetAmount: '0' }, 'Target amount is required', 'targetAmount'],
    [{ category: 'boat' }, 'Category is required', 'category'],
    [{ targetDate: '2026-11-17' }, 'Target date cannot be earlier than today', 'targetDate'],
    [
      { imageUrl: 'javascript:alert(1)' },
      'Expected an address that starts with https://',
      'imageUrl',
    ],
  ];
  for (const [over, words, field] of cases)
    expect((await create({ ...good, ...over })).body, words).toMatchObject({
      message: words,
      code: 'VALIDATION_ERROR',
      field,
    });
  expect(await snapshot(app)).toBe(before);
  expect((await create({ ...good, title: 'x'.repeat(100), targetDate: '2026-11-18' })).status).toBe(
    200,
  );
});

test('a goal has all its fields (GOAL-01 GOAL-19 GOAL-20 GOAL-21 GOAL-22 GOAL-30 GOAL-31)', async () => {
  const body = { title: 'Bike', description: 'Red', targetAmount: '0.001' };
  const plain = (await create(body)).body as Goal;
  expect(plain).toEqual({
    ...body,
    id: plain.id,
    createdBy: expect.any(String),
    creatorType: 'parent',
    ownerChildId: null,
    category: 'other',
    drawing: 'gift',
    targetAmount: '0.00100000',
    currentAmount: '0.00000000',
    targetDate: null,
    imageUrl: null,
    state: 'open',
    fullSeen: false,
    buyAsked: false,
    ownAmount: null,
    parentsAmount: '0.00000000',
    forecastDate: null,
    createdAt: '2026-11-18T12:00:00.000Z',
    updatedAt: '2026-11-18T12:00:00.000Z',
  });
  expect(CATEGORIES).toEqual([
    'vacation',
    'education',
    'toy',
    'bike',
    'car',
    'home',
    'electronics',
    'sports',
    'other',
  ]);
  for (const category of CATEGORIES) await addGoal(anna, { category });
  const imageUrl = 'https://pictures.example.org/bike.png';
  const dated = await addGoal(anna, { targetDate: '2027-06-01', imageUrl });
  expect(dated).toMatchObject({ targetDate: '2027-06-01', imageUrl });
  const list = (await anna.get('/api/family-goals')).body as Goal[];
  expect(list.map(({ category }) => category)).toEqual(['other', ...CATEGORIES, 'other']);
});

test('a contribution needs an amount and a type, a child that is there, and room (GOAL-34 GOAL-48 GOAL-49)', async () => {
  const goal = await addGoal(anna);
  const before = await snapshot(app);
  const cases: [object, number, string][] = [
    [{ amount: '', contributionType: 'gift' }, 400, 'Amount is required'],
    [{ amount: '0', contributionType: 'gift' }, 400, 'Amount is required'],
    [{ amount: '0.0001', contributionType: '' }, 400, 'Contribution type is required'],
    [{ amount: '0.0001', contributionType: 'loan' }, 400, 'Contribution type is required'],
    [
      { amount: '0.0001', contributionType: 'gift', childId: goal.id },
      404,
      'There is no such child',
    ],
    [
      { amount: '0.00100001', contributionType: 'gift' },
      409,
      'This goal needs only 100,000 sats more',
    ],
  ];
  for (const [body, status, words] of cases) {
    const reply = await contribute(anna, goal.id, body);
    expect([reply.status, message(reply)], words).toEqual([status, words]);
  }
  const poor = await addGoal(anna, { targetAmount: '1' });
  const tooMuch = { amount: '0.0011', contributionType: 'savings', childId: mia.id };
  expect(message(await contribute(anna, poor.id, tooMuch))).toBe('You don’t have enough for this');
  expect((await getGoal(anna, poor.id)).currentAmount).toBe('0.00000000');
  expect(before).not.toBe('');
});

test('each type moves what it should, and the history shows it (GOAL-33 GOAL-46 GOAL-47)', async () => {
  const goal = await addGoal(anna, { targetAmount: '0.01' });
  const give = (contributionType: string, childId?: string) =>
    contribute(anna, goal.id, {
      amount: '0.0001',
      contributionType,
      ...(childId && { childId, description: 'Raked' }),
    });
  for (const type of ['allowance', 'savings']) expect((await give(type, mia.id)).status).toBe(200);
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00080000',
    goalsBalance: '0.00020000',
  });
  for (const type of ['bonus', 'chores', 'gift']) await give(type, mia.id);
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00080000',
    goalsBalance: '0.00050000',
  });
  await give('gift');
  expect(await getGoal(anna, goal.id)).toMatchObject({
    currentAmount: '0.00060000',
    parentsAmount: '0.00010000',
  });
  const [entries] = await app.db.owner`
    SELECT count(*) FILTER (WHERE child_id = ${mia.id})::integer AS hers,
      count(*) FILTER (WHERE child_id IS NULL)::integer AS ours
    FROM entry e WHERE EXISTS (SELECT FROM posting p JOIN account a USING (family_id, account_id)
      WHERE p.entry_id = e.entry_id AND a.goal_id = ${goal.id})`;
  expect(entries).toEqual({ hers: 5, ours: 1 });
  const told = await history(anna, goal.id);
  expect(told.map(({ childName, contributionType }) => `${childName} ${contributionType}`)).toEqual(
    [
      'Parents gift',
      'Mia Secretname gift',
      'Mia Secretname chores',
      'Mia Secretname bonus',
      'Mia Secretname savings',
      'Mia Secretname allowance',
    ],
  );
  expect(told[1]).toEqual({
    id: expect.any(String),
    childId: mia.id,
    childName: 'Mia Secretname',
    amount: '0.00010000',
    contributionType: 'gift',
    description: 'Raked',
    createdAt: '2026-11-18T12:00:00.000Z',
    canTakeBack: true,
  });
  const book = (await anna.get(`/api/children/${mia.id}/transactions`)).body as {
    type: string;
    description: string;
    amount: string;
  }[];
  expect(book.map(({ type, description, amount }) => `${type} ${description} ${amount}`)).toEqual([
    'savings_withdrawal to Bike -0.00010000',
    'savings_withdrawal to Bike -0.00010000',
    'bonus Test 0.00100000',
  ]);
});

test('a contribution can be taken back within 24 hours, once', async () => {
  const goal = await addGoal(anna);
  await contribute(anna, goal.id, {
    amount: '0.0004',
    contributionType: 'savings',
    childId: mia.id,
  });
  const [one] = await history(anna, goal.id);
  const path = `/api/goal-contributions/${one?.id}/undo`;
  expect((await anna.send('POST', path)).status).toBe(200);
  expect((await anna.send('POST', path)).status).toBe(409);
  expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00100000');
  expect((await getGoal(anna, goal.id)).currentAmount).toBe('0.00000000');
  await contribute(anna, goal.id, { amount: '0.0004', contributionType: 'gift' });
  const late = (await history(anna, goal.id)).find(({ canTakeBack }) => canTakeBack);
  const lastMoment = 24 * 3_600_000 - 1;
  app.clock.advance(lastMoment + 1);
  expect((await anna.send('POST', `/api/goal-contributions/${late?.id}/undo`)).status).toBe(409);
  app.clock.advance(-1);
  expect((await anna.send('POST', `/api/goal-contributions/${late?.id}/undo`)).status).toBe(200);
  app.clock.advance(-lastMoment);
});

test('deleting gives the children’s parts back, the parents’ part goes out; once (GOAL-32 GOAL-56)', async () => {
  const goal = await addGoal(anna);
  await contribute(anna, goal.id, {
    amount: '0.0003',
    contributionType: 'savings',
    childId: mia.id,
  });
  await contribute(anna, goal.id, { amount: '0.0001', contributionType: 'gift', childId: leo.id });
  await contribute(anna, goal.id, { amount: '0.0002', contributionType: 'gift' });
  const [last] = await history(anna, goal.id);
  const path = `/api/family-goals/${goal.id}`;
  expect((await anna.send('DELETE', path)).body).toEqual({ success: true });
  expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00100000');
  expect((await getChild(anna, leo.id)).savingsBalance).toBe('0.00110000');
  expect((await anna.send('DELETE', path)).status).toBe(404);
  expect((await anna.get('/api/family-goals')).body).toEqual([]);
  const book = (await anna.get(`/api/children/${mia.id}/transactions`)).body as {
    id: string;
    type: string;
    description: string;
  }[];
  expect(book[0]).toMatchObject({
    type: 'savings_deposit',
    amount: '0.00030000',
    description: 'back from Bike',
  });
  // Contributions to a closed goal can't be undone: there's nowhere to put the money.
  for (const undo of [
    `/api/transactions/${book[0]?.id}/undo`,
    `/api/transactions/${book[1]?.id}/undo`,
    `/api/goal-contributions/${last?.id}/undo`,
  ])
    expect((await anna.send('POST', undo)).status, undo).toBe(409);
});

test('a goal is bought when it is complete; its parts leave the book and it stays (GOAL-16 GOAL-17)', async () => {
  const goal = await addGoal(anna, { targetAmount: '0.0005' });
  const buy = () => anna.send('POST', `/api/family-goals/${goal.id}/bought`);
  await contribute(anna, goal.id, {
    amount: '0.0003',
    contributionType: 'savings',
    childId: mia.id,
  });
  expect([(await buy()).status, message(await buy())]).toEqual([
    409,
    'This goal is not complete yet',
  ]);
  await contribute(anna, goal.id, { amount: '0.0002', contributionType: 'gift' });
  const more = await contribute(anna, goal.id, { amount: '0.0001', contributionType: 'gift' });
  expect([more.status, message(more)]).toEqual([409, 'This goal is complete']);
  expect((await buy()).body).toMatchObject({ state: 'bought', currentAmount: '0.00050000' });
  expect((await buy()).status).toBe(409);
  expect((await anna.send('DELETE', `/api/family-goals/${goal.id}`)).status).toBe(409);
  expect(await getChild(anna, mia.id)).toMatchObject({
    savingsBalance: '0.00070000',
    goalsBalance: '0.00000000',
  });
  expect(await history(anna, goal.id)).toHaveLength(2);
});

test('a goal can be changed, down to exactly what is saved and not below', async () => {
  const goal = await addGoal(anna, { targetDate: '2027-01-01' });
  await contribute(anna, goal.id, { amount: '0.0005', contributionType: 'gift' });
  const edit = (body: object) => anna.send('PATCH', `/api/family-goals/${goal.id}`, body);
  expect((await edit({ targetAmount: '0.00049999' })).status).toBe(409);
  expect((await edit({ targetAmount: '0.0005' })).body).toMatchObject({
    targetAmount: '0.00050000',
  });
  expect((await edit({ targetDate: '2020-01-01' })).status).toBe(400);
  const changed = { title: 'Big bike', targetAmount: '0.002', targetDate: null, category: 'bike' };
  expect((await edit(changed)).body).toMatchObject({
    ...changed,
    targetAmount: '0.00200000',
    description: 'A red one',
  });
});
