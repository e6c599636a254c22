/** Goals: pictures, a child's view of them, traces of a removed child. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { eraseClosedBooks, joinAsChild } from '#tests/support/family.ts';
import {
  addGoal,
  allocate,
  contribute,
  getGoal,
  goalFamily,
  goalProblems,
} from '#tests/support/goals.ts';
import type { Allocation } from './allocations/contract.ts';
import type { Goal } from './contract.ts';

let app: TestApp;
let mail: (name: string) => string;
let anna: Visitor;
let mia: Child;
let leo: Child;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await goalProblems(app)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ anna, mia, leo, mail } = await goalFamily(app));
});

const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(57);
  bytes.write('89504e470d0a1a0a0000000d49484452', 0, 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.write('IEND', 49, 'latin1');
  return bytes.toString('base64');
};

test('the picture of a child’s own goal does not exist for a sibling (T16 T49)', async () => {
  const kid = await joinAsChild(app, anna, mia.id, mail('mia'));
  const sibling = await joinAsChild(app, anna, leo.id, mail('leo'));
  const { id } = await addGoal(kid);
  const path = `/api/family-goals/${id}/picture`;
  const { imageUrl } = (await kid.send('PUT', path, { picture: png(64, 64) })).body as Goal;
  expect((await sibling.get(imageUrl as string)).status).toBe(404);
  for (const who of [kid, anna]) expect((await who.get(imageUrl as string)).status).toBe(200);
});

test('a picture is a small PNG, JPEG or WebP, stored by us and shown to the family only (T49)', async () => {
  const goal = await addGoal(anna);
  const put = (picture: string) =>
    anna.send('PUT', `/api/family-goals/${goal.id}/picture`, { picture });
  for (const wrong of [
    '',
    'x',
    btoa('<svg onload="alert(1)"/>'),
    btoa('GIF89a....'),
    png(641, 10),
    png(10, 0),
    'A'.repeat(220_000),
  ])
    expect((await put(wrong)).status, wrong.slice(0, 20)).toBe(400);
  const { imageUrl } = (await put(png(640, 480))).body as Goal;
  expect(imageUrl).toMatch(/^\/api\/goal-pictures\/[0-9a-f-]{36}$/);
  const shown = await anna.get(imageUrl as string);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  });
  const stranger = await app.signIn('stranger@example.com');
  expect((await stranger.get(imageUrl as string)).status).toBe(404);
  expect((await app.visitor().get(imageUrl as string)).status).toBe(401);
  const gone = (await anna.send('PATCH', `/api/family-goals/${goal.id}`, { imageUrl: null }))
    .body as Goal;
  expect(gone.imageUrl).toBeNull();
  expect((await anna.get(imageUrl as string)).status).toBe(404);

  const last = (await put(png(10, 10))).body as Goal;
  expect((await anna.get(last.imageUrl as string)).status).toBe(200);
  expect((await anna.send('DELETE', `/api/family-goals/${goal.id}`)).status).toBe(200);
  expect((await anna.get(last.imageUrl as string)).status).toBe(404);
  // The goal's row stays for its history, but not its picture.
  const kept = await app.db.owner`SELECT FROM goal_image WHERE goal_id = ${goal.id}`;
  expect(kept).toHaveLength(0);
});

test('a child’s replies contain nothing of another child: no name, no id, no amount, no personal goal (AUTH-46)', async () => {
  const kid = await joinAsChild(app, anna, mia.id, mail('mia'));
  const brother = await joinAsChild(app, anna, leo.id, mail('leo'));
  const shared = await addGoal(anna, {
    description: 'For Leo Hiddenname mostly',
    targetAmount: '0.01',
    imageUrl: 'https://pictures.example/leo-hiddenname.png',
  });
  await contribute(anna, shared.id, {
    amount: '0.00031',
    contributionType: 'savings',
    childId: leo.id,
    description: 'from Leo Hiddenname',
  });
  await contribute(anna, shared.id, {
    amount: '0.0001',
    contributionType: 'gift',
    childId: mia.id,
  });
  const secret = await addGoal(brother, { title: 'Surprise for Mia' });
  expect(secret).toMatchObject({ creatorType: 'child', ownerChildId: leo.id });
  const own = await addGoal(kid, { title: 'My drum' });
  const replies = await Promise.all(
    [
      '/api/family-goals',
      `/api/family-goals/${shared.id}/contributions`,
      '/api/pending-allocations',
      '/api/allocations/active',
      '/api/dashboard',
    ].map((path) => kid.get(path)),
  );
  for (const { text } of replies)
    for (const foreign of [leo.id, 'Hiddenname', '0.00031', secret.id, 'Surprise'])
      expect(text).not.toContain(foreign);
  const goals = replies[0]?.body as unknown as Goal[];
  expect(goals.map(({ id }) => id)).toEqual([shared.id, own.id]);
  expect(goals[0]).toMatchObject({
    currentAmount: '0.00041000',
    ownAmount: '0.00010000',
    parentsAmount: null,
    createdBy: null,
    description: '',
    imageUrl: null,
  });
  expect(goals[1]?.description).toBe('A red one');
  expect((await kid.get(`/api/family-goals/${secret.id}/contributions`)).status).toBe(404);
  expect(
    (
      await contribute(anna, secret.id, {
        amount: '0.0001',
        contributionType: 'gift',
        childId: mia.id,
      })
    ).status,
  ).toBe(409);
});

test('a removed child’s goals and words go with it, and the sums stay right', async () => {
  const kid = await joinAsChild(app, anna, mia.id, mail('mia'));
  const own = await addGoal(kid, { title: 'Zebrastripe', description: 'Zebrastripe' });
  const shared = await addGoal(anna);
  await contribute(anna, own.id, { amount: '0.0002', contributionType: 'gift' });
  await contribute(anna, own.id, {
    amount: '0.0001',
    contributionType: 'savings',
    childId: mia.id,
    description: 'Zebrastripe',
  });
  await contribute(anna, shared.id, {
    amount: '0.0001',
    contributionType: 'savings',
    childId: mia.id,
    description: 'Zebrastripe',
  });
  await contribute(anna, shared.id, {
    amount: '0.0003',
    contributionType: 'gift',
    childId: leo.id,
  });
  const parents = (await allocate(anna, own.id, { percentage: 5 })).body as { id: string };
  const asked = { percentage: 5, reason: 'Zebrastripe', applyTo: 'new_contributions' };
  const path = `/api/family-goals/${shared.id}/child-allocation-request`;
  const waits = (await kid.send('POST', path, { ...asked, childId: mia.id })).body as Allocation;
  expect(waits).toMatchObject({ status: 'pending', requestNote: 'Zebrastripe' });
  expect((await anna.send('DELETE', `/api/children/${mia.id}`)).status).toBe(200);
  await eraseClosedBooks(app);
  const [share] = await app.db.owner`
    SELECT status FROM goal_allocation WHERE allocation_id = ${parents.id}`;
  expect(share).toEqual({ status: 'ended' });
  const [request] = await app.db.owner`
    SELECT r.state, r.reason, l.status FROM request r JOIN goal_allocation l
      ON l.allocation_id = r.payload_id WHERE request_id = ${waits.id}`;
  expect(request).toEqual({ state: 'lapsed', reason: '', status: 'ended' });
  expect(await getGoal(anna, shared.id)).toMatchObject({ currentAmount: '0.00030000' });
  const left = await app.db.owner`
    SELECT 1 FROM goal WHERE title ~ 'Zebra' OR description ~ 'Zebra' UNION ALL
    SELECT 1 FROM goal_contribution WHERE description ~ 'Zebra' UNION ALL
    SELECT 1 FROM entry_text WHERE text ~ 'Zebra' UNION ALL
    SELECT 1 FROM account WHERE child_id = ${mia.id} AND balance_sats <> 0`;
  expect(left.length).toBe(0);
});
