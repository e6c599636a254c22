/** Goals in tests, by calls. */
import type { Allocation } from '../../src/features/pocket/goals/allocations/contract.ts';
import type { Goal } from '../../src/features/pocket/goals/contract.ts';
import type { Reply, TestApp, Visitor } from './app.ts';
import { addChild, record } from './family.ts';

let families = 0;

/** A new family: Anna, and two children with savings and unique names. */
export async function goalFamily(app: TestApp) {
  const nth = ++families;
  const mail = (name: string) => `${name}${nth}@example.com`;
  const anna = await app.signIn(mail('anna'));
  const mia = await addChild(anna, { name: 'Mia Secretname' });
  const leo = await addChild(anna, { name: 'Leo Hiddenname' });
  await record(anna, mia.id, 'bonus', '0.001');
  await record(anna, leo.id, 'bonus', '0.001');
  return { anna, mia, leo, mail };
}

export async function addGoal(who: Visitor, over: object = {}): Promise<Goal> {
  const body = { title: 'Bike', description: 'A red one', targetAmount: '0.001', ...over };
  const reply = await who.send('POST', '/api/family-goals', body);
  if (reply.status !== 200) throw new Error(`The goal was not made: ${reply.text}`);
  return reply.body;
}

export const getGoal = async (who: Visitor, id: string): Promise<Goal> => {
  const goals = (await who.get('/api/family-goals')).body as Goal[];
  const goal = goals.find((one) => one.id === id);
  if (!goal) throw new Error('There is no such goal');
  return goal;
};

export const allocate = (who: Visitor, goalId: string, body: object): Promise<Reply> =>
  who.send('POST', `/api/family-goals/${goalId}/allocations`, body);

export const contribute = (who: Visitor, goalId: string, body: object): Promise<Reply> =>
  who.send('POST', `/api/family-goals/${goalId}/contributions`, body);

export async function request(who: Visitor, goalId: string, body: object): Promise<Allocation> {
  const reply = await allocate(who, goalId, body);
  if (reply.status !== 200) throw new Error(`The request was not made: ${reply.text}`);
  return reply.body;
}

/**
 * In every family: each account equals the sum of its postings, each open goal that of its
 * accounts.
 */
export async function goalProblems(app: TestApp): Promise<readonly unknown[]> {
  return app.db.owner`
    SELECT a.account_id::text AS wrong FROM account a
    LEFT JOIN posting p USING (family_id, account_id)
    WHERE a.kind <> 'outside' GROUP BY a.family_id, a.account_id
    HAVING coalesce(sum(p.amount_sats), 0) <> max(a.balance_sats)
    UNION ALL
    SELECT g.goal_id::text FROM goal g LEFT JOIN account a USING (family_id, goal_id)
    WHERE g.state <> 'bought' GROUP BY g.family_id, g.goal_id
    HAVING coalesce(sum(a.balance_sats), 0) <> max(g.current_sats)
    UNION ALL
    SELECT entry_id::text FROM posting GROUP BY family_id, entry_id HAVING sum(amount_sats) <> 0`;
}
