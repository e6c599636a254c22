/**
 * Everything on the first screen in one SQL statement, including the session: the cookie names the
 * family (for row-level security), and the statement proves the session or returns no rows.
 */

import { ANSWERED_SHOWN } from '#features/book/approvals/contract.ts';
import { answeredAfter } from '#features/book/approvals/rules.ts';
import { type RequestRow, requestSelect } from '#features/book/approvals/store.ts';
import { RECENT } from '#features/book/transactions/contract.ts';
import { type EntryRow, entrySelect, isShown } from '#features/book/transactions/store.ts';
import {
  type FamilyRow,
  type MemberRow,
  memberColumns,
  whatItHas,
} from '#features/household/family/store.ts';
import type { UserRow } from '#features/people/auth/store.ts';
import { childSelect, type RawChild, readChild } from '#features/people/children/store.ts';
import type { InvitationToMe, Invited } from '#features/people/invitations/store.ts';
import { rateOf, type ShownRate } from '#features/people/rates/store.ts';
import {
  type AllocationRow,
  allocationSelect,
  isAnswer,
  ofOpenBooks,
} from '#features/pocket/goals/allocations/store.ts';
import { type GoalRow, goalSelect, visibleTo } from '#features/pocket/goals/store.ts';
import { fromJsonRow } from '#server/db/json-rows.ts';
import type { Tx } from '#server/db/sql.ts';
import { type SessionHint, selectActor } from '#server/http/actor.ts';
import type { State } from '#server/http/etag.ts';
import { lapses, toMe } from './lapses.ts';

type JsonRow = Readonly<Record<string, unknown>>;

type Raw = State &
  UserRow &
  Omit<FamilyRow, 'createdAt'> & {
    familyCreatedAt: Date;
    children: JsonRow[];
    recent: JsonRow[];
    openRequests: JsonRow[];
    answeredRequests: JsonRow[];
    unreadMessages: number;
    spouse: JsonRow | null;
    invited: JsonRow | null;
    invitations: JsonRow[];
    goals: JsonRow[];
    allocations: JsonRow[];
    answeredAllocations: JsonRow[];
    deletionAsked: boolean;
    rate: ShownRate | null;
  };

/** The single statement; its row, if any, is for readDashboard. */
export const askDashboard = (hint: SessionHint, now: Date) => (tx: Tx) =>
  tx<Raw[]>`
    WITH me AS (${selectActor(
      tx,
      hint,
      now,
      tx`, u.sharing_enabled, u.share_percentage, u.retention_months, u.auto_pruning, u.onboarded,
        u.amount_unit`,
    )})
    SELECT me.*, f.revision, f.time_zone, f.pay_automatically, f.spouse_share,
      f.created_at AS family_created_at, ${whatItHas(tx)},
      ${lapses(tx, now)}, ${rateOf(tx)},
      coalesce((SELECT json_agg(x) FROM (
        ${childSelect(tx, now)}
        WHERE c.family_id = f.family_id AND c.removed_at IS NULL
          AND (me.child_id IS NULL OR c.child_id = me.child_id)
        ORDER BY c.child_id) x), '[]') AS children,
      coalesce((SELECT json_agg(x) FROM (
        ${entrySelect(tx)}
        WHERE e.family_id = f.family_id AND ${isShown(tx)}
          AND (me.child_id IS NULL OR e.child_id = me.child_id)
        ORDER BY e.occurred_at DESC, e.entry_id DESC LIMIT ${RECENT}) x), '[]') AS recent,
      (SELECT row_to_json(x) FROM (
        SELECT ${memberColumns(tx)} FROM users
        WHERE family_id = f.family_id AND role = 'spouse' LIMIT 1) x) AS spouse,
      (SELECT row_to_json(x) FROM (
        SELECT email, net_worth_share, sent_at FROM invitation
        WHERE family_id = f.family_id AND role = 'spouse' AND answer IS NULL AND expires_at > ${now}
        ORDER BY sent_at DESC LIMIT 1) x) AS invited,
      coalesce((SELECT json_agg(x) FROM (
        ${requestSelect(tx)}
        WHERE r.family_id = f.family_id AND r.state = 'pending'
          AND (me.child_id IS NULL OR r.child_id = me.child_id)
        ORDER BY r.created_at, r.request_id) x), '[]') AS open_requests,
      coalesce((SELECT json_agg(x) FROM (
        ${requestSelect(tx)}
        WHERE r.family_id = f.family_id AND r.state <> 'pending' AND r.decided_at > ${answeredAfter(now)}
          AND (me.child_id IS NULL OR r.child_id = me.child_id)
        ORDER BY r.decided_at DESC, r.request_id DESC LIMIT ${ANSWERED_SHOWN}) x),
          '[]') AS answered_requests,
      (SELECT count(*)::integer FROM message m
        WHERE m.family_id = f.family_id AND m.read_at IS NULL
          AND m.user_id IN (me.child_id, CASE
            WHEN me.handed_over THEN (SELECT k.user_id FROM users k
              WHERE k.family_id = f.family_id AND k.child_id = me.child_id)
            ELSE me.user_id END)) AS unread_messages,
      coalesce((SELECT json_agg(x) FROM (
        SELECT i.invitation_id AS id, coalesce(u.first_name, u.email) AS invited_by,
          u.email AS inviter_email, i.role, i.child_id, i.family_id, i.expires_at
        FROM invitation i JOIN users u ON u.user_id = i.invited_by
        WHERE ${toMe(tx, now)}
        ORDER BY i.sent_at DESC LIMIT 20) x), '[]') AS invitations,
      coalesce((SELECT json_agg(x) FROM (
        ${goalSelect(tx, tx`me.child_id`)}
        WHERE g.family_id = f.family_id AND ${visibleTo(tx, tx`me.child_id`)}
        ORDER BY g.goal_id) x), '[]') AS goals,
      coalesce((SELECT json_agg(x) FROM (
        ${allocationSelect(tx)}
        WHERE l.family_id = f.family_id AND l.status IN ('active', 'asked')
          AND ${ofOpenBooks(tx)}
          AND (me.child_id IS NULL OR l.child_id = me.child_id)
        ORDER BY l.allocation_id) x), '[]') AS allocations,
      coalesce((SELECT json_agg(x) FROM (
        ${allocationSelect(tx)}
        WHERE l.family_id = f.family_id AND ${isAnswer(tx, answeredAfter(now))}
          AND ${ofOpenBooks(tx)}
          AND (me.child_id IS NULL OR l.child_id = me.child_id)
        ORDER BY r.decided_at DESC, l.allocation_id DESC LIMIT ${ANSWERED_SHOWN}) x),
          '[]') AS answered_allocations,
      EXISTS (SELECT FROM family_deletion d WHERE d.family_id = f.family_id) AS deletion_asked
    FROM me JOIN family f ON f.family_id = me.family_id`;

export type DashboardRow = ReturnType<typeof readDashboard>;

export function readDashboard(row: Raw) {
  return {
    ...row,
    children: row.children.map((child) => readChild(fromJsonRow<RawChild>(child))),
    recent: row.recent.map((entry) => fromJsonRow<EntryRow>(entry)),
    openRequests: row.openRequests.map((one) => fromJsonRow<RequestRow>(one)),
    answeredRequests: row.answeredRequests.map((one) => fromJsonRow<RequestRow>(one)),
    spouse: row.spouse && fromJsonRow<MemberRow>(row.spouse),
    invited: row.invited && fromJsonRow<Invited>(row.invited),
    invitations: row.invitations.map((one) => fromJsonRow<InvitationToMe>(one)),
    goals: row.goals.map((goal) => fromJsonRow<GoalRow>(goal)),
    allocations: row.allocations.map((one) => fromJsonRow<AllocationRow>(one)),
    answeredAllocations: row.answeredAllocations.map((one) => fromJsonRow<AllocationRow>(one)),
  };
}
