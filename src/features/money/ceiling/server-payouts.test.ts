/** Pay days paid by a wallet: old plans use up no one's ceiling, young ones above it wait. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { moneyMessages, payInvoice } from '#tests/support/ceiling.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  money,
  newest,
  newPayingHome,
  type PayingHome,
  type PayoutWorld,
  payoutsOf,
  payPayouts,
  setPayoutPlan,
  settle,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { forgetProofs } from '#tests/support/proof.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** A child whose pay day is today, with this allowance, under a new plan. */
async function newHome(name: string, weeklyAllowance: string): Promise<PayingHome> {
  const home = await newPayingHome(world, name, true);
  await raise(home, weeklyAllowance);
  await forgetProofs(app.db);
  return home;
}

const raise = (home: PayingHome, weeklyAllowance: string) =>
  home.parent.send('PATCH', `/api/children/${home.childId}/allowance`, {
    ...{ weeklyAllowance, allowanceDay: new Date(world.beganAt).getUTCDay() },
  });
const paidCount = () => world.wallet.paid.size;
const state = async (home: PayingHome) => {
  const { state: is, failure } = await newest(home);
  return [is, failure];
};
const WAITS = ['owed', 'needs-ok'];

test('a plan of today pays up to the ceiling of who set it; what is above waits for one fresh press (T27)', async () => {
  const below = await newHome('below', '0.0001');
  await processDue(below.parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect(await state(below)).toEqual(['paid', null]);

  const home = await newHome('above', '0.0003');
  const before = paidCount();
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect([await state(home), paidCount() - before]).toEqual([WAITS, 0]);
  // Not later either, even once plan, address and amount are old.
  for (const ms of [HOUR_MS, 80 * HOUR_MS]) await watchLater(app, ms);
  expect(await state(home)).toEqual(WAITS);
  const press = () => payPayouts(home.parent, [waiting]);
  const waiting = await newest(home);
  expect((await press()).body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  await watchLater(app, 2 * MINUTE_MS);
  expect([await state(home), paidCount() - before]).toEqual([WAITS, 0]);
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  expect((await press()).status).toBe(200);
  await watchLater(app, 2 * MINUTE_MS);
  expect([await state(home), paidCount() - before]).toEqual([['paid', null], 1]);
  expect(await moneyMessages(home.parent)).toBe(1);
});

test('pay days whose plan, address and amount are 72 hours old count against nobody (T27)', async () => {
  const home = await newHome('old', '0.0003');
  app.clock.advance(WEEK_MS);
  const before = paidCount();
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  // Booked for two weeks: both are paid unasked, far above the ceiling.
  expect((await payoutsOf(home.parent)).map((row) => row.state)).toEqual(['paid', 'paid']);
  expect([paidCount() - before, await moneyMessages(home.parent)]).toEqual([2, 0]);
});

test('an allowance that was just raised is no way around it, nor is lowering it again (T27)', async () => {
  const home = await newHome('raised', '0.0001');
  app.clock.advance(WEEK_MS - 71 * HOUR_MS);
  await raise(home, '0.0005');
  app.clock.advance(71 * HOUR_MS);
  const before = paidCount();
  await processDue(home.parent);
  await raise(home, '0.0001');
  await watchLater(app, 2 * MINUTE_MS);
  const rows = await payoutsOf(home.parent);
  expect(rows.filter((row) => row.state === 'paid').map((row) => row.amount)).toEqual([10_000]);
  expect(rows.filter((row) => row.state === 'owed').map((row) => row.failure)).toEqual([
    'needs-ok',
  ]);
  expect(paidCount() - before).toBe(1);
});

test('an allowance in euros that was just raised is no way around either, with the same most in sats (T27)', async () => {
  const home = await newHome('euros', '0.0001');
  const rate = { currency: 'EUR', minorPerBtc: 5_000_000, isSure: true };
  await home.parent.send('PUT', '/api/family/rate', rate);
  const agree = (minor: number) =>
    home.parent.send('PATCH', `/api/children/${home.childId}/allowance`, {
      agreed: { currency: 'EUR', minor, most: '0.001' },
      allowanceDay: new Date(world.beganAt).getUTCDay(),
    });
  expect((await agree(500)).status).toBe(200);
  app.clock.advance(WEEK_MS - 71 * HOUR_MS);
  expect((await agree(2_500)).status).toBe(200);
  app.clock.advance(71 * HOUR_MS);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  const rows = await payoutsOf(home.parent);
  expect(rows.filter((row) => row.state === 'paid').map((row) => row.amount)).toEqual([10_000]);
  expect(
    rows.filter((row) => row.state === 'owed').map((row) => [row.amount, row.failure]),
  ).toEqual([[50_000, 'needs-ok']]);
});

test('saving the same plan again keeps it old, pays as before and notifies nobody (T27 T25)', async () => {
  const home = await newHome('again', '0.0003');
  app.clock.advance(WEEK_MS);
  const changes = async () => ((await home.parent.get('/api/money-changes')).body as []).length;
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  const before = await changes();
  await setPayoutPlan(home.parent, home.childId, 'lightning', home.address);
  expect(await changes()).toBe(before);
  await forgetProofs(app.db);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect((await payoutsOf(home.parent)).map((row) => row.state)).toEqual(['paid', 'paid']);
});

test('another plan and back is young, and each change is reported (T25 T27)', async () => {
  const home = await newHome('other', '0.0003');
  app.clock.advance(WEEK_MS);
  const changes = async () => ((await home.parent.get('/api/money-changes')).body as []).length;
  const before = await changes();
  await setYoung(home);
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  expect(await changes()).toBe(before + 2);
  await forgetProofs(app.db);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect((await payoutsOf(home.parent)).map((row) => row.failure)).toEqual([
    'needs-ok',
    'needs-ok',
  ]);
});

test('many presses while the wallet is away do not leave together later (T27)', async () => {
  const home = await newHome('bunch', '0.0001');
  world.wallet.mood = 'away';
  for (let day = 0; day < 2; day++) {
    await processDue(home.parent);
    app.clock.advance(WEEK_MS / 7);
  }
  await raise(home, '0.00015');
  app.clock.advance(WEEK_MS);
  await setYoung(home);
  await processDue(home.parent);
  const rows = (await payoutsOf(home.parent)).filter((row) => row.state !== 'paid');
  const before = paidCount();
  for (const row of rows) {
    await payPayouts(home.parent, [row]);
    app.clock.advance(25 * HOUR_MS);
  }
  await watchLater(app, MINUTE_MS);
  world.wallet.mood = 'pays';
  await watchLater(app, 25 * HOUR_MS);
  expect(paidCount() - before).toBe(1);
});

test('a young pay day under way counts with its highest possible fee (T27)', async () => {
  const home = await newHome('fee', '0.0001');
  const { parent, childId } = home;
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 50_000 });
  world.wallet.mood = 'lost';
  await processDue(parent);
  await watchLater(app, 2 * MINUTE_MS);
  expect(await state(home)).toEqual(['checking', null]);
  world.wallet.mood = 'pays';
  // 10,000 and 100 are under way; 9,802 and 98 are the rest of 20,000.
  const refused = await payInvoice(world, parent, childId, 9_803);
  expect(refused.body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect((await payInvoice(world, parent, childId, 9_802)).status).toBe(200);
});

test('a young pay day that is tried again is counted once (T27)', async () => {
  const home = await newHome('twice', '0.00015');
  world.wallet.mood = 'refuses';
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  await watchLater(app, 20 * MINUTE_MS);
  expect(await state(home)).toEqual(['owed', 'said-failed']);
  world.wallet.mood = 'pays';
  await watchLater(app, HOUR_MS);
  expect(await state(home)).toEqual(['paid', null]);
});

const setYoung = async (home: PayingHome) => {
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  await setPayoutPlan(home.parent, home.childId, 'book');
  await setPayoutPlan(home.parent, home.childId, 'lightning', home.address);
  await forgetProofs(app.db);
};

test('marking it as paid in another way counts if the child may pay without asking (T27)', async () => {
  const home = await newHome('word', '0.0003');
  await app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
  const path = `/api/lightning/children/${home.childId}/pay-limit`;
  await home.parent.send('PUT', path, { limit: 5_000 });
  await forgetProofs(app.db);
  await processDue(home.parent);
  await watchLater(app, 2 * MINUTE_MS);
  const { id } = await newest(home);
  const word = await settle(home, id, { how: 'paid' });
  const marked = await home.parent.send('POST', `/api/transactions/${id}/paid`);
  const several = await home.parent.send('POST', '/api/transactions/several/paid', { ids: [id] });
  for (const reply of [word, marked, several])
    expect(reply.body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect((await money(home))[2]).toBe('0.00000000');
  expect((await settle(home, id, { how: 'kept' })).status).toBe(200);
});
