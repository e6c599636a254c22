/** Handles goals when a child's book closes. */
import type { Entry } from '#core/ledger.ts';
import type { Closing, Eraser } from '#features/people/children/closing.ts';
import { outsideOf } from '#server/ledger/accounts.ts';
import { goalParts, leaving } from './store.ts';

export const goalEraser: Eraser = {
  accounts: async ({ tx, familyId, childId }) => {
    const rows = await tx<{ accountId: string }[]>`
      SELECT a.account_id FROM account a
      JOIN goal g ON g.family_id = a.family_id AND g.goal_id = a.goal_id
      WHERE a.family_id = ${familyId} AND g.owner_child_id = ${childId}`;
    return rows.map(({ accountId }) => accountId);
  },
  lastEntries: (closing) => lastEntries(closing),
  erase: (closing) => eraseGoals(closing),
};

/**
 * The child's parts of goals leave the book, and so do the parents' contributions to the child's
 * own goals. (Nobody else may contribute to those.)
 */
async function lastEntries({ tx, familyId, childId, userId, now }: Closing): Promise<Entry[]> {
  const parts = await goalParts(tx, familyId, { childId });
  if (parts.length === 0) return [];
  const outside = await outsideOf(tx, familyId);
  return parts.map((part) => ({
    ...leaving(part, outside, { familyId, madeBy: userId, now }),
    type: part.childId === null ? 'goal_out' : 'savings_withdrawal',
    amountSats: -part.sats,
  }));
}

/** Erases all texts about a removed child: its goals, and notes on its contributions. */
async function eraseGoals({ tx, familyId, childId, now }: Closing): Promise<void> {
  await tx`
    UPDATE goal SET state = 'deleted', title = '', description = '', image_url = NULL,
      image_id = NULL, updated_at = ${now}
    WHERE family_id = ${familyId} AND owner_child_id = ${childId}`;
  await tx`
    UPDATE goal SET full_seen_by = array_remove(full_seen_by, ${childId}::uuid)
    WHERE family_id = ${familyId} AND ${childId} = ANY (full_seen_by)`;
  await tx`
    DELETE FROM goal_image i USING goal g
    WHERE i.family_id = ${familyId} AND g.family_id = i.family_id AND g.goal_id = i.goal_id
      AND g.owner_child_id = ${childId}`;
  await tx`
    UPDATE goal_allocation l SET status = 'ended'
    FROM goal g
    WHERE l.family_id = ${familyId} AND l.status IN ('asked', 'active')
      AND g.family_id = l.family_id AND g.goal_id = l.goal_id
      AND (l.child_id = ${childId} OR g.owner_child_id = ${childId})`;
  await tx`
    UPDATE goal_contribution k SET description = NULL
    FROM entry e
    WHERE k.family_id = ${familyId} AND e.family_id = k.family_id AND e.entry_id = k.entry_id
      AND e.child_id = ${childId}`;
}
