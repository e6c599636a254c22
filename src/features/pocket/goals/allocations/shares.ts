/** Goals' shares of new allowances: read for a whole batch, decided by pure rules. */
import type { Sats } from '#core/money.ts';
import { type Running, type Shared, shareOut } from '#core/sharing.ts';
import { between, list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/sql.ts';

type RunningRow = Omit<Running, 'tenths'> & { tenths: number; roomSats: Sats };

/** An allowance about to be booked. */
export type NewAllowance = {
  entryId: string;
  familyId: string;
  childId: string;
  amountSats: Sats;
  dueDate: string;
};

/**
 * The shares of each allowance, by its entry's id. A goal's room is used up in the order (due date,
 * child created, child id); children's ids ascend in the order of their creation.
 */
export async function sharesOf(
  tx: Tx,
  allowances: readonly NewAllowance[],
): Promise<ReadonlyMap<string, Shared>> {
  const families = [...new Set(allowances.map(({ familyId }) => familyId))];
  if (families.length === 0) return new Map();
  const running = await tx<RunningRow[]>`
    SELECT l.family_id, l.allocation_id, l.goal_id, l.child_id, l.percent_tenths AS tenths,
      a.account_id, g.target_sats - g.current_sats AS room_sats
    FROM goal_allocation l
    JOIN goal g ON g.family_id = l.family_id AND g.goal_id = l.goal_id AND g.state = 'open'
      AND g.current_sats < g.target_sats
    JOIN account a ON a.family_id = l.family_id AND a.goal_id = l.goal_id
      AND a.child_id IS NOT DISTINCT FROM l.child_id AND a.closed_sats IS NULL
    WHERE l.family_id = ANY(${list(families, (id) => id)}::uuid[])
      AND ${between(tx, 'l.family_id', families, (id) => id)}
      AND l.status = 'active' AND l.apply_to = 'new_contributions'
    ORDER BY l.family_id, l.allocation_id`;
  if (running.length === 0) return new Map();
  const rooms = new Map(running.map(({ goalId, roomSats }) => [goalId, roomSats]));
  const due = allowances
    .map(({ entryId, familyId, childId, amountSats, dueDate }) => ({
      key: entryId,
      familyId,
      childId,
      amountSats,
      order: `${dueDate} ${childId}`,
    }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1));
  return shareOut(due, running, rooms);
}

/** Each allocation's contribution, entry by entry. */
export async function writeShares(
  tx: Tx,
  allowances: readonly Pick<NewAllowance, 'entryId'>[],
  shares: ReadonlyMap<string, Shared>,
): Promise<void> {
  const rows = allowances.flatMap(({ entryId }) => {
    const { fromChild = [], fromParents = [] } = shares.get(entryId) ?? {};
    return [...fromChild, ...fromParents].map((share) => ({ ...share, entryId }));
  });
  if (rows.length === 0) return;
  await tx`
    INSERT INTO goal_share (family_id, allocation_id, entry_id, amount_sats)
    SELECT * FROM unnest(
      ${list(rows, (r) => r.familyId)}::uuid[], ${list(rows, (r) => r.allocationId)}::uuid[],
      ${list(rows, (r) => r.entryId)}::uuid[], ${list(rows, (r) => r.amountSats)}::bigint[])`;
}
