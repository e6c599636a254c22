/** How a child's pay days leave the book: the address's owner, and since when. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { newName } from '../gifts/rules.ts';
import { saveName } from '../gifts/store.ts';
import { isOwnName, savePlan } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function newFamily(name: string) {
  const parent = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  const user = (await parent.get('/api/auth/user')).body as { id: string; familyId: string };
  return { childId, familyId: user.familyId, by: user.id };
}

test('the address of another family on this server is somebody else’s, and is paid (T26)', async () => {
  const [ours, theirs] = [await newFamily('anna'), await newFamily('zoe')];
  const name = newName('ours', () => 0);
  const now = app.clock.now;
  await app.db.changeFamily(ours.familyId, (tx) =>
    saveName(tx, { ...ours, name }, { ...ours, now }),
  );
  const isOwn = ({ familyId }: typeof ours) =>
    app.db.readFamily(familyId, (tx) => isOwnName(tx, familyId, name));
  expect([await isOwn(theirs), await isOwn(ours)]).toEqual([false, true]);
});

test('the same plan again keeps its age; another address needs a new approval (T25)', async () => {
  const { familyId, childId, by } = await newFamily('plans');
  const began = app.clock.now.getTime();
  const agreedAfter = async (address: string) => {
    app.clock.advance(60_000);
    const plan = { plan: 'lightning', address } as const;
    const now = app.clock.now;
    await app.db.changeFamily(familyId, (tx) => savePlan(tx, familyId, childId, plan, { by, now }));
    const [row] = await app.db.owner<{ agreedAt: Date }[]>`
      SELECT agreed_at FROM payout_plan WHERE child_id = ${childId}`;
    return (row?.agreedAt.getTime() ?? 0) - began;
  };
  const told = ['mia@one.example', 'mia@one.example', 'mia@two.example'];
  const agreed: number[] = [];
  for (const address of told) agreed.push(await agreedAfter(address));
  expect(agreed).toEqual([60_000, 60_000, 180_000]);
});
