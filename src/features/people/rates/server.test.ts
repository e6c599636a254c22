/** A family's own money: typed by an adult, read by all, confirmed if far off. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const PATH = '/api/family/rate';
const set = (visitor: Visitor, minorPerBtc: unknown, more: object = {}) =>
  visitor.send('PUT', PATH, { currency: 'EUR', minorPerBtc, ...more });
const rateOf = async (visitor: Visitor) =>
  ((await visitor.get('/api/auth/user')).body as { rate: object | null }).rate;
const told = async (visitor: Visitor) =>
  ((await visitor.get('/api/messages')).body as { data: { call?: string } }[]).filter(
    ({ data }) => data.call === `PUT ${PATH}`,
  ).length;

test('no currency, no price and nothing above what a number holds are refused', async () => {
  const anna = await app.signIn('wrong@example.com');
  for (const currency of ['', 'eur', 'XYZ', 'EURO', null])
    expect((await set(anna, 100, { currency })).status).toBe(400);
  for (const price of [0, -1, 1.5, '100', 1e16, null])
    expect((await set(anna, price)).status).toBe(400);
  expect((await anna.get(PATH)).body).toBeNull();
});

test('everybody in the family reads it, in the dashboard too; nobody else does', async () => {
  const anna = await app.signIn('anna@example.com');
  const ben = await joinAsSpouse(app, anna, 'ben@example.com');
  const { id } = await addChild(anna, { age: 12 });
  const child = await joinAsChild(app, anna, id, 'kid@example.com');
  const stranger = await app.signIn('stranger@example.com');
  expect((await child.send('PUT', PATH, { currency: 'EUR', minorPerBtc: 1 })).status).toBe(403);
  expect((await child.get(PATH)).status).toBe(403);
  expect((await set(ben, 6_100_000)).status).toBe(200);
  const rate = { currency: 'EUR', minorPerBtc: 6_100_000 };
  for (const visitor of [anna, ben, child]) {
    expect(await rateOf(visitor)).toEqual(rate);
    const { user } = (await visitor.get('/api/dashboard')).body as { user: { rate: object } };
    expect(user.rate).toEqual(rate);
  }
  expect(await rateOf(stranger)).toBeNull();
  expect((await anna.get(PATH)).body).toMatchObject({ ...rate, by: 'ben@example.com' });
  expect((await stranger.get(PATH)).body).toBeNull();
});

test('the newest one counts, whatever the clock says, and the estimate can come back', async () => {
  const anna = await app.signIn('newest@example.com');
  await set(anna, 6_000_000);
  app.clock.advance(-3_600_000);
  await set(anna, 6_200_000);
  expect(await rateOf(anna)).toEqual({ currency: 'EUR', minorPerBtc: 6_200_000 });
  await anna.send('DELETE', PATH);
  expect([await rateOf(anna), (await anna.get(PATH)).body]).toEqual([null, null]);
  expect((await set(anna, 1)).status).toBe(200);
  app.clock.advance(3_600_000);
});

test('twice and half pass; one more or less is asked once more, and told to every adult', async () => {
  const anna = await app.signIn('far@example.com');
  const ben = await joinAsSpouse(app, anna, 'far-ben@example.com');
  await set(anna, 100);
  expect((await set(anna, 200)).status).toBe(200);
  expect((await set(anna, 100)).status).toBe(200);
  for (const far of [201, 49]) {
    expect((await set(anna, far)).body).toMatchObject({ code: 'CONFLICT', field: 'price' });
    expect(await rateOf(anna)).toMatchObject({ minorPerBtc: 100 });
  }
  expect([await told(anna), await told(ben)]).toEqual([0, 0]);
  expect((await set(anna, 201, { isSure: true })).status).toBe(200);
  expect([await told(anna), await told(ben)]).toEqual([1, 1]);
  expect((await set(anna, 9, { currency: 'JPY' })).status).toBe(200);
});
