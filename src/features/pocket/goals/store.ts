/** SQL for goals: the row with its contributions, and the accounts. */

import type postgres from 'postgres';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { CivilDate } from '#core/calendar.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import type { Sats } from '#core/money.ts';
import { DAY } from '#core/time.ts';
import { lapsePayloads } from '#features/book/approvals/store.ts';
import { messageExists } from '#features/notices/messages/store.ts';
import { planSats } from '#features/people/children/agreed.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { type Category, MAX_GOALS, MAX_OWN_GOALS, MOST_OWN_GOALS_A_DAY } from './contract.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type GoalRow = {
  goalId: string;
  createdBy: string;
  creatorType: 'parent' | 'child';
  ownerChildId: string | null;
  title: string;
  description: string;
  category: Category;
  /** Null for the category's. */
  drawing: GoalDrawing | null;
  targetSats: Sats;
  currentSats: Sats;
  targetDate: CivilDate | null;
  imageUrl: string | null;
  imageId: string | null;
  state: 'open' | 'bought' | 'deleted';
  /** Children by child id, adults by user id. */
  fullSeenBy: string[];
  createdAt: Date;
  updatedAt: Date;
  /** Null for a bought goal whose entries were pruned. */
  ownSats: Sats | null;
  parentsSats: Sats;
  buyAsked: boolean;
  /** The active allocations' total in an ordinary week. */
  weeklySats: Sats;
};

/** `viewer` is SQL for the reading child, whose own part is shown separately. */
export const goalSelect = (sql: Sql, viewer: Fragment) => sql`
  SELECT g.goal_id, g.created_by, g.creator_type, g.owner_child_id, g.title, g.description,
    g.category, g.drawing, g.target_sats, g.current_sats, g.target_date, g.image_url, g.image_id,
    g.state, g.full_seen_by, g.created_at, g.updated_at,
    CASE WHEN g.state = 'bought' THEN (${spentOf(sql, viewer)})
      ELSE coalesce((SELECT a.balance_sats FROM account a WHERE a.family_id = g.family_id
        AND a.goal_id = g.goal_id AND a.child_id = ${viewer}), 0) END AS own_sats,
    coalesce((SELECT a.balance_sats FROM account a WHERE a.family_id = g.family_id
      AND a.goal_id = g.goal_id AND a.child_id IS NULL), 0) AS parents_sats,
    coalesce((SELECT sum(p.amount_sats * l.percent_tenths / 1000)::bigint
      FROM goal_allocation l
      JOIN child c ON c.family_id = l.family_id AND c.removed_at IS NULL
        AND (l.child_id IS NULL OR c.child_id = l.child_id)
      JOIN LATERAL (${planNow(sql)}) p ON true
      WHERE l.family_id = g.family_id AND l.goal_id = g.goal_id AND l.status = 'active'
        AND l.apply_to = 'new_contributions'), 0) AS weekly_sats,
    g.state = 'open' AND g.current_sats >= g.target_sats AND CASE WHEN ${viewer} IS NULL
      THEN ${buyAsked(sql, 'goalId', sql`g.goal_id::text`)}
      ELSE ${buyAsked(sql, 'from', sql`concat_ws(' ', ${viewer}, g.goal_id)`)} END AS buy_asked
  FROM goal g`;

/** A child's part spent on buying the goal `g`; NULL once those entries were pruned. */
const spentOf = (sql: Sql, viewer: Fragment) => sql`
  SELECT coalesce(-sum(p.amount_sats) FILTER (WHERE a.child_id = ${viewer}), 0)::bigint
  FROM account a
  JOIN posting p ON p.family_id = a.family_id AND p.account_id = a.account_id
  JOIN entry e ON e.family_id = p.family_id AND e.entry_id = p.entry_id AND e.type = 'goal_out'
  WHERE a.family_id = g.family_id AND a.goal_id = g.goal_id
  HAVING count(*) > 0`;

const buyAsked = (sql: Sql, fact: string, value: Fragment) =>
  messageExists(sql, { familyId: sql`g.family_id`, kind: 'buy_asked', fact, value });

/** The allowance of the child `c`: the last saved plan. */
export const planNow = (sql: Sql) => sql`
  SELECT ${planSats(sql)} AS amount_sats FROM allowance_plan plan
  WHERE plan.family_id = c.family_id AND plan.child_id = c.child_id
  ORDER BY plan.plan_no DESC LIMIT 1`;

/** For the goal `g`: a child may see its own and the family's; SQL NULL means an adult. */
export const visibleTo = (sql: Sql, viewer: Fragment) => sql`
  g.state <> 'deleted' AND ${notOfClosedBook(sql)}
  AND (${viewer} IS NULL OR g.owner_child_id IS NULL OR g.owner_child_id = ${viewer})`;

/** Hides a child's own goals while its book is closed. */
export const notOfClosedBook = (sql: Sql) => sql`
  NOT EXISTS (SELECT FROM child o WHERE o.family_id = g.family_id
    AND o.child_id = g.owner_child_id AND o.removed_at IS NOT NULL)`;

const child = (tx: Tx, childId: string | null) => tx`${childId}::uuid`;

export const listGoals = (tx: Tx, familyId: string, viewer: string | null) => tx<GoalRow[]>`
  ${goalSelect(tx, child(tx, viewer))}
  WHERE g.family_id = ${familyId} AND ${visibleTo(tx, child(tx, viewer))}
  ORDER BY g.goal_id`;

/** @throws Refusal NOT_FOUND for a goal that the caller may not see */
export async function findGoal(
  tx: Tx,
  familyId: string,
  goalId: string,
  viewer: string | null,
): Promise<GoalRow> {
  const [row] = await tx<GoalRow[]>`
    ${goalSelect(tx, child(tx, viewer))}
    WHERE g.family_id = ${familyId} AND g.goal_id = ${goalId}
      AND ${visibleTo(tx, child(tx, viewer))}`;
  if (!row) throw new Refusal('NOT_FOUND', because('NO_GOAL'));
  return row;
}

export type NewGoal = {
  title: string;
  description: string;
  category: Category;
  drawing: GoalDrawing | null;
  targetSats: Sats;
  targetDate: CivilDate | null;
  imageUrl: string | null;
};

export async function addGoal(
  tx: Tx,
  familyId: string,
  goal: NewGoal,
  by: { userId: string; childId: string | null; now: Date },
): Promise<string> {
  const [row] = await tx<{ count: bigint }[]>`
    SELECT count(*) FROM goal WHERE family_id = ${familyId} AND state = 'open'`;
  if ((row?.count ?? 0n) >= BigInt(MAX_GOALS))
    throw new Refusal('CONFLICT', because('AT_MOST_GOALS', { most: MAX_GOALS }));
  if (by.childId !== null) await assertRoomFor(tx, familyId, by.childId, by.now);
  const goalId = newId(by.now.getTime());
  await tx`
    INSERT INTO goal (family_id, goal_id, created_by, creator_type, owner_child_id, title,
      description, category, drawing, target_sats, target_date, image_url, created_at, updated_at)
    VALUES (${familyId}, ${goalId}, ${by.userId}, ${by.childId === null ? 'parent' : 'child'},
      ${by.childId}, ${goal.title}, ${goal.description}, ${goal.category}, ${goal.drawing},
      ${goal.targetSats}, ${goal.targetDate}, ${goal.imageUrl}, ${by.now}, ${by.now})`;
  return goalId;
}

/** @throws Refusal if a child would fill the family's list, or exceed its own daily limit */
async function assertRoomFor(tx: Tx, familyId: string, childId: string, now: Date): Promise<void> {
  const [row] = await tx<{ open: number; today: number }[]>`
    SELECT count(*) FILTER (WHERE state = 'open')::integer AS open,
      count(*) FILTER (WHERE creator_type = 'child'
        AND created_at > ${new Date(now.getTime() - DAY)})::integer AS today
    FROM goal WHERE family_id = ${familyId} AND owner_child_id = ${childId}`;
  if ((row?.open ?? 0) >= MAX_OWN_GOALS)
    throw new Refusal('CONFLICT', because('AT_MOST_OWN_GOALS', { most: MAX_OWN_GOALS }));
  if ((row?.today ?? 0) >= MOST_OWN_GOALS_A_DAY)
    throw new Refusal('RATE_LIMITED', because('ENOUGH_TODAY'));
}

/** Rewrites the whole row; an address replaces and removes a stored picture. */
export async function changeGoal(
  tx: Tx,
  familyId: string,
  goalId: string,
  goal: NewGoal & { imageId: string | null },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE goal SET title = ${goal.title}, description = ${goal.description},
      category = ${goal.category}, drawing = ${goal.drawing}, target_sats = ${goal.targetSats},
      target_date = ${goal.targetDate}, image_url = ${goal.imageUrl}, image_id = ${goal.imageId},
      updated_at = ${now}
    WHERE family_id = ${familyId} AND goal_id = ${goalId}`;
  await tx`
    DELETE FROM goal_image WHERE family_id = ${familyId} AND goal_id = ${goalId}
      AND image_id IS DISTINCT FROM ${goal.imageId}::uuid`;
}

/** @param reader a child's id or an adult's user id */
export async function markFullSeen(tx: Tx, familyId: string, goalId: string, reader: string) {
  await tx`
    UPDATE goal SET full_seen_by = full_seen_by || ${reader}::uuid
    WHERE family_id = ${familyId} AND goal_id = ${goalId} AND NOT ${reader} = ANY (full_seen_by)`;
}

/** Ends a goal. Deleting also erases its texts and pictures. */
export async function closeGoal(
  tx: Tx,
  familyId: string,
  goalId: string,
  state: 'bought' | 'deleted',
  now: Date,
): Promise<void> {
  await tx`
    UPDATE goal SET state = ${state}, updated_at = ${now},
      current_sats = CASE WHEN ${state === 'bought'} THEN target_sats ELSE current_sats END
    WHERE family_id = ${familyId} AND goal_id = ${goalId} AND state = 'open'`;
  const ended = await tx<{ allocationId: string }[]>`
    UPDATE goal_allocation SET status = 'ended'
    WHERE family_id = ${familyId} AND goal_id = ${goalId} AND status IN ('asked', 'active')
    RETURNING allocation_id`;
  const ids = ended.map(({ allocationId }) => allocationId);
  await lapsePayloads(tx, familyId, ids, now);
  if (state === 'deleted')
    await tx`DELETE FROM goal_image WHERE family_id = ${familyId} AND goal_id = ${goalId}`;
}

export type GoalPart = {
  accountId: string;
  goalId: string;
  title: string;
  childId: string | null;
  sats: Sats;
  savings: string | null;
};

/** The parts in open goals: of everyone in one goal, or of one child in all goals. */
export const goalParts = (tx: Tx, familyId: string, of: { goalId: string } | { childId: string }) =>
  tx<GoalPart[]>`
    SELECT a.account_id, a.goal_id, g.title, a.child_id, a.balance_sats AS sats,
      s.account_id AS savings
    FROM account a
    JOIN goal g ON g.family_id = a.family_id AND g.goal_id = a.goal_id AND g.state = 'open'
    LEFT JOIN account s ON s.family_id = a.family_id AND s.child_id = a.child_id AND s.kind = 'savings'
    WHERE a.family_id = ${familyId} AND a.balance_sats > 0
      AND ${'goalId' in of ? tx`a.goal_id = ${of.goalId}` : tx`(a.child_id = ${of.childId} OR g.owner_child_id = ${of.childId})`}
    ORDER BY a.account_id`;

/** Shared by all entries that take a part out of its goal. */
export const leaving = (
  part: GoalPart,
  to: string,
  { familyId, madeBy, now }: { familyId: string; madeBy: string; now: Date },
) => ({
  entryId: newId(now.getTime()),
  familyId,
  childId: part.childId ?? undefined,
  occurredAt: now,
  madeBy,
  postings: [
    { accountId: part.accountId, amountSats: -part.sats, goalId: part.goalId },
    { accountId: to, amountSats: part.sats },
  ],
});

/** True if the child belongs to the family and was not removed. */
export async function isThere(tx: Tx, familyId: string, childId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM child WHERE family_id = ${familyId} AND child_id = ${childId}
      AND removed_at IS NULL`;
  return found.length > 0;
}

/** A contributor's account (null: the parents'), created if missing. */
export async function goalAccount(
  tx: Tx,
  familyId: string,
  goalId: string,
  childId: string | null,
  now: Date,
): Promise<string> {
  const [found] = await tx<{ accountId: string }[]>`
    SELECT account_id FROM account WHERE family_id = ${familyId} AND goal_id = ${goalId}
      AND child_id IS NOT DISTINCT FROM ${childId}::uuid`;
  if (found) return found.accountId;
  const accountId = newId(now.getTime());
  await tx`
    INSERT INTO account (family_id, account_id, kind, child_id, goal_id, balance_sats)
    VALUES (${familyId}, ${accountId}, 'goal', ${childId}, ${goalId}, 0)`;
  return accountId;
}
