/** The year in the book: its sums close, and its goals and lines are real. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { type Reply, SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message, record } from '#tests/support/family.ts';
import { sealAll } from '../../../server/ledger/seal.ts';
import type { Year } from './contract.ts';

const EMAIL = 'year@example.com';
const NONE = { in: null, out: null, payDays: null, gifts: null, earned: null };
let app: TestApp;
let mia: Child;
beforeEach(async () => {
  app = await startApp({ at: '2025-12-20T12:00:00Z' });
  const anna = await app.signIn(EMAIL);
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  mia = await addChild(anna, { weeklyAllowance: '0.00001', allowanceDay: 3 });
  await record(anna, mia.id, 'bonus', '0.00000500', 'In the old year');
});
afterEach(() => app.close());

const on = async (moment: string): Promise<Visitor> => {
  app.clock.now = new Date(moment);
  return app.signIn(EMAIL);
};
const yearOf = async (who: Visitor, year: string, id = mia.id): Promise<Year> =>
  (await who.get(`/api/children/${id}/year?year=${year}`)).body;
const idOf = (reply: Reply) => (reply.body as { id: string }).id;

test('income, spending and what was kept add up to the balances; what was undone is neither', async () => {
  let anna = await on('2026-01-08T12:00:00Z');
  await anna.send('POST', '/api/process-allowances');
  anna = await on('2026-03-01T12:00:00Z');
  await record(anna, mia.id, 'bonus', '0.00003000', 'From Grandma');
  await record(anna, mia.id, 'earned', '0.00001000', 'Lemonade');
  await record(anna, mia.id, 'spending', '0.00000400', 'Ice cream');
  const wrong = await record(anna, mia.id, 'bonus', '0.00900000', 'A typing error');
  await anna.send('POST', `/api/transactions/${idOf(wrong)}/undo`);
  const goal = { title: 'Ball', description: 'Round', targetAmount: '0.00000700' };
  const goalId = idOf(await anna.send('POST', '/api/family-goals', goal));
  const give = { amount: '0.00000700', contributionType: 'savings', childId: mia.id };
  await anna.send('POST', `/api/family-goals/${goalId}/contributions`, give);
  const before = await yearOf(anna, '2026');
  const payDays = before.sums?.payDays;
  // Two pay days of the old year were booked in the new one, on their own days.
  expect(before.sums).toMatchObject({
    opening: '0.00002500',
    payDays: '0.00001000',
    gifts: '0.00003000',
    earned: '0.00001000',
    out: '0.00000400',
  });
  expect(before.fullGoals).toEqual([{ title: 'Ball', fullAt: '2026-03-01T12:00:00.000Z' }]);
  expect(before.moments.map(({ description }) => description)).toEqual([
    'From Grandma',
    'Lemonade',
    'Ice cream',
  ]);
  await anna.send('POST', `/api/family-goals/${goalId}/bought`);
  const { sums, fullGoals, to } = await yearOf(anna, '2026');
  const sats = (btc = '') => BigInt(btc.replace('.', ''));
  const now = await getChild(anna, mia.id);
  const held = [now.savingsBalance, now.spendingBalance, now.goalsBalance];
  expect(sats(sums?.closing)).toBe(held.reduce((sum, one) => sum + sats(one), 0n));
  expect(sats(sums?.opening) + sats(sums?.in) - sats(sums?.out)).toBe(sats(sums?.closing));
  expect(sats(sums?.in)).toBe(sats(payDays) + 4_000n);
  expect(sums?.out).toBe('0.00001100');
  const kept = ((sats(sums?.in) - 1_100n) * 100n) / sats(sums?.in);
  expect(sums?.keptPercent).toBe(Number(kept));
  expect([fullGoals.length, to]).toEqual([1, '2026-03-01']);
  expect((await yearOf(anna, '2025')).sums).toMatchObject({
    opening: '0.00000000',
    closing: '0.00002500',
  });
});

test('a year to come is refused; a child reads its own alone', async () => {
  const anna = await on('2026-03-02T12:00:00Z');
  const future = await anna.get(`/api/children/${mia.id}/year?year=2027`);
  expect([future.status, message(future)]).toEqual([400, 'This year has not begun']);
  expect((await anna.get(`/api/children/${mia.id}/year?year=26`)).status).toBe(400);
  const leo = await addChild(anna, { name: 'Leo' });
  const kid = await joinAsChild(app, anna, mia.id, 'year-mia@example.com');
  expect((await yearOf(kid, '2026')).childName).toBe('Mia');
  expect((await kid.get(`/api/children/${leo.id}/year?year=2026`)).status).toBe(404);
});

test('a child’s year names the goals of all and its own, and no sibling’s (AUTH-46)', async () => {
  const anna = await on('2026-03-01T12:00:00Z');
  const leo = await addChild(anna, { name: 'Leo' });
  const kids = [
    [await joinAsChild(app, anna, mia.id, 'mia@example.com'), 'Mia’s ball'],
    [await joinAsChild(app, anna, leo.id, 'leo@example.com'), 'Leo’s secret'],
    [anna, 'A trip'],
  ] as const;
  for (const [who, title] of kids) {
    const goal = { title, description: 'Nice', targetAmount: '0.00000700' };
    const goalId = idOf(await who.send('POST', '/api/family-goals', goal));
    const gift = { amount: '0.00000700', contributionType: 'gift' };
    const path = `/api/family-goals/${goalId}/contributions`;
    expect((await anna.send('POST', path, gift)).status).toBe(200);
  }
  const named = async (id: string) =>
    (await yearOf(anna, '2026', id)).fullGoals.map(({ title }) => title).toSorted();
  expect(await named(mia.id)).toEqual(['A trip', 'Mia’s ball']);
  expect(await named(leo.id)).toEqual(['A trip', 'Leo’s secret']);
});

test('a year whose lines were removed says so and shows no sum that it cannot know (T34)', async () => {
  const giver = await on('2026-03-01T12:00:00Z');
  await record(giver, mia.id, 'bonus', '0.00003000', 'From Grandma');
  await on('2027-06-01T12:00:00Z');
  await sealAll(app.db.owner, SEAL_KEY);
  const anna = await on('2027-06-02T12:00:00Z');
  await anna.send('DELETE', '/api/transactions/prune/12');
  const gone = await yearOf(anna, '2025');
  expect(gone).toMatchObject({ sums: null, moments: [], fullGoals: [] });
  const part = await yearOf(anna, '2026');
  expect(part.removedUpTo).toBe(gone.removedUpTo);
  expect(part.sums?.closing).toBe((await yearOf(anna, '2027')).sums?.opening);
});

const EUROS = { currency: 'EUR', minorPerBtc: 6_000_000 };
const price = (who: Visitor, minorPerBtc: number, currency = 'EUR') =>
  who.send('PUT', '/api/family/rate', { currency, minorPerBtc, isSure: true });

test('a sum has no past price if one of its entries kept none, or another currency', async () => {
  const anna = await on('2026-03-01T12:00:00Z');
  await record(anna, mia.id, 'earned', '0.00001000', 'Without a price');
  await price(anna, 6_000_000);
  await record(anna, mia.id, 'bonus', '0.00001000', 'In euros');
  await record(anna, mia.id, 'spending', '0.00000100', 'In euros');
  await price(anna, 9_500_000, 'JPY');
  await record(anna, mia.id, 'spending', '0.00000100', 'In yen');
  const { sums, moments } = await yearOf(anna, '2026');
  expect(sums?.rates).toEqual({ ...NONE, gifts: EUROS });
  expect(moments.map(({ rate }) => rate?.currency ?? null)).toEqual([null, 'EUR', 'EUR', 'JPY']);
});

test('what a sum was worth is what its lines were worth, without what was taken back', async () => {
  const anna = await on('2026-03-01T12:00:00Z');
  await price(anna, 6_000_000);
  await record(anna, mia.id, 'bonus', '0.00001000', 'Cheap');
  const wrong = await record(anna, mia.id, 'bonus', '0.5', 'A typing error');
  await price(anna, 9_000_000);
  await record(anna, mia.id, 'earned', '0.00002000', 'Dear');
  await record(anna, mia.id, 'spending', '0.00000300', 'Ice cream');
  await anna.send('POST', `/api/transactions/${idOf(wrong)}/undo`);
  const dear = { currency: 'EUR', minorPerBtc: 9_000_000 };
  expect((await yearOf(anna, '2026')).sums?.rates).toEqual({
    ...{ gifts: EUROS, earned: dear, payDays: null, out: dear },
    in: { currency: 'EUR', minorPerBtc: 8_000_000 },
  });
});

test('a child under 14 gets no price of then', async () => {
  const anna = await on('2026-03-01T12:00:00Z');
  await price(anna, 6_000_000);
  await record(anna, mia.id, 'bonus', '0.00001000', 'A gift');
  const kid = await joinAsChild(app, anna, mia.id, 'year-nine@example.com');
  const { sums, moments } = await yearOf(kid, '2026');
  expect([sums?.rates, moments.map(({ rate }) => rate)]).toEqual([NONE, [null]]);
  expect((await yearOf(anna, '2026')).sums?.rates.in).toEqual(EUROS);
});
