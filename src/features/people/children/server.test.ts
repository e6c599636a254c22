/** Children through the API: adding, reading, editing, limits. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  eraseClosedBooks,
  getChild,
  joinAsChild,
  message,
  record,
} from '#tests/support/family.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Child } from './contract.ts';

const DAY = 86_400_000;
const UUID = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);

let app: TestApp;
let anna: Visitor;
beforeEach(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
});
afterEach(() => app.close());

const create = (body: object) => anna.send('POST', '/api/children', body);

test('what is no child is refused in the words of the dialog (CHILD-14 CHILD-15 CHILD-16)', async () => {
  const good = { name: 'Mia', age: 9, weeklyAllowance: '0.0001', allowanceDay: 3, gender: 'girl' };
  const before = await snapshot(app);
  const wrong: [object, string][] = [
    [{ name: '' }, 'Please enter a name for your child'],
    [{ name: '   ' }, 'Please enter a name for your child'],
    [{ name: '\u200e\u202e\n' }, 'Please enter a name for your child'],
    [{ name: 'x'.repeat(61) }, 'At most 60 characters'],
    [{ age: 0 }, 'Please enter a valid age between 1 and 18'],
    [{ age: 19 }, 'Please enter a valid age between 1 and 18'],
    [{ age: 9.5 }, 'Please enter a valid age between 1 and 18'],
    [{ age: '9' }, 'Please enter a valid age between 1 and 18'],
    [{ weeklyAllowance: '-0.1' }, 'Please enter a valid Bitcoin amount'],
    [{ weeklyAllowance: 'abc' }, 'Please enter a valid Bitcoin amount'],
    [{ allowanceDay: 7 }, 'Expected a weekday from 0 (Sunday) to 6 (Saturday)'],
    [{ allowanceDay: '3' }, 'Expected a weekday from 0 (Sunday) to 6 (Saturday)'],
    [{ gender: 'dragon' }, 'Expected boy or girl'],
    [{ savingsBalance: '1' }, '“savingsBalance” is not a field of this call'],
  ];
  for (const [change, words] of wrong) {
    const reply = await create({ ...good, ...change });
    expect([reply.status, message(reply)], JSON.stringify(change)).toEqual([400, words]);
  }
  for (const field of ['name', 'age']) {
    const { [field as 'name']: _, ...rest } = good;
    expect(message(await create(rest))).toBe(`“${field}” is missing`);
  }
  expect(await snapshot(app)).toBe(before);
});

test('the least input gives every default (CHILD-02 CHILD-03 CHILD-04 CHILD-05 CHILD-06 CHILD-17)', async () => {
  const kim = (await create({ name: '  Kim  ', age: 9 })).body;
  const { id: parentId } = (await anna.get('/api/auth/user')).body as { id: string };
  expect(kim).toEqual({
    id: UUID,
    name: 'Kim',
    age: 9,
    birthMonth: '2017-11',
    gender: 'boy',
    face: 'boy',
    cover: 'evergreen',
    slot: 0,
    weeklyAllowance: '0.00000000',
    agreedAllowance: null,
    allowanceDay: 0,
    spendingThreshold: '0.00100000',
    savingsBalance: '0.00000000',
    availableSavings: '0.00000000',
    spendingBalance: '0.00000000',
    availableSpending: '0.00000000',
    aboveLimit: '0.00000000',
    goalsBalance: '0.00000000',
    nextAllowanceDate: null,
    daysUntilAllowance: null,
    pause: null,
    parentId,
    invitedEmail: null,
    email: null,
    userId: null,
    addressLabel: null,
    lightningAddress: null,
    netWorthShare: null,
    profileImageUrl: null,
    createdAt: '2026-11-18T12:00:00.000Z',
    updatedAt: '2026-11-18T12:00:00.000Z',
  });
});

test('what was sent is what one child and the list show (CHILD-07 CHILD-08 CHILD-09)', async () => {
  await addChild(anna, { name: 'Kim' });
  const mia = await addChild(anna, { gender: 'girl', weeklyAllowance: 0.0001, allowanceDay: 6 });
  expect(mia).toMatchObject({
    name: 'Mia',
    gender: 'girl',
    weeklyAllowance: '0.00010000',
    allowanceDay: 6,
    nextAllowanceDate: '2026-11-21',
    daysUntilAllowance: 3,
  });
  expect((await anna.get(`/api/children/${mia.id}`)).body).toEqual(mia);
  const list = (await anna.get('/api/children')).body as { name: string }[];
  expect(list.map(({ name }) => name).sort()).toEqual(['Kim', 'Mia']);
  expect(list).toContainEqual(mia);
  const missing = '01a1fca1-0000-7000-8000-000000000000';
  expect(message(await anna.get(`/api/children/${missing}`))).toBe('There is no such child');
});

test('the spending threshold changes alone, to zero at the least (CHILD-11 CHILD-23)', async () => {
  const mia = await addChild(anna);
  const set = (threshold: unknown) =>
    anna.send('PATCH', `/api/children/${mia.id}/spending-threshold`, { threshold });
  for (const wrong of ['', '-1', '1e-3', '0.000000001', null])
    expect((await set(wrong)).body, String(wrong)).toMatchObject({
      message: 'Please enter a valid Bitcoin amount',
      code: 'VALIDATION_ERROR',
    });
  expect((await set('0')).body).toMatchObject({ spendingThreshold: '0.00000000' });
  app.clock.advance(1000);
  const changed = (await set('0.005')).body;
  expect(changed).toEqual({
    ...mia,
    spendingThreshold: '0.00500000',
    updatedAt: app.clock.now.toISOString(),
  });
});

test('name, age and gender change one by one, and nothing else with them (CHILD-02)', async () => {
  const mia = await addChild(anna);
  const edit = (body: object) => anna.send('PATCH', `/api/children/${mia.id}`, body);
  for (const wrong of [{ name: ' ' }, { age: 19 }, { gender: 'x' }, { weeklyAllowance: '1' }])
    expect((await edit(wrong)).status).toBe(400);
  const { updatedAt: _, ...same } = mia;
  expect((await edit({ name: 'Maria' })).body).toMatchObject({ ...same, name: 'Maria' });
  expect((await edit({ gender: 'girl' })).body).toMatchObject({ name: 'Maria', gender: 'girl' });
  expect((await edit({ age: 12 })).body).toMatchObject({ age: 12, birthMonth: '2014-11' });
  expect(await getChild(anna, mia.id)).toMatchObject({ name: 'Maria', gender: 'girl', age: 12 });
});

test('a child of 30 others is one too many, also when they come at once (HOUSE-16)', async () => {
  const full = await app.signIn('many@example.com');
  const children = Array.from({ length: 28 }, (_, i) => ({ name: `Child ${i}`, age: 9 }));
  await full.send('POST', '/api/family/setup', { children });
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => full.send('POST', '/api/children', { name: 'Late', age: 9 })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  const over = await full.send('POST', '/api/family/setup', { children: [{ name: 'X', age: 1 }] });
  expect([over.status, message(over)]).toEqual([409, 'A family can have at most 30 children']);
  expect((await full.get('/api/children')).body).toHaveLength(30);
});

test('an invitation of a child lapses after a week of the program’s clock, not the database’s', async () => {
  const past = await startApp({ at: '2026-01-05T12:00:00Z' });
  try {
    const parent = await past.signIn('past@example.com');
    const { id } = await addChild(parent);
    await parent.send('POST', `/api/children/${id}/sign-in`, { email: 'kid@example.com' });
    const invited = async () => (await getChild(parent, id)).invitedEmail;
    past.clock.advance(7 * DAY - 1);
    expect(await invited()).toBe('kid@example.com');
    past.clock.advance(2);
    expect(await invited()).toBeNull();
  } finally {
    await past.close();
  }
});

test('a child grows older by itself, in the month in which it was entered (CHILD-02)', async () => {
  const leo = await addChild(anna, { name: 'Leo', age: 9 });
  app.clock.advance(347 * DAY); // 2027-10-31
  anna = await app.signIn('anna@example.com');
  expect((await getChild(anna, leo.id)).age).toBe(9);
  app.clock.advance(DAY);
  expect((await getChild(anna, leo.id)).age).toBe(10);
  app.clock.advance((365 + 366) * DAY);
  anna = await app.signIn('anna@example.com');
  expect(await getChild(anna, leo.id)).toMatchObject({ age: 12, birthMonth: '2017-11' });
  // Entries made since are unaffected.
  expect((await record(anna, leo.id, 'bonus', '0.00000001')).status).toBe(200);
});

test('a picture is by gender, or one of twelve; parent and child choose it, and it outlasts a change of gender (CHILD-34)', async () => {
  const kid = await addChild(anna, { name: 'Noor', gender: 'girl' });
  const choose = (who: Visitor, face: string) =>
    who.send('PUT', `/api/children/${kid.id}/face`, { face });
  expect(kid.face).toBe('girl');
  const refused = await choose(anna, 'dragon');
  expect([refused.status, message(refused)]).toEqual([400, 'Choose one of the pictures']);
  expect((await choose(anna, 'headscarf')).status).toBe(200);
  await anna.send('PATCH', `/api/children/${kid.id}`, { gender: 'boy' });
  expect((await getChild(anna, kid.id)).face).toBe('headscarf');
  const noor = await joinAsChild(app, anna, kid.id, 'noor@example.com');
  expect((await choose(noor, 'owl')).body).toMatchObject({ face: 'owl' });
});

test('the color of a book is evergreen until child or parent choose another; a sibling neither sees nor sets it', async () => {
  const kid = await addChild(anna, { name: 'Juno' });
  const sibling = await addChild(anna, { name: 'Kai' });
  const kai = await joinAsChild(app, anna, sibling.id, 'kai@example.com');
  const path = `/api/children/${kid.id}/face`;
  const refused = await anna.send('PUT', path, { cover: 'glitter' });
  expect([refused.status, message(refused)]).toEqual([400, 'Choose one of the colors']);
  const denied = await kai.send('PUT', path, { cover: 'berry' });
  expect(denied.status).toBeGreaterThanOrEqual(403);
  expect(await getChild(anna, kid.id)).toMatchObject({ cover: 'evergreen', face: 'boy' });
  const juno = await joinAsChild(app, anna, kid.id, 'juno@example.com');
  expect((await juno.send('PUT', path, { cover: 'berry' })).body).toMatchObject({ cover: 'berry' });
  expect(await getChild(anna, kid.id)).toMatchObject({ cover: 'berry', face: 'boy' });
  await anna.send('PUT', path, { face: 'owl' });
  expect(await getChild(juno, kid.id)).toMatchObject({ cover: 'berry', face: 'owl' });
  expect((await kai.get('/api/dashboard')).text).not.toContain('berry');
});

test('a child’s colour is its place among all books, the same for the child, and stays', async () => {
  const ben = await app.signIn('colours@example.com');
  const kids = [];
  for (const name of ['Ada', 'Bea', 'Cleo']) kids.push(await addChild(ben, { name }));
  expect(kids.map(({ slot }) => slot)).toEqual([0, 1, 2]);
  const [ada, , cleo] = kids as [Child, Child, Child];
  await ben.send('DELETE', `/api/children/${ada.id}`);
  await eraseClosedBooks(app);
  const own = await joinAsChild(app, ben, cleo.id, 'cleo@example.com');
  expect([(await getChild(ben, cleo.id)).slot, (await getChild(own, cleo.id)).slot]).toEqual([
    2, 2,
  ]);
});
