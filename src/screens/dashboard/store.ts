/**
 * Everything of the first screen in one SQL statement, the session included: the cookie names the
 * family (for row-level security), the statement proves the session or returns nothing.
 */

import { type AllocationRow, allocationSelect } from '#features/allocations/store.ts';
import { ANSWERED_SHOWN } from '#features/approvals/contract.ts';
import { answeredAfter } from '#features/approvals/rules.ts';
import { type RequestRow, requestSelect } from '#features/approvals/store.ts';
import type { UserRow } from '#features/auth/store.ts';
import { childSelect, type RawChild, readChild } from '#features/children/store.ts';
import type { FamilyRow, InvitationToMe, Invited, MemberRow } from '#features/family/store.ts';
import { type GoalRow, goalSelect, visibleTo } from '#features/goals/store.ts';
import { RECENT } from '#features/transactions/contract.ts';
import { type EntryRow, entrySelect, isShown } from '#features/transactions/store.ts';
import type { Sql, Tx } from '#server/db/database.ts';
import { fromJsonRow } from '#server/db/json-rows.ts';
import { writtenOnce } from '#server/db/written-once.ts';
import { type SessionHint, scopeOf, sessionLimits } from '#server/http/actor.ts';

type JsonRow = Readonly<Record<string, unknown>>;

/** Who asks, and in which state the family is. */
export type Asker = UserRow & {
  sessionId: string;
  handedOver: boolean;
  lastSeenAt: Date;
  revision: string;
};

type Raw = Asker &
  Omit<FamilyRow, 'createdAt'> & {
    familyCreatedAt: Date;
    /** When the next of the family's own invitations comes to nothing by itself. */
    nextLapse: Date | null;
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
    deletionAsked: boolean;
  };

/** The one question; its answer, if there is one, is for readDashboard. */
export const askDashboard = (hint: SessionHint, now: Date) => (tx: Tx) =>
  ask(tx, { ...hint, ...sessionLimits(now), now, answeredAfter: answeredAfter(now) });

type Values = SessionHint & ReturnType<typeof sessionLimits> & { now: Date; answeredAfter: Date };

type At = (name: keyof Values) => never;

const person = (tx: Sql, at: At) => tx`
  SELECT u.user_id, u.family_id, u.email, u.first_name, u.sharing_enabled, u.share_percentage,
    u.retention_months, u.auto_pruning, u.onboarded, ${scopeOf(tx)}, s.session_id, s.last_seen_at
  FROM session s JOIN users u USING (user_id)
  WHERE s.token_hash = ${at('tokenHash')} AND s.last_seen_at > ${at('seenAfter')}
    AND s.created_at > ${at('madeAfter')} AND u.family_id = ${at('familyId')}`;

const toMe = (tx: Sql, at: At) => tx`
  i.email = me.email AND NOT me.handed_over AND i.answer IS NULL AND i.expires_at > ${at('now')}
  AND i.family_id <> me.family_id`;

/** Who asks, and whether what was read for them before is what the book says still. */
export const askWhoAsks = (hint: SessionHint, now: Date) => (tx: Tx) =>
  whoAsks(tx, { ...hint, ...sessionLimits(now), now, answeredAfter: now });

/** Invitations stand in other families' books, which this family's revision does not know. */
const whoAsks = writtenOnce<Asker & { isInvited: boolean }, Values>(
  (tx, at) => tx`
    SELECT me.*, f.revision,
      EXISTS (SELECT FROM invitation i WHERE ${toMe(tx, at)}) AS is_invited
    FROM (${person(tx, at)}) me JOIN family f ON f.family_id = me.family_id`,
);

const ask = writtenOnce<Raw, Values>(
  (tx, at) => tx`
    WITH me AS (${person(tx, at)})
    SELECT me.*, f.revision, f.time_zone, f.pay_automatically, f.spouse_share,
      f.created_at AS family_created_at,
      (SELECT min(i.expires_at) FROM invitation i WHERE i.family_id = f.family_id
        AND i.answer IS NULL AND i.expires_at > ${at('now')}) AS next_lapse,
      coalesce((SELECT json_agg(x) FROM (
        ${childSelect(tx, at('now'))}
        WHERE c.family_id = f.family_id AND c.removed_at IS NULL
          AND (me.child_id IS NULL OR c.child_id = me.child_id)
        ORDER BY c.child_id) x), '[]') AS children,
      coalesce((SELECT json_agg(x) FROM (
        ${entrySelect(tx)}
        WHERE e.family_id = f.family_id AND ${isShown(tx)}
          AND (me.child_id IS NULL OR e.child_id = me.child_id)
        ORDER BY e.occurred_at DESC, e.entry_id DESC LIMIT ${RECENT}) x), '[]') AS recent,
      (SELECT row_to_json(x) FROM (
        SELECT email, first_name, full_parent FROM users
        WHERE family_id = f.family_id AND role = 'spouse' LIMIT 1) x) AS spouse,
      (SELECT row_to_json(x) FROM (
        SELECT email, net_worth_share, sent_at FROM invitation
        WHERE family_id = f.family_id AND role = 'spouse' AND answer IS NULL AND expires_at > ${at('now')}
        ORDER BY sent_at DESC LIMIT 1) x) AS invited,
      coalesce((SELECT json_agg(x) FROM (
        ${requestSelect(tx)}
        WHERE r.family_id = f.family_id AND r.state = 'pending'
          AND (me.child_id IS NULL OR r.child_id = me.child_id)
        ORDER BY r.created_at, r.request_id) x), '[]') AS open_requests,
      coalesce((SELECT json_agg(x) FROM (
        ${requestSelect(tx)}
        WHERE r.family_id = f.family_id AND r.state <> 'pending' AND r.decided_at > ${at('answeredAfter')}
          AND (me.child_id IS NULL OR r.child_id = me.child_id)
        ORDER BY r.decided_at DESC, r.request_id DESC LIMIT ${ANSWERED_SHOWN}) x),
          '[]') AS answered_requests,
      (SELECT count(*)::integer FROM message m
        WHERE m.family_id = f.family_id AND m.read_at IS NULL AND m.user_id = CASE
          WHEN me.handed_over THEN (SELECT k.user_id FROM users k
            WHERE k.family_id = f.family_id AND k.child_id = me.child_id)
          ELSE me.user_id END) AS unread_messages,
      coalesce((SELECT json_agg(x) FROM (
        SELECT i.invitation_id AS id, coalesce(u.first_name, u.email) AS invited_by, i.role,
          i.child_id, i.family_id, i.expires_at
        FROM invitation i JOIN users u ON u.user_id = i.invited_by
        WHERE ${toMe(tx, at)}
        ORDER BY i.sent_at DESC LIMIT 20) x), '[]') AS invitations,
      coalesce((SELECT json_agg(x) FROM (
        ${goalSelect(tx, tx`me.child_id`)}
        WHERE g.family_id = f.family_id AND ${visibleTo(tx, tx`me.child_id`)}
        ORDER BY g.goal_id) x), '[]') AS goals,
      coalesce((SELECT json_agg(x) FROM (
        ${allocationSelect(tx)}
        WHERE l.family_id = f.family_id AND l.status IN ('active', 'pending')
          AND (me.child_id IS NULL OR l.child_id = me.child_id)
        ORDER BY l.allocation_id) x), '[]') AS allocations,
      EXISTS (SELECT FROM family_deletion d WHERE d.family_id = f.family_id) AS deletion_asked
    FROM me JOIN family f ON f.family_id = me.family_id`,
);

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
  };
}
