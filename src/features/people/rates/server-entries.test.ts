/** Every entry records the bitcoin price of its time, in the family's own money. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { followedCurrencies } from '#features/people/children/agreed.ts';
import { settleAutomatic } from '#features/pocket/allowances/settling.ts';
import { priceThen } from '#server/ledger/price.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { type PriceServer, startPriceServer } from '#tests/support/price-server.ts';
import { coinosFile, importFile } from '#tests/support/wallet-files.ts';
import { askPrices } from './asking.ts';

const RATE = '/api/family/rate';
const HOUR = 3_600_000;

let server: PriceServer;
let app: TestApp;
beforeAll(async () => {
  server = await startPriceServer();
  app = await startApp({ prices: server.source });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(() => {
  app.clock.now = new Date('2026-11-16T12:00:00Z');
});

const set = (who: Visitor, minorPerBtc: number, currency = 'EUR') =>
  who.send('PUT', RATE, { currency, minorPerBtc, isSure: true });
/** As in the family's data export. */
async function kept(who: Visitor): Promise<[currency: string | null, price: number | null][]> {
  const { text } = await who.get('/api/privacy/export');
  const { entry } = (JSON.parse(text) as { tables: { entry: Record<string, never>[] } }).tables;
  return entry
    .toSorted((a, b) => (String(a.occurred_at) < String(b.occurred_at) ? -1 : 1))
    .map((row) => [row.rate_currency as never, row.rate_minor_per_btc as never]);
}
async function family(email: string) {
  const anna = await app.signIn(email);
  const { id } = await addChild(anna, { allowanceDay: 3 });
  const gift = async () => {
    app.clock.advance(60_000);
    expect((await record(anna, id, 'bonus', '0.00000021')).status).toBe(200);
  };
  return { anna, id, gift };
}
const NONE = [null, null];
const FIRST = ['EUR', 6_100_000];

test('while there is no price an entry keeps none: before the first one, and after the last', async () => {
  const { anna, gift } = await family('none@example.com');
  await gift();
  await set(anna, 6_100_000);
  await anna.send('DELETE', RATE);
  await gift();
  expect(await kept(anna)).toEqual([NONE, NONE]);
});

test('an entry made later keeps the price of when it happened, if there was one', async () => {
  const { anna, id } = await family('late@example.com');
  const start = app.clock.now.getTime();
  const at = (hours: number) => new Date(start + hours * HOUR).toISOString();
  await set(anna, 6_100_000);
  app.clock.advance(100 * HOUR);
  await set(anna, 6_200_000);
  await set(anna, 9_500_000, 'JPY');
  const file = coinosFile([
    { id: 'a', at: at(-1), sats: 500 },
    { id: 'b', at: at(99), sats: 500 },
  ]);
  expect((await importFile(anna, id, file)).status).toBe(200);
  expect(await kept(anna)).toEqual([NONE, ['EUR', 6_100_000]]);
});

test('a price of the source is kept as last read, until it is old', async () => {
  const { anna, id, gift } = await family('source@example.com');
  const ask = () => askPrices(app.db.owner, server.source, followedCurrencies, app.clock.now);
  await anna.send('POST', `${RATE}/source`, { currency: 'EUR' });
  await ask();
  await gift();
  await anna.send('PUT', `${RATE}/source`, { currency: 'EUR', minorPerBtc: 6_100_000 });
  await gift();
  server.says('62000');
  app.clock.advance(HOUR);
  await ask();
  await gift();
  const before = new Date(app.clock.now.getTime() - HOUR / 2).toISOString();
  const file = coinosFile([{ id: 'c', at: before, sats: 500 }]);
  expect((await importFile(anna, id, file)).status).toBe(200);
  app.clock.advance(48 * HOUR);
  await gift();
  expect(await kept(anna)).toEqual([NONE, FIRST, FIRST, ['EUR', 6_200_000], NONE]);
});

test('a typed price is kept, the newest one in the currency of the time, and never changes', async () => {
  const { anna, gift } = await family('typed@example.com');
  await set(anna, 6_100_000);
  await gift();
  await set(anna, 9_500_000, 'JPY');
  await gift();
  await set(anna, 7_000_000);
  expect(await kept(anna)).toEqual([
    ['EUR', 6_100_000],
    ['JPY', 9_500_000],
  ]);
});

test('a pay day of many families gives each its own', async () => {
  const families = [
    await family('one@example.com'),
    await family('two@example.com'),
    await family('three@example.com'),
  ];
  for (const { anna } of families)
    await anna.send('PATCH', '/api/family/settings', { payAutomatically: true });
  await set((families[0] as { anna: Visitor }).anna, 6_100_000);
  await set((families[1] as { anna: Visitor }).anna, 7_300_000, 'USD');
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  expect(await settleAutomatic(app.db.owner, app.clock.now)).toBeGreaterThan(2);
  const found = [];
  for (const { anna } of families) found.push(await kept(anna));
  expect(found).toEqual([[['EUR', 6_100_000]], [['USD', 7_300_000]], [NONE]]);
});

test('one row of prices is read for each entry, however many the family has typed', async () => {
  const { anna } = await family('many@example.com');
  for (let n = 0; n < 30; n++) await set(anna, 6_000_000 + n);
  const { owner } = app.db;
  const [own] = await owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = 'many@example.com'`;
  const familyId = own?.familyId as string;
  await owner`UPDATE family_rate SET from_source = true, level_no = 1 WHERE family_id = ${familyId}`;
  const plan = await owner`
    EXPLAIN (ANALYZE, FORMAT JSON) SELECT p.* FROM (
      SELECT ${familyId}::uuid AS family_id,
        ${app.clock.now}::timestamptz + n * interval '1 second' AS occurred_at
      FROM generate_series(1, 20) n) e
    LEFT JOIN LATERAL ${priceThen(owner)} p ON true`;
  const readings = /"Relation Name":"market_rate".*?"Actual Loops":(\d+)/g;
  const loops = [...JSON.stringify(plan).matchAll(readings)].map(([, count]) => Number(count));
  expect(loops).toEqual([20]);
});
