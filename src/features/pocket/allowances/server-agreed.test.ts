/** Allowances agreed in a currency: sats at the price of the day, at most the ceiling. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild } from '#tests/support/family.ts';
import { addGoal, allocate, getGoal } from '#tests/support/goals.ts';
import { booked, DAY, preview, processDue } from '#tests/support/paydays.ts';

let app: TestApp;
/** A Sunday. */
const START = '2026-11-15T12:00:00Z';
beforeAll(async () => {
  app = await startApp({ at: START });
});
afterAll(() => app.close());

const SATURDAY = 6;
const price = (who: Visitor, minorPerBtc: number, currency = 'EUR') =>
  who.send('PUT', '/api/family/rate', { currency, minorPerBtc, isSure: true });
const change = (who: Visitor, id: string, more: object) =>
  who.send('PATCH', `/api/children/${id}/allowance`, { allowanceDay: SATURDAY, ...more });
const TWO_EUROS = { currency: 'EUR', minor: 200, most: '0.00005' };

async function family(email: string) {
  app.clock.now = new Date(START);
  const anna = await app.signIn(email);
  const { id } = await addChild(anna, { weeklyAllowance: '0.00001', allowanceDay: SATURDAY });
  const toSaturday = () => app.clock.advance(6 * DAY);
  return { anna, id, toSaturday, read: () => getChild(anna, id) };
}

test('without a ceiling, an amount or a price, or by anyone but an adult, no agreement is made', async () => {
  const { anna, id, read } = await family('wrong@example.com');
  const none = await change(anna, id, { agreed: TWO_EUROS });
  expect([none.status, none.body]).toMatchObject([400, { field: 'agreed' }]);
  await price(anna, 6_100_000);
  for (const agreed of [
    { currency: 'EUR', minor: 200 },
    { ...TWO_EUROS, most: '0' },
    { ...TWO_EUROS, minor: 0 },
    { ...TWO_EUROS, minor: 1.5 },
    { ...TWO_EUROS, minor: 10_000_000_001 },
    { ...TWO_EUROS, currency: 'eur' },
    { ...TWO_EUROS, currency: 'USD' },
  ])
    expect((await change(anna, id, { agreed })).status, JSON.stringify(agreed)).toBe(400);
  const child = await joinAsChild(app, anna, id, 'wrong-kid@example.com');
  expect((await change(child, id, { agreed: TWO_EUROS })).status).toBe(403);
  expect(await read()).toMatchObject({ weeklyAllowance: '0.00001000', agreedAllowance: null });
});

test('€2 are booked at the price of the pay day, down to a sat, with the price on the week', async () => {
  const { anna, id, toSaturday, read } = await family('agreed@example.com');
  await price(anna, 3_000_000);
  expect((await change(anna, id, { agreed: TWO_EUROS })).status).toBe(200);
  expect(await read()).toMatchObject({
    weeklyAllowance: '0.00005000',
    agreedAllowance: { currency: 'EUR', minor: 200, most: '0.00005000', minorPerBtc: 3_000_000 },
  });
  await price(anna, 6_100_000);
  expect((await read()).weeklyAllowance).toBe('0.00003278');
  toSaturday();
  expect(await booked(anna)).toEqual(['Mia 2026-11-21 0.00003278']);
  expect(await booked(anna)).toEqual([]);
  const weeks = await app.db.owner`
    SELECT amount_sats, agreed_currency, agreed_minor, minor_per_btc FROM allowance_occurrence
    WHERE child_id = ${id}`;
  expect(weeks).toEqual([
    { amountSats: 3_278n, agreedCurrency: 'EUR', agreedMinor: 200n, minorPerBtc: 6_100_000n },
  ]);
});

test('a week that is booked late takes the price of now, at most the ceiling', async () => {
  const { anna, id, toSaturday } = await family('late@example.com');
  await price(anna, 6_100_000);
  await change(anna, id, { agreed: TWO_EUROS });
  toSaturday();
  expect((await preview(anna, id, '0.00000001', 1)).unbooked).toMatchObject([
    { amount: '0.00003278' },
  ]);
  app.clock.advance(7 * DAY);
  await price(anna, 1_000_000);
  expect(await booked(anna)).toEqual(['Mia 2026-11-21 0.00005000', 'Mia 2026-11-28 0.00005000']);
});

test('a call that omits the figure, or returns what it read, keeps the agreement', async () => {
  const { anna, id, read } = await family('keeps@example.com');
  await price(anna, 6_100_000);
  await change(anna, id, { agreed: TWO_EUROS });
  const { agreedAllowance, weeklyAllowance } = await read();
  await change(anna, id, { allowanceDay: 2 });
  expect(await read()).toMatchObject({ agreedAllowance, weeklyAllowance, allowanceDay: 2 });
  await change(anna, id, { allowanceDay: 3, weeklyAllowance });
  expect(await read()).toMatchObject({ agreedAllowance, allowanceDay: 3 });
  // The price has changed since it was read.
  await price(anna, 5_000_000);
  await change(anna, id, { allowanceDay: 4, weeklyAllowance });
  expect(await read()).toMatchObject({
    weeklyAllowance: '0.00004000',
    agreedAllowance: { minor: 200, minorPerBtc: 5_000_000 },
    allowanceDay: 4,
  });
  await change(anna, id, { weeklyAllowance: '0.00003999' });
  expect(await read()).toMatchObject({ weeklyAllowance: '0.00003999', agreedAllowance: null });
  await change(anna, id, { agreed: TWO_EUROS });
  await change(anna, id, { agreed: null, weeklyAllowance: '0.00003999' });
  await change(anna, id, { allowanceDay: 5 });
  expect(await read()).toMatchObject({ weeklyAllowance: '0.00003999', agreedAllowance: null });
});

test('the price of a currency applies until it is changed, even while another one is shown', async () => {
  const { anna, id, toSaturday } = await family('holds@example.com');
  await price(anna, 6_100_000);
  await change(anna, id, { agreed: TWO_EUROS });
  await price(anna, 1, 'JPY');
  toSaturday();
  expect(await booked(anna)).toEqual(['Mia 2026-11-21 0.00003278']);
  await anna.send('DELETE', '/api/family/rate');
  app.clock.advance(7 * DAY);
  expect(await booked(anna)).toEqual(['Mia 2026-11-28 0.00003278']);
});

test('a price at which an agreement is less than a sat books nothing, and the weeks continue', async () => {
  const { anna, id, toSaturday, read } = await family('tiny@example.com');
  await price(anna, 1_000_000_000_000);
  await change(anna, id, { agreed: TWO_EUROS });
  expect((await read()).weeklyAllowance).toBe('0.00000000');
  toSaturday();
  app.clock.advance(DAY);
  expect((await processDue(anna)).processedChildren).toEqual([]);
  await price(anna, 6_100_000);
  app.clock.advance(6 * DAY);
  expect(await booked(anna)).toEqual(['Mia 2026-11-28 0.00003278']);
});

test('goals estimate with what an agreement is worth now', async () => {
  const { anna, id } = await family('goals@example.com');
  await price(anna, 6_100_000);
  await change(anna, id, { agreed: TWO_EUROS });
  const { id: goalId } = await addGoal(anna, { targetAmount: '0.0003278' });
  const share = { childId: id, percentage: 100, applyTo: 'new_contributions' };
  const put = await allocate(anna, goalId, share);
  expect(put.status, put.text).toBe(200);
  const forecast = async () => (await getGoal(anna, goalId)).forecastDate;
  const agreed = await forecast();
  await change(anna, id, { weeklyAllowance: '0.00005' });
  expect(await forecast()).not.toBe(agreed);
  await change(anna, id, { weeklyAllowance: '0.00003278' });
  expect(await forecast()).toBe(agreed);
});
