/** A share of savings and a goal's last room: it is filled, and the rest stays saved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allocationFamily, approve } from '#tests/support/allocations.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { getChild, message } from '#tests/support/family.ts';
import { addGoal, allocate, getGoal, goalProblems, request } from '#tests/support/goals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await goalProblems(app)).toEqual([]);
  await app.close();
});

test('half of all savings is more than a goal still needs: it gets that, and then nothing more (GOAL-67)', async () => {
  const { anna, kid, mia } = await allocationFamily(app);
  const { id } = await addGoal(anna, { targetAmount: '0.0004' });
  const asked = await request(kid, id, { percentage: 50, applyTo: 'entire_savings' });
  expect((await approve(anna, asked.id, { approved: true })).status).toBe(200);
  expect(await getGoal(anna, id)).toMatchObject({ currentAmount: '0.00040000' });
  expect(await getChild(anna, mia.id)).toMatchObject({
    ...{ savingsBalance: '0.00060000', goalsBalance: '0.00040000' },
  });
  const more = await allocate(anna, id, {
    ...{ percentage: 1, childId: mia.id, applyTo: 'entire_savings' },
  });
  expect([more.status, message(more)]).toEqual([409, expect.stringContaining('complete')]);
});
