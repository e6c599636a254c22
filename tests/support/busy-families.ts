/** Families that give every task something to do within a hundred days. */
import type { TestApp } from './app.ts';
import { addChild, joinAsChild, joinAsSpouse, record } from './family.ts';
import { addGoal } from './goals.ts';

/**
 * The families of anna (with tom and mia), of old, and of ida @example.com; gone's will be erased.
 * @returns a goal of anna's
 */
export async function makeBusyFamilies(app: TestApp): Promise<{ goalId: string }> {
  const anna = await app.signIn('anna@example.com');
  const mia = await addChild(anna, { name: 'Mia', weeklyAllowance: '0.00001' });
  await record(anna, mia.id, 'bonus', '0.001');
  await joinAsSpouse(app, anna, 'tom@example.com');
  const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
  await anna.send('PATCH', '/api/family/settings', { payAutomatically: true });
  const asked = { childId: mia.id, amount: '0.0001', reason: 'A book' };
  await kid.send('POST', '/api/withdrawal-requests', asked);
  const goalId = (await addGoal(anna, { targetAmount: '0.01' })).id;
  const kim = await addChild(anna, { name: 'Kim', weeklyAllowance: '0' });
  await record(anna, kim.id, 'bonus', '0.001');
  await anna.send('DELETE', `/api/children/${kim.id}`);
  // A book without new entries when the old ones are pruned.
  const old = await app.signIn('old@example.com');
  await record(old, (await addChild(old, { weeklyAllowance: '0' })).id, 'bonus', '0.001');
  const keep = { dataRetentionMonths: 3, autoDataPruningEnabled: true };
  await old.send('PUT', '/api/privacy/settings', keep);
  // Another family waits for a member whose own family is about to be erased.
  const ida = await app.signIn('ida@example.com');
  await ida.send('POST', '/api/family/invite-spouse', { email: 'gone@example.com' });
  const gone = await app.signIn('gone@example.com');
  await gone.send('POST', '/api/family/deletion');
  return { goalId };
}
