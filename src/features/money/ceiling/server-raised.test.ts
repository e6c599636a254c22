/** A raised ceiling is young: for 72 hours the lowest one in force applies, to the millisecond. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MoneyChange } from '#features/book/changes/contract.ts';
import type { Reply, TestApp } from '#tests/support/app.ts';
import {
  type CappedHome,
  enter,
  moneyMessages,
  newCappedHome,
  payInvoice,
} from '#tests/support/ceiling.ts';
import { joinAsSpouse } from '#tests/support/family.ts';
import { type PayoutWorld, startPayoutWorld } from '#tests/support/payouts.ts';
import { forgetProofs } from '#tests/support/proof.ts';

const HOUR_MS = 3_600_000;
const YOUNG_MS = 72 * HOUR_MS;

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());
beforeEach(() => world.reset());

// The child may spend some unasked, so entries for it count, sat by sat.
const newFamily = (name: string) => newCappedHome(world, name, 5_000);
const fresh = () => app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
const known = async ({ parent }: CappedHome) => (await parent.get('/api/family/ceiling')).body;
const outcome = ({ status, body }: Reply) => [status, (body as { code?: string }).code];
const AGAIN = [403, 'SIGN_IN_AGAIN'];
const PAID = [200, undefined];
const at = (moment: number) => {
  app.clock.now = new Date(moment);
};

/** With a fresh sign-in that ends again. @returns when */
async function set({ parent }: CappedHome, limit: number): Promise<number> {
  await fresh();
  const reply = await parent.send('PUT', '/api/family/ceiling', { limit });
  expect(reply.status).toBe(200);
  await forgetProofs(app.db);
  return app.clock.now.getTime();
}

/** One sat more needs a fresh sign-in and is reported; this much passes unreported. */
async function expectCounting(home: CappedHome, sats: number): Promise<void> {
  const { parent, childId } = home;
  const told = await moneyMessages(parent);
  const takeBack = ({ body }: Reply) =>
    parent.send('POST', `/api/transactions/${(body as { id: string }).id}/undo`);
  expect([sats, outcome(await enter(parent, childId, sats + 1))]).toEqual([sats, AGAIN]);
  const passed = await enter(parent, childId, sats);
  expect([sats, outcome(passed)]).toEqual([sats, PAID]);
  await takeBack(passed);
  expect(await moneyMessages(parent)).toBe(told);
  await fresh();
  const above = await enter(parent, childId, sats + 1);
  expect([sats, outcome(above)]).toEqual([sats, PAID]);
  await takeBack(above);
  expect(await moneyMessages(parent)).toBe(told + 1);
  await forgetProofs(app.db);
}

test('a thief who raises the ceiling pays no more with an old sign-in, and with a fresh one every adult is notified (T59)', async () => {
  const home = await newFamily('thief');
  await fresh();
  const tom = await joinAsSpouse(app, home.parent, 'tom-thief@example.com');
  await set(home, 1_000_000);
  const pay = () => payInvoice(world, home.parent, home.childId, 50_000);
  expect(outcome(await pay())).toEqual(AGAIN);
  app.clock.advance(71 * HOUR_MS);
  expect(outcome(await pay())).toEqual(AGAIN);
  expect(await moneyMessages(tom)).toBe(0);
  await fresh();
  expect(outcome(await pay())).toEqual(PAID);
  expect([await moneyMessages(tom), await moneyMessages(home.parent)]).toEqual([1, 1]);
});

test('a raised ceiling applies after 72 hours, and not a second earlier (T59)', async () => {
  const home = await newFamily('young');
  expect(await known(home)).toEqual({ amount: 20_000, counts: 20_000, from: null });
  const raised = await set(home, 300_000);
  const from = new Date(raised + YOUNG_MS).toISOString();
  expect(await known(home)).toEqual({ amount: 300_000, counts: 20_000, from });
  await expectCounting(home, 20_000);
  at(raised + YOUNG_MS - 1_000);
  await expectCounting(home, 20_000);
  at(raised + YOUNG_MS - 1);
  expect(await known(home)).toEqual({ amount: 300_000, counts: 20_000, from });
  at(raised + YOUNG_MS);
  expect(await known(home)).toEqual({ amount: 300_000, counts: 300_000, from: null });
  at(raised + YOUNG_MS + 1_000);
  await expectCounting(home, 300_000);
});

test('raised twice, each step applies once it is old (T59)', async () => {
  const home = await newFamily('twice');
  const first = await set(home, 100_000);
  at(first + 40 * HOUR_MS);
  const second = await set(home, 500_000);
  await expectCounting(home, 20_000);
  const from = new Date(second + YOUNG_MS).toISOString();
  expect(await known(home)).toEqual({ amount: 500_000, counts: 20_000, from });
  at(first + YOUNG_MS);
  await expectCounting(home, 100_000);
  expect(await known(home)).toEqual({ amount: 500_000, counts: 100_000, from });
  at(second + YOUNG_MS - 1_000);
  await expectCounting(home, 100_000);
  at(second + YOUNG_MS);
  await expectCounting(home, 500_000);
});

test('lowering applies at once, and raising it again afterwards is a raise (T59)', async () => {
  const home = await newFamily('lower');
  await set(home, 5_000);
  await expectCounting(home, 5_000);
  app.clock.advance(10 * HOUR_MS);
  const raised = await set(home, 20_000);
  await expectCounting(home, 5_000);
  // Up, down and up again: the raise in between never applies.
  for (const limit of [900_000, 7_000, 800_000]) {
    app.clock.advance(HOUR_MS);
    await set(home, limit);
  }
  await expectCounting(home, 5_000);
  at(raised + YOUNG_MS);
  await expectCounting(home, 7_000);
  app.clock.advance(3 * HOUR_MS);
  await expectCounting(home, 800_000);
  await set(home, 0);
  expect(outcome(await enter(home.parent, home.childId, 1))).toEqual(AGAIN);
});

test('taken back a raised ceiling is the old one; erasing the copies or taking back a lowered one raises nothing (T25 T59)', async () => {
  const home = await newFamily('back');
  const { parent } = home;
  const newest = async () =>
    ((await parent.get('/api/money-changes')).body as MoneyChange[])[0] as MoneyChange;
  const undo = async ({ id }: MoneyChange) => {
    await fresh();
    expect((await parent.send('POST', `/api/money-changes/${id}/undo`)).status).toBe(200);
    await forgetProofs(app.db);
  };
  await set(home, 1_000_000);
  await undo(await newest());
  expect(await known(home)).toEqual({ amount: 20_000, counts: 20_000, from: null });
  await expectCounting(home, 20_000);
  await undo(await newest());
  await expectCounting(home, 20_000);
  await fresh();
  for (;;) {
    const copy = await newest();
    if (!copy) break;
    expect((await parent.send('POST', `/api/money-changes/${copy.id}/forget`)).status).toBe(200);
  }
  await forgetProofs(app.db);
  await expectCounting(home, 20_000);
  app.clock.advance(YOUNG_MS);
  await expectCounting(home, 1_000_000);
  await set(home, 30_000);
  await undo(await newest());
  await expectCounting(home, 30_000);
});

test('a clock that is set back makes no raised ceiling old (T59)', async () => {
  const home = await newFamily('clock');
  app.clock.advance(48 * HOUR_MS);
  const raised = await set(home, 300_000);
  at(raised - 10 * HOUR_MS);
  await expectCounting(home, 20_000);
  // A lower one that matures sooner doesn't shorten it.
  const lowered = await set(home, 10_000);
  await set(home, 400_000);
  await expectCounting(home, 10_000);
  at(lowered + YOUNG_MS + 1_000);
  await expectCounting(home, 20_000);
  at(raised + YOUNG_MS - 1_000);
  await expectCounting(home, 20_000);
  at(raised + YOUNG_MS);
  await expectCounting(home, 400_000);
});

test('the same ceiling again changes nothing, however often (T59)', async () => {
  const home = await newFamily('same');
  const raised = await set(home, 50_000);
  for (let hour = 1; hour <= 24; hour++) {
    app.clock.advance(3 * HOUR_MS);
    await set(home, 50_000);
  }
  at(raised + YOUNG_MS);
  await expectCounting(home, 50_000);
});
