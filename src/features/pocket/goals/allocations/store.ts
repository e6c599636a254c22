/**
 * SQL for allocations. A child's is the payload of a request with the same id, which records the
 * request and its answer; once active, its own row records the rest.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import type { Sats } from '#core/money.ts';
import type { Payload } from '#features/book/approvals/bookings.ts';
import { ANSWERED_SHOWN, type RequestState } from '#features/book/approvals/contract.ts';
import type { SessionKind } from '#features/book/approvals/rules.ts';
import { list } from '#server/db/columns.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import type { Category } from '../contract.ts';
import { notOfClosedBook, planNow } from '../store.ts';
import { MOST_ACTIVE, type Status } from './contract.ts';
import type { Taking } from './rules.ts';

export type ApplyTo = 'new_contributions' | 'entire_savings';

export type AllocationRow = {
  allocationId: string;
  goalId: string;
  goalTitle: string;
  goalDrawing: GoalDrawing | null;
  goalCategory: Category;
  childId: string | null;
  childName: string | null;
  tenths: number;
  applyTo: ApplyTo;
  /** The request's status until approval. */
  status: Status;
  /** Null for a parent's allocation, which had no request. */
  requestState: RequestState | null;
  denialReason: string | null;
  note: string | null;
  sessionKind: SessionKind | null;
  enteredByName: string | null;
  decidedByName: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  currentSats: Sats;
  targetSats: Sats;
  contributedSats: Sats;
  /** The weekly allowances that it takes a share of. */
  weekly: string[] | null;
  availableSats: Sats | null;
};

export const allocationSelect = (sql: Sql) => sql`
  SELECT l.allocation_id, l.goal_id, g.title AS goal_title,
    g.drawing AS goal_drawing, g.category AS goal_category, l.child_id, k.name AS child_name,
    l.percent_tenths AS tenths, l.apply_to, r.state AS request_state,
    CASE WHEN r.state <> 'approved' THEN r.state ELSE l.status END AS status, r.denial_reason,
    nullif(r.reason, '') AS note, r.session_kind, l.created_at, r.decided_at, g.current_sats,
    g.target_sats,
    e.first_name AS entered_by_name, d.first_name AS decided_by_name,
    coalesce((SELECT sum(s.amount_sats)::bigint FROM goal_share s
      WHERE s.family_id = l.family_id AND s.allocation_id = l.allocation_id),
        0) AS contributed_sats,
    (SELECT array_agg(p.amount_sats::text) FROM child c JOIN LATERAL (${planNow(sql)}) p ON true
      WHERE c.family_id = l.family_id AND c.removed_at IS NULL
        AND (l.child_id IS NULL OR c.child_id = l.child_id)) AS weekly,
    (SELECT a.balance_sats - a.held_sats FROM account a
      WHERE a.family_id = l.family_id AND a.child_id = l.child_id AND a.kind = 'savings') AS available_sats
  FROM goal_allocation l
  JOIN goal g ON g.family_id = l.family_id AND g.goal_id = l.goal_id
  LEFT JOIN request r ON r.family_id = l.family_id AND r.request_id = l.allocation_id
  LEFT JOIN child k ON k.family_id = l.family_id AND k.child_id = l.child_id
  LEFT JOIN users e ON e.user_id = l.entered_by AND e.family_id = l.family_id
  LEFT JOIN users d ON d.family_id = l.family_id
    AND d.user_id = CASE WHEN r.state IS NULL THEN l.entered_by ELSE r.decided_by END`;

/** Belonging to a child with an open book, or to the parents; for a goal that adults see. */
export const ofOpenBooks = (sql: Sql) => sql`k.removed_at IS NULL AND ${notOfClosedBook(sql)}`;

/**
 * Children's requests answered after that moment, as rows of `allocationSelect`. One stopped since
 * then is no longer an answer.
 */
export const isAnswer = (sql: Sql, after: Date) => sql`
  r.state IN ('approved', 'denied') AND l.status <> 'stopped' AND r.decided_at > ${after}`;

/** For one child or the whole family, the newest answer first. */
export const listAnswered = (tx: Tx, familyId: string, childId: string | null, after: Date) => tx<
  AllocationRow[]
>`
  ${allocationSelect(tx)}
  WHERE l.family_id = ${familyId} AND ${isAnswer(tx, after)} AND ${ofOpenBooks(tx)}
    ${childId === null ? tx`` : tx`AND l.child_id = ${childId}`}
  ORDER BY r.decided_at DESC, l.allocation_id DESC LIMIT ${ANSWERED_SHOWN}`;

/** For one child or the whole family, in order of creation. */
export const listAllocations = (
  tx: Tx,
  familyId: string,
  status: 'asked' | 'active',
  childId: string | null,
) => tx<AllocationRow[]>`
  ${allocationSelect(tx)}
  WHERE l.family_id = ${familyId} AND l.status = ${status} AND ${ofOpenBooks(tx)}
    ${childId === null ? tx`` : tx`AND l.child_id = ${childId}`}
  ORDER BY l.allocation_id`;

/** @throws Refusal NOT_FOUND for an allocation that the caller may not see */
export async function findAllocation(
  tx: Tx,
  familyId: string,
  allocationId: string,
  viewer: string | null,
): Promise<AllocationRow> {
  const [row] = await tx<AllocationRow[]>`
    ${allocationSelect(tx)}
    WHERE l.family_id = ${familyId} AND l.allocation_id = ${allocationId} AND ${ofOpenBooks(tx)}
      ${viewer === null ? tx`` : tx`AND l.child_id = ${viewer}`}`;
  if (!row) throw new Refusal('NOT_FOUND', because('NO_ALLOCATION'));
  return row;
}

export type NewAllocation = {
  goalId: string;
  childId: string | null;
  tenths: number;
  applyTo: ApplyTo;
  enteredBy: string;
  now: Date;
};

/** It becomes active only with `start`, which may follow in the same transaction. */
export async function addAllocation(tx: Tx, familyId: string, one: NewAllocation): Promise<string> {
  const [row] = await tx<{ active: number }[]>`
    SELECT count(*)::integer AS active FROM goal_allocation
    WHERE family_id = ${familyId} AND status = 'active' AND apply_to = 'new_contributions'`;
  if ((row?.active ?? 0) >= MOST_ACTIVE)
    throw new Refusal('CONFLICT', because('AT_MOST_ALLOCATIONS', { most: MOST_ACTIVE }));
  const allocationId = newId(one.now.getTime());
  await tx`
    INSERT INTO goal_allocation (family_id, allocation_id, goal_id, child_id, percent_tenths,
      apply_to, status, entered_by, created_at)
    VALUES (${familyId}, ${allocationId}, ${one.goalId}, ${one.childId}, ${one.tenths},
      ${one.applyTo}, 'asked', ${one.enteredBy}, ${one.now})`;
  return allocationId;
}

/**
 * The percentages that a child's active allocations (null: the parents') take of each new
 * allowance, optionally excluding one. Those of full goals take nothing.
 */
export const listTaking = (
  tx: Tx,
  familyId: string,
  childId: string | null,
  exceptId: string | null,
) => tx<Taking[]>`
  SELECT g.title AS goal, l.percent_tenths AS tenths
  FROM goal_allocation l
  JOIN goal g ON g.family_id = l.family_id AND g.goal_id = l.goal_id
    AND g.current_sats < g.target_sats
  WHERE l.family_id = ${familyId} AND l.child_id IS NOT DISTINCT FROM ${childId}::uuid
    AND l.status = 'active' AND l.apply_to = 'new_contributions'
    AND l.allocation_id IS DISTINCT FROM ${exceptId}::uuid
  ORDER BY l.allocation_id`;

/** Ends a child's allocations (null: the parents') to full goals, to free their percentage. */
export const endFull = (tx: Tx, familyId: string, childId: string | null) => tx`
  UPDATE goal_allocation l SET status = 'ended'
  FROM goal g
  WHERE l.family_id = ${familyId} AND l.child_id IS NOT DISTINCT FROM ${childId}::uuid
    AND l.status = 'active' AND l.apply_to = 'new_contributions'
    AND g.family_id = l.family_id AND g.goal_id = l.goal_id AND g.current_sats >= g.target_sats`;

export const start = (tx: Tx, familyId: string, allocationId: string) => tx`
  UPDATE goal_allocation SET status = 'active'
  WHERE family_id = ${familyId} AND allocation_id = ${allocationId} AND status = 'asked'`;

/** Compare and set: false, without a change, if it is no longer active. */
export async function stop(
  tx: Tx,
  familyId: string,
  allocationId: string,
  by: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE goal_allocation SET status = 'stopped', stopped_by = ${by}, stopped_at = ${now}
    WHERE family_id = ${familyId} AND allocation_id = ${allocationId} AND status = 'active'`;
  return count === 1;
}

/** Those whose requests ended without approval, across families. */
export const endAsked = (tx: Tx, payloads: readonly Payload[]) => tx`
  UPDATE goal_allocation l SET status = 'ended'
  FROM unnest(${list(payloads, (p) => p.familyId)}::uuid[],
    ${list(payloads, (p) => p.payloadId)}::uuid[]) AS p (family_id, allocation_id)
  WHERE l.family_id = p.family_id AND l.allocation_id = p.allocation_id AND l.status = 'asked'`;

/** Compare and set of the done flag; false if it was already done. */
export async function markDone(
  tx: Tx,
  familyId: string,
  allocationId: string,
  entryId: string,
  amountSats: Sats,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE goal_allocation SET done_entry_id = ${entryId}
    WHERE family_id = ${familyId} AND allocation_id = ${allocationId} AND done_entry_id IS NULL`;
  if (count === 1)
    await tx`
      INSERT INTO goal_share (family_id, allocation_id, entry_id, amount_sats)
      VALUES (${familyId}, ${allocationId}, ${entryId}, ${amountSats})`;
  return count === 1;
}

/** The goal of each allocation, by its id, even if the goal no longer exists. */
export const listAsked = (tx: Tx, payloads: readonly Payload[]) => tx<
  { allocationId: string; goalId: string; goal: string; tenths: number }[]
>`
  SELECT l.allocation_id, l.goal_id, g.title AS goal, l.percent_tenths AS tenths
  FROM unnest(${list(payloads, (p) => p.familyId)}::uuid[],
    ${list(payloads, (p) => p.payloadId)}::uuid[]) AS p (family_id, allocation_id)
  JOIN goal_allocation l USING (family_id, allocation_id)
  JOIN goal g USING (family_id, goal_id)`;

/** Subtracts the allocations' contributions of a reversed entry. */
export const shareReversal: ReversalHook = (tx, { familyId, entryId, reversalId }) => tx`
  INSERT INTO goal_share (family_id, allocation_id, entry_id, amount_sats)
  SELECT family_id, allocation_id, ${reversalId}, -amount_sats FROM goal_share
  WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
