/** Pay days that pay, for children with allowances shared with goals: only savings are paid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getChild } from '#tests/support/family.ts';
import { addGoal, allocate, getGoal } from '#tests/support/goals.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  newPayingHome,
  type PayoutWorld,
  payoutsOf,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());

test('an allowance that goes into a goal whole is booked, and nothing is paid out (T27)', async () => {
  const home = await newPayingHome(world, 'whole', true);
  const { parent, childId } = home;
  const { id } = await addGoal(parent, { targetAmount: '0.01' });
  const all = { childId, percentage: 100, applyTo: 'new_contributions' };
  expect((await allocate(parent, id, all)).status).toBe(200);
  expect((await processDue(parent)).processedChildren).toHaveLength(1);
  await watchLater(world.app, 2 * 60_000);
  expect([await payoutsOf(parent), world.wallet.paid.size]).toEqual([[], 0]);
  expect(await getGoal(parent, id)).toMatchObject({ currentAmount: '0.00010000' });
  expect(await getChild(parent, childId)).toMatchObject({ savingsBalance: '0.00000000' });
});
