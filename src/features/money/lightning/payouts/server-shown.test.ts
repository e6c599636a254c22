/** The listed pay days, how long, and their order. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { joinAsChild } from '#tests/support/family.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  newest,
  newPayingHome,
  type PayoutWorld,
  payoutsOf,
  setPayoutPlan,
  settle,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { PAYOUTS_SHOWN_DAYS } from './contract.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());
beforeEach(() => world.reset());

test('the oldest that is owed comes first; what has ended follows, the newest first (T25)', async () => {
  const home = await newPayingHome(world, 'anna', false);
  const days: string[] = [];
  for (let week = 0; week < 4; week++) {
    app.clock.now = new Date(world.beganAt + week * 7 * DAY_MS);
    await processDue(home.parent);
    await watchLater(app, 2 * 60_000);
  }
  for (const { dueDate } of await payoutsOf(home.parent)) days.push(dueDate);
  expect(days).toEqual([...days].sort());
  const [first, second] = await payoutsOf(home.parent);
  await settle(home, String(first?.id), { how: 'kept' });
  app.clock.advance(60_000);
  await settle(home, String(second?.id), { how: 'kept' });
  const listed = (await payoutsOf(home.parent)).map(({ dueDate }) => dueDate);
  expect(listed).toEqual([days[2], days[3], days[1], days[0]]);
});

test('what has ended is listed for its days, and not a second longer (T25)', async () => {
  const home = await newPayingHome(world, 'ben', false);
  await processDue(home.parent);
  await watchLater(app, 2 * 60_000);
  await settle(home, (await newest(home)).id, { how: 'kept' });
  app.clock.advance(PAYOUTS_SHOWN_DAYS * DAY_MS - SECOND_MS);
  const later = await app.signIn('ben@example.com');
  expect(await payoutsOf(later)).toHaveLength(1);
  app.clock.advance(SECOND_MS);
  expect(await payoutsOf(later)).toEqual([]);
});

test('the pay days of a closed book are listed no more (T25)', async () => {
  const home = await newPayingHome(world, 'carl', false);
  await processDue(home.parent);
  await watchLater(app, 2 * 60_000);
  await settle(home, (await newest(home)).id, { how: 'kept' });
  expect(await payoutsOf(home.parent)).toHaveLength(1);
  const closed = await home.parent.send('DELETE', `/api/children/${home.childId}`);
  expect(closed.status).toBe(200);
  expect(await payoutsOf(home.parent)).toEqual([]);
});

test('what is collected for a closed book is settled only once the book is restored (T25)', async () => {
  const home = await newPayingHome(world, 'finn', false);
  await setPayoutPlan(home.parent, home.childId, 'vault');
  await processDue(home.parent);
  const { id } = await newest(home);
  const book = `/api/children/${home.childId}`;
  expect((await home.parent.send('DELETE', book)).status).toBe(200);
  expect((await settle(home, id, { how: 'paid' })).status).toBe(404);
  expect((await home.parent.send('POST', `${book}/restore`)).status).toBe(200);
  expect((await newest(home)).state).toBe('due');
  expect((await settle(home, id, { how: 'paid' })).status).toBe(200);
});

test('a child sees that it was paid out, but neither by which wallet nor to which address (T25)', async () => {
  const home = await newPayingHome(world, 'dora', true);
  const kid = await joinAsChild(app, home.parent, home.childId, 'kid-dora@example.com');
  await processDue(home.parent);
  await watchLater(app, 2 * 60_000);
  expect(await payoutsOf(home.parent)).toMatchObject([
    { state: 'paid', provider: 'phoenixd', receiver: home.address },
  ]);
  expect(await payoutsOf(kid)).toMatchObject([{ state: 'paid', provider: null, receiver: null }]);
});
