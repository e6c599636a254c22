/** The traces of contributions with pruned entries, and who sees them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealAll } from '#server/ledger/seal.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { joinAsChild } from '#tests/support/family.ts';
import { addGoal, contribute, getGoal, goalFamily } from '#tests/support/goals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('of what was pruned a child reads its own part of a goal, and no sibling’s (AUTH-46)', async () => {
  const past = await goalFamily(app);
  const shared = await addGoal(past.anna, { targetAmount: '0.01' });
  for (const [childId, amount] of [
    [past.mia.id, '0.0001'],
    [past.leo.id, '0.00031'],
  ] as const) {
    const given = { amount, childId, contributionType: 'gift' };
    expect((await contribute(past.anna, shared.id, given)).status).toBe(200);
  }
  await sealAll(app.db.owner, SEAL_KEY);
  app.clock.advance(400 * 86_400_000);
  const parent = await app.signIn(past.mail('anna'));
  const pruned = await parent.send('DELETE', '/api/transactions/prune/3');
  expect(pruned.body).toMatchObject({ keptCount: 0 });
  const kid = await joinAsChild(app, parent, past.mia.id, past.mail('mia'));
  const path = `/api/family-goals/${shared.id}/contributions`;
  const parts = async (who: Visitor) =>
    ((await who.get(path)).body as { childId: string; amount: string }[]).map(
      ({ childId, amount }) => [childId, amount],
    );
  const mias = [past.mia.id, '0.00010000'];
  expect(await parts(kid)).toEqual([mias]);
  expect(await parts(parent)).toEqual([mias, [past.leo.id, '0.00031000']]);
});

test('what a child gave to a bought goal stays its own part; once its entries are pruned it is unknown, not nothing', async () => {
  const past = await goalFamily(app);
  const bike = await addGoal(past.anna, { targetAmount: '0.0003' });
  for (const [childId, amount] of [
    [past.mia.id, '0.0001'],
    [past.leo.id, '0.00015'],
    [undefined, '0.00005'],
  ] as const) {
    const given = { amount, contributionType: 'gift', ...(childId && { childId }) };
    expect((await contribute(past.anna, bike.id, given)).status).toBe(200);
  }
  await past.anna.send('POST', `/api/family-goals/${bike.id}/bought`);
  const kid = await joinAsChild(app, past.anna, past.mia.id, past.mail('mia'));
  expect((await getGoal(kid, bike.id)).ownAmount).toBe('0.00010000');
  await sealAll(app.db.owner, SEAL_KEY);
  app.clock.advance(400 * 86_400_000);
  const parent = await app.signIn(past.mail('anna'));
  await parent.send('DELETE', '/api/transactions/prune/3');
  const later = await app.signIn(past.mail('mia'));
  expect((await getGoal(later, bike.id)).ownAmount).toBeNull();
});
