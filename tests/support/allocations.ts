/** The family and the calls of tests about allocations, at both URLs of an answer. */
import type { Allocation } from '../../src/features/pocket/goals/allocations/contract.ts';
import type { TestApp, Visitor } from './app.ts';
import { addChild, joinAsChild, record } from './family.ts';
import { addGoal } from './goals.ts';

export const approve = (who: Visitor, id: string, body: object) =>
  who.send('POST', `/api/allocations/${id}/approve`, body);
export const decide = (who: Visitor, id: string, body: object) =>
  who.send('PATCH', `/api/goal-allocations/${id}/approve`, body);
export const pending = async (who: Visitor): Promise<Allocation[]> =>
  (await who.get('/api/pending-allocations')).body;
export const active = async (who: Visitor, query = ''): Promise<Allocation[]> =>
  (await who.get(`/api/allocations/active${query}`)).body;

let families = 0;

/** A new family: Anna, Mia with savings and her own sign-in (kid), Leo, and a goal. */
export async function allocationFamily(app: TestApp) {
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  const nth = ++families;
  const mail = (name: string) => `${name}${nth}@example.com`;
  const anna = await app.signIn(mail('anna'));
  const mia = await addChild(anna, { name: 'Mia', weeklyAllowance: '0.00001' });
  const leo = await addChild(anna, { name: 'Leo', weeklyAllowance: '0.00002' });
  await record(anna, mia.id, 'bonus', '0.001');
  const kid = await joinAsChild(app, anna, mia.id, mail('mia'));
  const { id: goalId } = await addGoal(anna, { targetAmount: '0.01' });
  return { anna, mia, leo, kid, goalId, mail };
}
