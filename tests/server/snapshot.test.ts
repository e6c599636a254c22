/** What the tests of refused calls rely on: whatever is written shows in a snapshot. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChild } from '../support/family.ts';
import { type ActorsWorld, makeActors, snapshot } from '../support/world.ts';

let world: ActorsWorld;
beforeAll(async () => {
  world = await makeActors();
});
afterAll(() => world.close());

test('a snapshot stays the same while nothing is written but what a refused call may write', async () => {
  const before = await snapshot(world);
  expect(await snapshot(world)).toBe(before);
  const { count } = await world.db.owner`UPDATE users SET last_active_at = now()`;
  expect([count > 0, await snapshot(world)]).toEqual([true, before]);
});

test('a new row, a row written again, one that says something else and a removed one all show', async () => {
  const { owner } = world.db;
  const seen = [await snapshot(world)];
  await addChild(await world.as('parent'));
  seen.push(await snapshot(world));
  for (const write of [
    () => owner`UPDATE child SET name = name WHERE child_id = ${world.mia}`,
    () => owner`UPDATE users SET first_name = 'Somebody' WHERE role = 'spouse'`,
    () => owner`DELETE FROM device WHERE token_hash = (SELECT min(token_hash) FROM device)`,
  ]) {
    expect((await write()).count).toBeGreaterThan(0);
    seen.push(await snapshot(world));
  }
  expect(new Set(seen).size).toBe(5);
});
