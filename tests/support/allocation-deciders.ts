/** Two parents and a child answer, or withdraw, the same allocation at the same moment. */
import { expect } from 'vitest';
import type { Allocation } from '../../src/features/pocket/goals/allocations/contract.ts';
import type { Visitor } from './app.ts';
import { startApp } from './app.ts';
import { addChild, getChild, joinAsChild, joinAsSpouse, record } from './family.ts';
import { addGoal, getGoal, goalProblems, request } from './goals.ts';

/** Each seed shuffles 100 parallel answers; one outcome, at most one posting. */
export async function answerAtOnce(seeds: number): Promise<void> {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  await record(anna, childId, 'bonus', '0.00001000');
  const ben = await joinAsSpouse(app, anna, 'ben@example.com');
  const kid = await joinAsChild(app, anna, childId, 'mia@example.com');
  const deciders = [anna, ben];
  for (let seed = 0; seed < seeds; seed++) {
    app.clock.advance(30 * 60_000);
    const goal = await addGoal(anna, { title: `Goal ${seed}` });
    const asked = { percentage: 60, applyTo: 'entire_savings' };
    const { id } = await request(kid, goal.id, asked);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        if ((i + seed) % 4 === 3) return kid.send('DELETE', `/api/allocations/${id}`);
        const approved = ((i * 7 + seed * 13) >> 2) % 2 === 0;
        const body = approved ? { approved } : { approved, denialReason: 'Not now' };
        const who = deciders[i % 2] as Visitor;
        return i % 3 === 0
          ? who.send('PATCH', `/api/goal-allocations/${id}/approve`, body)
          : who.send('POST', `/api/allocations/${id}/approve`, body);
      }),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(99);
    const said = (won[0]?.body ?? {}) as Partial<Allocation>;
    const status = said.status ?? 'withdrawn';
    // A one-time allocation takes effect on approval, so it reads as ended.
    const isYes = status === 'ended';
    const stored = isYes
      ? { state: 'approved', status: 'active' }
      : { state: status, status: 'ended' };
    const sats = isYes ? '0.00000600' : '0.00000000';
    expect(await getGoal(anna, goal.id)).toMatchObject({ currentAmount: sats });
    const rows = await app.db.owner<{ state: string; status: string; postings: bigint }[]>`
      SELECT r.state, l.status, (SELECT count(*) FROM posting JOIN account a
        USING (family_id, account_id) WHERE a.goal_id = l.goal_id) AS postings
      FROM goal_allocation l JOIN request r ON r.request_id = l.allocation_id
      WHERE allocation_id = ${id}`;
    expect([...rows]).toEqual([{ ...stored, postings: isYes ? 1n : 0n }]);
    await anna.send('DELETE', `/api/family-goals/${goal.id}`);
    expect(await getChild(anna, childId)).toMatchObject({ savingsBalance: '0.00001000' });
  }
  expect(await goalProblems(app)).toEqual([]);
  await app.close();
}
