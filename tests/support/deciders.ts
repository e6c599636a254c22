/** Two parents and a child answer, or withdraw, the same requests at the same moment. */
import { expect } from 'vitest';
import { startApp, type TestApp, type Visitor } from './app.ts';
import { addChild, joinAsChild, joinAsSpouse, record } from './family.ts';

type Asked = { id: string };

/**
 * Each round: one request, 100 answers in parallel, yes and no; one outcome, at most one posting.
 */
export async function decideAtOnce(rounds: number): Promise<void> {
  const app = await startApp();
  const { deciders, kid, childId } = await family(app);
  for (let round = 0; round < rounds; round++) {
    app.clock.advance(30 * 60_000); // A child may ask 60 times a day.
    const sent = { childId, amount: '0.00000600', reason: `Round ${round}` };
    const { id } = (await kid.send('POST', '/api/withdrawal-requests', sent)).body as Asked;
    const before = await books(app, childId);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        const who = deciders[i % deciders.length] as Visitor;
        // Each round shuffles differently; every seventh answer is the child's withdrawal.
        const approved = ((i * 7 + round * 13) >> 2) % 2 === 0;
        if ((i + round) % 7 === 6) return kid.send('DELETE', `/api/requests/${id}`);
        const path = i % 3 === 0 ? '/api/requests' : '/api/withdrawal-requests';
        return who.send('PATCH', `${path}/${id}`, { approved });
      }),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(99);
    const state = won.map(({ body }) => (body as { state: string }).state).join();
    const moved = state === 'approved' ? 600n : 0n;
    expect(await books(app, childId)).toEqual({
      savings: before.savings - moved,
      spending: before.spending + moved,
      held: 0n,
      openHolds: 0n,
      postings: before.postings + (moved > 0n ? 2n : 0n),
    });
    const [row] = await app.db.owner<{ state: string; entries: bigint }[]>`
      SELECT state, (SELECT count(*) FROM entry WHERE entry_id = request_id) AS entries
      FROM request WHERE request_id = ${id}`;
    expect(row).toEqual({ state, entries: moved > 0n ? 1n : 0n });
    await record(deciders[0] as Visitor, childId, 'bonus', '0.00000600');
  }
  await app.close();
}

async function family(app: TestApp) {
  const anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  await record(anna, childId, 'bonus', '0.00001000');
  const ben = await joinAsSpouse(app, anna, 'ben@example.com');
  const kid = await joinAsChild(app, anna, childId, 'mia@example.com');
  return { deciders: [anna, ben], kid, childId };
}

type Books = Record<'savings' | 'spending' | 'held' | 'openHolds' | 'postings', bigint>;

export async function books(app: TestApp, childId: string): Promise<Books> {
  const [row] = await app.db.owner<Books[]>`
    SELECT sum(balance_sats) FILTER (WHERE kind = 'savings')::bigint AS savings,
      sum(balance_sats) FILTER (WHERE kind = 'spending')::bigint AS spending,
      sum(held_sats)::bigint AS held,
      (SELECT coalesce(sum(h.amount_sats), 0)::bigint FROM hold h
        JOIN account USING (family_id, account_id)
        WHERE child_id = ${childId} AND ended_at IS NULL) AS open_holds,
      (SELECT count(*) FROM posting p JOIN entry e USING (family_id, entry_id)
        WHERE e.child_id = ${childId}) AS postings
    FROM account WHERE child_id = ${childId}`;
  return row as Books;
}
