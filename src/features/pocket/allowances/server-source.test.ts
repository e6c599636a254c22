/** Allowances agreed in a currency priced by the operator's source. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followedCurrencies } from '#features/people/children/agreed.ts';
import { askPrices } from '#features/people/rates/asking.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { booked, DAY } from '#tests/support/paydays.ts';
import { type PriceServer, startPriceServer } from '#tests/support/price-server.ts';
import { settleAutomatic } from './settling.ts';

let server: PriceServer;
let app: TestApp;
/** A Sunday. */
const START = '2026-11-15T12:00:00Z';
beforeAll(async () => {
  server = await startPriceServer();
  app = await startApp({ at: START, prices: server.source });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const SOURCE = '/api/family/rate/source';
const ask = () => askPrices(app.db.owner, server.source, followedCurrencies, app.clock.now);
async function reads(price: string) {
  server.says(price);
  app.clock.advance(600_000);
  await ask();
}
const take = (who: Visitor, minorPerBtc: number) =>
  who.send('PUT', SOURCE, { currency: 'EUR', minorPerBtc });

/** €2 a week on Saturdays, at the source's price of €61,000. */
async function family(email: string) {
  app.clock.now = new Date(START);
  await app.db.owner`DELETE FROM market_look`;
  await app.db.owner`DELETE FROM market_rate`;
  await app.db.owner`DELETE FROM family_rate`;
  const anna = await app.signIn(email);
  const { id } = await addChild(anna, { name: 'Mia', allowanceDay: 6 });
  await anna.send('POST', SOURCE, { currency: 'EUR' });
  await reads('61000');
  await take(anna, 6_100_000);
  const agreed = { currency: 'EUR', minor: 200, most: '0.00005' };
  const path = `/api/children/${id}/allowance`;
  const change = (more: object) => anna.send('PATCH', path, { allowanceDay: 6, ...more });
  expect((await change({ agreed })).status).toBe(200);
  const toSaturday = () => {
    app.clock.now = new Date('2026-11-21T12:00:00Z');
  };
  return { anna, id, change, toSaturday, read: () => getChild(anna, id) };
}

test('a price older than 48 hours books nothing, by the button or automatically, until a press accepts it', async () => {
  const { anna, toSaturday, read } = await family('old@example.com');
  await anna.send('PATCH', '/api/family/settings', { payAutomatically: true });
  toSaturday();
  expect(await read()).toMatchObject({
    ...{ agreedAllowance: { isPriceOld: true }, daysUntilAllowance: 0 },
  });
  expect(await settleAutomatic(app.db.owner, app.clock.now)).toBe(0);
  expect(await booked(anna)).toEqual([]);
  expect((await take(anna, 6_100_000)).status).toBe(200);
  expect(await read()).toMatchObject({ agreedAllowance: { isPriceOld: false } });
  expect(await settleAutomatic(app.db.owner, app.clock.now)).toBe(1);
  expect(await booked(anna)).toEqual([]);
});

test('what waited is booked at the price that the source names again, at most the ceiling', async () => {
  const { anna, toSaturday } = await family('again@example.com');
  toSaturday();
  app.clock.advance(7 * DAY);
  expect(await booked(anna)).toEqual([]);
  await reads('40000');
  expect(await booked(anna)).toEqual(['Mia 2026-11-21 0.00005000', 'Mia 2026-11-28 0.00005000']);
});

test('a price wrong by a factor of a thousand books at the last good price', async () => {
  const { anna, toSaturday } = await family('lie@example.com');
  toSaturday();
  await reads('62000');
  await reads('62000000');
  await reads('62');
  expect(await booked(anna)).toEqual(['Mia 2026-11-21 0.00003225']);
});

test('a figure shown at any price of the last days keeps the agreement', async () => {
  const { change, read } = await family('figure@example.com');
  const { weeklyAllowance } = await read();
  for (const price of ['60000', '59000', '58000']) await reads(price);
  await change({ weeklyAllowance });
  expect(await read()).toMatchObject({ agreedAllowance: { minor: 200, minorPerBtc: 5_800_000 } });
  await change({ weeklyAllowance: '0.00003279' });
  expect(await read()).toMatchObject({ agreedAllowance: null });
});

test('a week that is skipped or paused waits for no price', async () => {
  const { anna, change, toSaturday, read } = await family('skipped@example.com');
  toSaturday();
  await change({ unbooked: 'skip' });
  expect(await read()).toMatchObject({ daysUntilAllowance: 7 });
  expect(await booked(anna)).toEqual([]);
});

test('the source is called for an agreement even if the family sees another currency', async () => {
  const { anna, change } = await family('both@example.com');
  await anna.send('PUT', '/api/family/rate', { currency: 'JPY', minorPerBtc: 9_500_000 });
  expect(await followedCurrencies(app.db.owner)).toEqual(['EUR']);
  await change({ agreed: null, weeklyAllowance: '0.00001' });
  expect(await followedCurrencies(app.db.owner)).toEqual([]);
});
