/** The operator's price source: chosen by a family, taken by a press, never believed blindly. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { followedCurrencies } from '#features/people/children/agreed.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { type PriceServer, startPriceServer } from '#tests/support/price-server.ts';
import { askPrices, sweepPrices } from './asking.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RATE = '/api/family/rate';
const SOURCE = `${RATE}/source`;

let server: PriceServer;
let app: TestApp;
beforeAll(async () => {
  server = await startPriceServer();
  app = await startApp({ prices: server.source, admins: ['ops@example.com'] });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(async () => {
  for (const table of ['market_rate', 'market_look', 'family_rate'])
    await app.db.owner`DELETE FROM ${app.db.owner(table)}`;
  server.asked.length = 0;
  server.says('61000');
});

const ask = () => askPrices(app.db.owner, app.services.prices, followedCurrencies, app.clock.now);
/** Ten minutes later. */
async function reads(price: Parameters<PriceServer['says']>[0]) {
  server.says(price);
  app.clock.advance(10 * MINUTE);
  await ask();
}
const choose = (who: Visitor, currency = 'EUR') => who.send('POST', SOURCE, { currency });
const take = (who: Visitor, minorPerBtc: number, currency = 'EUR') =>
  who.send('PUT', SOURCE, { currency, minorPerBtc });
const source = async (who: Visitor) => (await who.get(SOURCE)).body as object;
const rate = async (who: Visitor) =>
  ((await who.get(RATE)).body as { minorPerBtc: number } | null)?.minorPerBtc;

/** A family on the source's price, €61,000. */
async function follower(email: string) {
  const anna = await app.signIn(email);
  expect((await choose(anna)).status).toBe(200);
  await ask();
  expect((await take(anna, 6_100_000)).status).toBe(200);
  return anna;
}

test('a child may neither look up nor choose nor accept a price; an invalid currency is refused', async () => {
  const anna = await app.signIn('rights@example.com');
  const { id } = await addChild(anna, { age: 15 });
  const child = await joinAsChild(app, anna, id, 'rights-kid@example.com');
  expect((await child.get(SOURCE)).status).toBe(403);
  expect((await choose(child)).status).toBe(403);
  expect((await take(child, 1)).status).toBe(403);
  for (const currency of ['', 'eur', 'XYZ'])
    expect((await choose(anna, currency)).status).toBe(400);
});

test('without the setting it is not offered, and no source is called, whatever families have chosen', async () => {
  const anna = await follower('unset@example.com');
  server.asked.length = 0;
  app.clock.advance(HOUR);
  await askPrices(app.db.owner, undefined, followedCurrencies, app.clock.now);
  expect(server.asked).toEqual([]);
  const plain = await startApp({ address: app.address, at: app.clock.now.toISOString() });
  const there = plain.visitor();
  for (const [name, value] of anna.cookies) there.cookies.set(name, value);
  expect((await choose(there)).body).toMatchObject({ code: 'CONFLICT' });
  expect(await source(there)).toMatchObject({ name: null });
  await plain.close();
  expect(server.asked).toEqual([]);
});

test('only what a family follows is looked up, at most every ten minutes for all of them', async () => {
  await ask();
  expect(server.asked).toEqual([]);
  const anna = await app.signIn('often@example.com');
  await choose(anna);
  await choose(await app.signIn('often-too@example.com'));
  for (const minutes of [0, 1, 8.9]) {
    app.clock.advance(minutes * MINUTE);
    await ask();
  }
  expect(server.asked.map(({ path }) => path)).toEqual(['/v2/prices/BTC-EUR/spot']);
  app.clock.advance(MINUTE);
  await ask();
  expect(server.asked).toHaveLength(2);
  await choose(anna, 'USD');
  await ask();
  expect(server.asked.at(-1)?.path).toBe('/v2/prices/BTC-USD/spot');
  for (let i = 0; i < 2; i++) await anna.send('PUT', RATE, { currency: 'USD', minorPerBtc: 1 });
  server.asked.length = 0;
  app.clock.advance(HOUR);
  await ask();
  expect(server.asked.map(({ path }) => path)).toEqual(['/v2/prices/BTC-EUR/spot']);
});

test('the first price needs a press; a typed one applies until then', async () => {
  const anna = await app.signIn('first@example.com');
  await anna.send('PUT', RATE, { currency: 'EUR', minorPerBtc: 5_900_000 });
  await choose(anna);
  expect(await source(anna)).toEqual({
    ...{ name: 'coinbase', currency: 'EUR', minorPerBtc: null, at: null },
    ...{ isTaken: false, problem: null },
  });
  await ask();
  expect(await source(anna)).toMatchObject({ minorPerBtc: 6_100_000, isTaken: false });
  expect(await rate(anna)).toBe(5_900_000);
  expect((await take(anna, 6_100_001)).body).toMatchObject({ code: 'CONFLICT' });
  await take(anna, 6_100_000);
  expect((await anna.get(RATE)).body).toMatchObject({ minorPerBtc: 6_100_000, fromSource: true });
  await reads('62000');
  expect(await rate(anna)).toBe(6_200_000);
  expect(await source(anna)).toMatchObject({ minorPerBtc: 6_200_000, isTaken: true });
  await anna.send('PUT', RATE, { currency: 'EUR', minorPerBtc: 6_000_000 });
  await reads('63000');
  expect(await rate(anna)).toBe(6_000_000);
});

test('a price ten minutes old may still be accepted; then the current one applies', async () => {
  const anna = await app.signIn('moves@example.com');
  await choose(anna);
  await ask();
  await reads('62000');
  expect((await take(anna, 6_100_000)).status).toBe(200);
  expect(await rate(anna)).toBe(6_200_000);
});

test.each([
  ['zero', '0', 'bad_answer'],
  ['less', '-61000', 'bad_answer'],
  ['nothing', 'nothing', 'silent'],
  ['a page', { body: '<html>Hello</html>' }, 'bad_answer'],
  ['too much', { body: 'x'.repeat(300_000) }, 'bad_answer'],
  ['no', { status: 503, body: '' }, 'refused'],
] as const)(
  'a source that says %s changes nothing, and is named to parents and operator',
  async (name, said, problem) => {
    const anna = await follower(`${name.replace(' ', '-')}@example.com`);
    await reads(said);
    expect(await rate(anna)).toBe(6_100_000);
    expect(await source(anna)).toMatchObject({ minorPerBtc: 6_100_000, isTaken: true, problem });
    const ops = await app.signIn('ops@example.com');
    const apis = async () =>
      ((await ops.get('/health')).body as { services: Record<string, object> }).services[
        'external apis'
      ];
    expect(await apis()).toMatchObject({ status: 'unhealthy', error: '1/1 SILENT' });
    await reads('61500');
    expect(await apis()).toMatchObject({ status: 'healthy', error: null });
    expect([await rate(anna), await source(anna)]).toMatchObject([6_150_000, { problem: null }]);
  },
);

test('a price beyond twice or half the last good one is named and not used', async () => {
  const anna = await follower('far@example.com');
  for (const far of ['61000000', '122000.01', '30499.99']) {
    await reads(far);
    expect(await source(anna)).toMatchObject({ isTaken: false });
    expect(await rate(anna)).toBe(6_100_000);
  }
  await reads('122000');
  expect(await rate(anna)).toBe(12_200_000);
  await reads('61000');
  expect(await rate(anna)).toBe(6_100_000);
});

test('one press accepts a very different price, notifies every adult, and binds no other family', async () => {
  const anna = await follower('takes@example.com');
  const ben = await joinAsSpouse(app, anna, 'takes-ben@example.com');
  const other = await follower('waits@example.com');
  await reads('200000');
  expect([await rate(anna), await rate(other)]).toEqual([6_100_000, 6_100_000]);
  expect((await take(ben, 20_000_000)).status).toBe(200);
  expect([await rate(anna), await rate(other)]).toEqual([20_000_000, 6_100_000]);
  const { body } = await anna.get('/api/messages');
  const told = (body as { data: { call?: string } }[]).flatMap(({ data }) => data.call ?? []);
  expect(told).toEqual([`PUT ${SOURCE}`]);
  // Near both: both families follow it.
  await reads('110000');
  expect([await rate(anna), await rate(other)]).toEqual([11_000_000, 11_000_000]);
  await reads('40000');
  expect([await rate(anna), await rate(other)]).toEqual([11_000_000, 11_000_000]);
});

test('a press takes the price that was read last, also where the level followed had it before', async () => {
  const anna = await follower('before@example.com');
  for (const price of ['110000', '200000', '61000']) await reads(price);
  expect(await rate(anna)).toBe(20_000_000);
  await take(anna, 6_100_000);
  expect(await rate(anna)).toBe(6_100_000);
});

test('the newest reading applies, whatever the clock says', async () => {
  const anna = await follower('clock@example.com');
  app.clock.advance(-HOUR);
  await reads('60000');
  expect(await rate(anna)).toBe(6_000_000);
  app.clock.advance(2 * HOUR);
});

test('everybody reads it, and a new reading is a new dashboard', async () => {
  const anna = await follower('etag@example.com');
  const first = await anna.get('/api/dashboard');
  const held = { 'if-none-match': String(first.headers.etag) };
  expect((await anna.get('/api/dashboard', held)).status).toBe(304);
  await reads('62000');
  const next = await anna.get('/api/dashboard', held);
  const { user } = next.body as { user: { rate: object } };
  expect([next.status, user.rate]).toEqual([200, { currency: 'EUR', minorPerBtc: 6_200_000 }]);
  app.clock.advance(49 * HOUR);
  expect((await anna.get(RATE)).body).toMatchObject({ isOld: true });
});

test('old readings are deleted, except the last one that a family has accepted', async () => {
  const anna = await follower('sweep@example.com');
  await reads('62000');
  await reads('62000000');
  app.clock.advance(49 * HOUR);
  await sweepPrices(app.db.owner as never, app.clock.now);
  expect(await app.db.owner`SELECT minor_per_btc FROM market_rate`).toEqual([
    { minorPerBtc: 6_200_000n },
  ]);
  expect(await rate(anna)).toBe(6_200_000);
});

test('another source starts over, with a press', async () => {
  const anna = await follower('other@example.com');
  const kraken = await startPriceServer('kraken');
  kraken.says('61500');
  app.clock.advance(10 * MINUTE);
  await askPrices(app.db.owner, kraken.source, followedCurrencies, app.clock.now);
  expect(await rate(anna)).toBe(6_100_000);
  await kraken.close();
});
