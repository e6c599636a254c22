/** One action of a person happens once, however often it is clicked, retried or lost. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';
import { addChild, getChild, joinAsSpouse } from '../support/family.ts';

let app: TestApp;
let anna: Visitor;
let mia: string;
let families = 0;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  anna = await app.signIn(`anna${++families}@example.com`);
  const body = { name: 'Mia', age: 9, weeklyAllowance: '0.00002', allowanceDay: 3 };
  mia = ((await anna.send('POST', '/api/children', body)).body as { id: string }).id;
});
afterAll(() => app.close());

const bonus = (amount: string, key?: string, description = 'Raked the leaves') =>
  anna.send(
    'POST',
    '/api/transactions',
    { childId: mia, type: 'bonus', amount, description },
    key ? { 'idempotency-key': key } : {},
  );
const savings = async () =>
  ((await anna.get(`/api/children/${mia}`)).body as { savingsBalance: string }).savingsBalance;

test('the same key with another body is refused (422), and a malformed key too (PLAT-26)', async () => {
  const first = await bonus('0.00001', 'leaves-autumn-1');
  expect(first.status).toBe(200);
  const other = await bonus('0.00002', 'leaves-autumn-1');
  expect([other.status, (other.body as { code: string }).code]).toEqual([422, 'KEY_REUSED']);
  for (const key of ['short', 'x'.repeat(101), 'with space in it'])
    expect((await bonus('0.00001', key)).status).toBe(400);
  expect(await savings()).toBe('0.00001000');
});

test('fifty equal submits at once book once and get fifty equal replies (PLAT-26)', async () => {
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => bonus('0.00001', 'fifty-at-once')),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(await savings()).toBe('0.00001000');
});

test('a refusal is not stored: the same action may succeed later', async () => {
  const spend = () =>
    anna.send(
      'POST',
      '/api/transactions',
      { childId: mia, type: 'spending', amount: '0.00001', description: 'Comic' },
      { 'idempotency-key': 'comic-book-1' },
    );
  const refused = await spend();
  expect([refused.status, (refused.body as { message: string }).message]).toEqual([
    409,
    'You don’t have enough for this',
  ]);
  await anna.send('POST', '/api/transactions', {
    childId: mia,
    type: 'earned',
    amount: '0.00001',
    description: 'Car wash',
  });
  expect((await spend()).status).toBe(200);
  expect((await spend()).status).toBe(200);
  expect(
    ((await anna.get(`/api/children/${mia}`)).body as { spendingBalance: string }).spendingBalance,
  ).toBe('0.00000000');
});

test('a key belongs to one user and one route', async () => {
  const zoe = await app.signIn('zoe@example.com');
  const create = (who: Visitor) =>
    who.send(
      'POST',
      '/api/children',
      { name: 'Kim', age: 7 },
      { 'idempotency-key': 'the-same-key' },
    );
  const [a, b] = [await create(anna), await create(zoe)];
  expect([a.status, b.status]).toEqual([200, 200]);
  expect((a.body as { id: string }).id).not.toBe((b.body as { id: string }).id);
  expect(
    (await anna.send('POST', '/api/process-allowances', {}, { 'idempotency-key': 'the-same-key' }))
      .status,
  ).toBe(200);
});

test('two parents of one family may use the same key: each gets their own reply (PLAT-26)', async () => {
  const ben = await joinAsSpouse(app, anna, 'ben@example.com');
  const create = async (who: Visitor) => {
    const headers = { 'idempotency-key': 'one-key-of-two' };
    const reply = await who.send('POST', '/api/children', { name: 'Tom', age: 5 }, headers);
    return (reply.body as { id: string }).id;
  };
  const first = [await create(anna), await create(ben)];
  expect(new Set(first).size).toBe(2);
  expect([await create(anna), await create(ben)]).toEqual(first);
});

test('a key used for one child is refused for another (PLAT-26)', async () => {
  const kim = await app.signIn('kim@example.com');
  const [leo, ida] = [await addChild(kim, { name: 'Leo' }), await addChild(kim, { name: 'Ida' })];
  const rename = ({ id }: { id: string }) =>
    kim.send('PATCH', `/api/children/${id}`, { name: 'Max' }, { 'idempotency-key': 'rename-one' });
  expect((await rename(leo)).status).toBe(200);
  const other = await rename(ida);
  expect([other.status, (other.body as { code: string }).code]).toEqual([422, 'KEY_REUSED']);
  expect((await getChild(kim, ida.id)).name).toBe('Ida');
});

test('one lost reply in three, over 300 actions with retries: balances exact to the sat', async () => {
  const before = BigInt((await savings()).replace('.', ''));
  for (let i = 0; i < 300; i++) {
    const key = `lost-replies-${i}`;
    // The reply of every third action is lost twice, so the client sends it again.
    for (let tries = 0; tries < 1 + (i % 3 === 0 ? 2 : 0); tries++)
      expect((await bonus('0.00000001', key, `Action ${i}`)).status).toBe(200);
  }
  expect(BigInt((await savings()).replace('.', ''))).toBe(before + 300n);
});

test('a hundred parallel Process Allowances calls book each child once (CHILD-12)', async () => {
  for (const name of ['Leo', 'Ida'])
    await anna.send('POST', '/api/children', {
      name,
      age: 11,
      weeklyAllowance: '0.00003',
      allowanceDay: 3,
    });
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      anna.send('POST', '/api/process-allowances', {}, { 'idempotency-key': `parallel-${i}` }),
    ),
  );
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  const booked = replies.flatMap(
    ({ body }) => (body as { processedChildren: { childName: string }[] }).processedChildren,
  );
  expect(booked.map(({ childName }) => childName).sort()).toEqual(['Ida', 'Leo', 'Mia']);
});

test('a parent’s key is a new one in the child’s hands, and the other way round (PLAT-26 T19)', async () => {
  const ida = await app.signIn('ida@example.com');
  const { id } = await addChild(ida, { name: 'Tim' });
  const goal = async (key: string) => {
    const body = { title: 'Bike', description: 'A red one', targetAmount: '0.001' };
    const reply = await ida.send('POST', '/api/family-goals', body, { 'idempotency-key': key });
    return reply.body as { id: string; creatorType: string };
  };
  const ofParent = await goal('parents-key');
  expect((await ida.send('POST', `/api/children/${id}/hand-over`)).status).toBe(200);
  const ofChild = await goal('parents-key');
  expect([ofParent.creatorType, ofChild.creatorType]).toEqual(['parent', 'child']);
  expect(await goal('parents-key')).toEqual(ofChild);
  const childsKey = await goal('childs-key');
  await app.db.owner`UPDATE session SET handed_to = NULL WHERE handed_to = ${id}`;
  expect(await goal('parents-key')).toEqual(ofParent);
  expect((await goal('childs-key')).id).not.toBe(childsKey.id);
});
