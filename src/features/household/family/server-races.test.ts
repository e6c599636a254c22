/** Being removed during a pending call, and earlier invitations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinAsSpouse } from '#tests/support/family.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { type ActorsWorld, makeActors } from '#tests/support/world.ts';

let world: ActorsWorld;
beforeAll(async () => {
  world = await makeActors();
});
afterAll(() => world.close());

test('a call of the spouse that waits while the spouse is removed changes nothing (T19b)', async () => {
  const spouse = await world.as('spouse');
  const kid = await world.newChild();
  let waiting: ReturnType<typeof spouse.send> | undefined;
  await world.db.changeFamily(world.familyId, async (tx) => {
    await tx`SELECT 1`; // the lock is taken
    const path = `/api/children/${kid}/sign-in`;
    waiting = spouse.send('POST', path, { email: 'second-address@example.com' });
    await untilWaiting(world.db.owner);
    await tx`DELETE FROM session WHERE user_id = ${await world.userId('spouse')}`;
  });
  expect((await waiting)?.status).toBe(401);
  const [row] = await world.db.owner`
    SELECT FROM invitation WHERE email = 'second-address@example.com'`;
  expect(row).toBeUndefined();
});

test('a child’s open invitation is shown on its record until it is withdrawn', async () => {
  const parent = await world.as('parent');
  const kid = await world.newChild();
  const invited = async () =>
    ((await parent.get(`/api/children/${kid}`)).body as { invitedEmail: string | null })
      .invitedEmail;
  expect(await invited()).toBeNull();
  await parent.send('POST', `/api/children/${kid}/sign-in`, { email: 'typo@example.com' });
  expect(await invited()).toBe('typo@example.com');
  await parent.send('DELETE', `/api/children/${kid}/sign-in`);
  expect(await invited()).toBeNull();
});

test('removing the spouse also ends an invitation to the spouse’s own address (T19b)', async () => {
  const parent = await world.as('parent');
  const email = 'spouse@example.com';
  const kid = await world.newChild();
  expect((await parent.send('POST', `/api/children/${kid}/sign-in`, { email })).status).toBe(200);
  expect((await parent.send('DELETE', '/api/family/spouse')).status).toBe(200);
  const ex = await world.as('spouse');
  expect((await ex.get('/api/invitations')).body).toEqual([]);
  // The other tests' family has its spouse.
  await joinAsSpouse(world, parent, email);
});

test('a later visit to the setup does not move the family to another time zone (SETUP-18)', async () => {
  const parent = await world.as('parent');
  const zone = async () =>
    ((await parent.get('/api/family')).body as { timeZone: string }).timeZone;
  await parent.send('POST', '/api/family/setup', { children: [], timeZone: 'Europe/Berlin' });
  expect(await zone()).toBe('Europe/Berlin');
  await parent.send('POST', '/api/family/setup', { children: [], timeZone: 'Asia/Tokyo' });
  expect(await zone()).toBe('Europe/Berlin');
});
