/** Families, spouses and invitations in the database. */
import type { CivilDate } from '#core/calendar.ts';
import type { Language } from '#core/language.ts';
import { localDate } from '#core/time-zone.ts';
import type { Sql, Tx } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { openOutside } from '#server/ledger/accounts.ts';

export type FamilyRow = {
  familyId: string;
  timeZone: string;
  payAutomatically: boolean;
  spouseShare: number;
  createdAt: Date;
};

/** The family with its own date of today. */
export async function readFamily(
  tx: Tx,
  familyId: string,
  now: Date,
): Promise<FamilyRow & { today: CivilDate }> {
  const [row] = await tx<FamilyRow[]>`
    SELECT family_id, time_zone, pay_automatically, spouse_share, created_at
    FROM family WHERE family_id = ${familyId}`;
  if (!row) throw new Error(`The family ${familyId} does not exist`);
  return { ...row, today: localDate(now, row.timeZone) };
}

export async function changeSettings(
  tx: Tx,
  familyId: string,
  change: {
    timeZone?: string | undefined;
    payAutomatically?: boolean | undefined;
    spouseShare?: number;
  },
): Promise<void> {
  await tx`
    UPDATE family SET
      time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      pay_automatically = coalesce(${change.payAutomatically ?? null}::boolean, pay_automatically),
      spouse_share = coalesce(${change.spouseShare ?? null}::integer, spouse_share)
    WHERE family_id = ${familyId}`;
}

/** A new, empty family. The transaction then speaks for it. */
export async function makeFamily(tx: Tx, timeZone: string, now: Date): Promise<string> {
  const familyId = newId(now.getTime());
  await speakFor(tx, familyId);
  await tx`
    INSERT INTO family (family_id, time_zone, created_at)
      VALUES (${familyId}, ${timeZone}, ${now})`;
  await openOutside(tx, familyId, now);
  return familyId;
}

/** From here on the transaction sees this family. */
export const speakFor = (tx: Tx, familyId: string) =>
  tx`SELECT set_config('app.family_id', ${familyId}, true)`;

export type MemberRow = {
  userId: string;
  email: string;
  firstName: string | null;
  /** A second adult with every right of a parent. */
  fullParent: boolean;
};

export async function memberWithRole(
  sql: Sql,
  familyId: string,
  role: 'parent' | 'spouse',
): Promise<MemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    SELECT user_id, email, first_name, full_parent FROM users
    WHERE family_id = ${familyId} AND role = ${role} ORDER BY created_at LIMIT 1`;
  return row;
}

export type InvitationRow = {
  invitationId: string;
  familyId: string;
  email: string;
  role: 'spouse' | 'child';
  childId: string | null;
  netWorthShare: number;
  expiresAt: Date;
  invitedBy: string;
};
export type Invited = InvitationRow & { sentAt: Date };

const open = (sql: Sql, now: Date) => sql`answer IS NULL AND expires_at > ${now}`;

const columns = (sql: Sql) => sql`
  invitation_id, family_id, email, role, child_id, net_worth_share, expires_at, invited_by`;

export async function openInvitation(
  sql: Sql,
  familyId: string,
  role: 'spouse' | 'child',
  now: Date,
  childId?: string,
): Promise<Invited | undefined> {
  const [row] = await sql<Invited[]>`
    SELECT ${columns(sql)}, sent_at FROM invitation
    WHERE family_id = ${familyId} AND role = ${role} AND ${open(sql, now)}
      ${childId ? sql`AND child_id = ${childId}` : sql``}
    ORDER BY sent_at DESC LIMIT 1`;
  return row;
}

/** Under a lock of its row, so that it is answered once. */
export async function takeInvitation(
  tx: Tx,
  invitationId: string,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await tx<InvitationRow[]>`
    SELECT ${columns(tx)} FROM invitation
    WHERE invitation_id = ${invitationId} AND email = ${email} AND ${open(tx, now)} FOR UPDATE`;
  return row;
}

export async function addInvitation(tx: Tx, row: InvitationRow, now: Date): Promise<void> {
  await tx`
    INSERT INTO invitation (invitation_id, family_id, email, role, child_id, net_worth_share,
      invited_by, sent_at, expires_at)
    VALUES (${row.invitationId}, ${row.familyId}, ${row.email}, ${row.role}, ${row.childId},
      ${row.netWorthShare}, ${row.invitedBy}, ${now}, ${row.expiresAt})`;
}

export async function answerInvitation(
  sql: Sql,
  invitationId: string,
  answer: 'joined' | 'declined' | 'cancelled',
  now: Date,
): Promise<void> {
  await sql`
    UPDATE invitation SET answer = ${answer}, answered_at = ${now}
    WHERE invitation_id = ${invitationId} AND answer IS NULL`;
}

/** Takes back every open invitation of the family for this role (and child). */
export async function cancelInvitations(
  tx: Tx,
  familyId: string,
  role: 'spouse' | 'child',
  now: Date,
  childId?: string,
): Promise<number> {
  const { count } = await tx`
    UPDATE invitation SET answer = 'cancelled', answered_at = ${now}
    WHERE family_id = ${familyId} AND role = ${role} AND answer IS NULL
      ${childId ? tx`AND child_id = ${childId}` : tx``}`;
  return count;
}

/** Takes back what one person has sent in the name of this family. */
export const cancelInvitationsOf = (
  tx: Tx,
  familyId: string,
  { userId, email }: MemberRow,
  now: Date,
) => tx`
  UPDATE invitation SET answer = 'cancelled', answered_at = ${now}
  WHERE family_id = ${familyId} AND (invited_by = ${userId} OR email = ${email})
    AND answer IS NULL`;

/** How many were sent since then: to this address by anybody, and by this family to anybody. */
export async function invitationsSince(
  tx: Tx,
  familyId: string,
  email: string,
  since: Date,
): Promise<{ toAddress: number; fromFamily: number }> {
  const [row] = await tx<{ toAddress: number; fromFamily: number }[]>`
    SELECT count(*) FILTER (WHERE email = ${email})::integer AS to_address,
      count(*) FILTER (WHERE family_id = ${familyId})::integer AS from_family
    FROM invitation WHERE sent_at > ${since}`;
  return row as { toAddress: number; fromFamily: number };
}

export type InvitationToMe = {
  id: string;
  invitedBy: string;
  role: 'spouse' | 'child';
  childId: string | null;
  familyId: string;
  expiresAt: Date;
};

export const invitationsTo = (sql: Sql, email: string, now: Date) => sql<InvitationToMe[]>`
  SELECT i.invitation_id AS id, coalesce(u.first_name, u.email) AS invited_by, i.role, i.child_id,
    i.family_id, i.expires_at
  FROM invitation i JOIN users u ON u.user_id = i.invited_by
  WHERE i.email = ${email} AND i.answer IS NULL AND i.expires_at > ${now}
  ORDER BY i.sent_at DESC LIMIT 20`;

/** Whether anything stands in this family that joining another one would leave behind. */
export async function isEmpty(tx: Tx, familyId: string, userId: string): Promise<boolean> {
  const [row] = await tx<{ empty: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM entry WHERE family_id = ${familyId})
      AND NOT EXISTS (SELECT FROM child WHERE family_id = ${familyId})
      AND NOT EXISTS (SELECT FROM users WHERE family_id = ${familyId}
        AND user_id <> ${userId}) AS empty`;
  return row?.empty === true;
}

/** How long entries are kept is one choice of the family: who joins takes it over. */
export async function moveUser(
  tx: Tx,
  userId: string,
  to: { familyId: string; role: 'parent' | 'spouse' | 'child'; childId: string | null },
): Promise<void> {
  await tx`
    UPDATE users u SET family_id = ${to.familyId}, role = ${to.role}, child_id = ${to.childId},
      full_parent = false, onboarded = ${to.role !== 'parent'},
      retention_months = coalesce(p.retention_months, 12),
        auto_pruning = coalesce(p.auto_pruning, false)
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT retention_months, auto_pruning FROM users
      WHERE family_id = ${to.familyId} AND role = 'parent' ORDER BY created_at LIMIT 1) p ON true
    WHERE u.user_id = ${userId}`;
}

export type AdultRow = MemberRow & {
  /** The place in the family: the parent who began the book, or the second adult. */
  role: 'parent' | 'spouse';
  /** Of mails; null where none was said yet. */
  language: Language | null;
  sharingEnabled: boolean;
  sharePercentage: number;
};

/** The adults who are in, the parent who began the book first. */
export const adultsOf = (tx: Tx, familyId: string) => tx<AdultRow[]>`
  SELECT user_id, email, language, first_name, role, full_parent, sharing_enabled, share_percentage
  FROM users WHERE family_id = ${familyId} AND role IN ('parent', 'spouse')
  ORDER BY role, created_at`;

export type ChildHolding = { childId: string; name: string; sats: bigint };
type ParentsHolding = { childId: null; name: null; sats: bigint };

/**
 * What is counted as whose, over accounts of every kind: each child's in the order of their books;
 * an account without a child is the parents' part of a goal.
 */
export const holdingsOf = (tx: Tx, familyId: string) => tx<(ChildHolding | ParentsHolding)[]>`
  SELECT c.child_id, c.name, coalesce(sum(a.balance_sats), 0)::bigint AS sats
  FROM account a LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
  WHERE a.family_id = ${familyId} AND a.kind <> 'outside' AND c.removed_at IS NULL
  GROUP BY c.child_id, c.name ORDER BY c.child_id`;

export const setSharing = (
  tx: Tx,
  userId: string,
  sharing: { sharingEnabled: boolean; sharePercentage: number },
) => tx`
  UPDATE users SET sharing_enabled = ${sharing.sharingEnabled},
    share_percentage = ${sharing.sharePercentage}
  WHERE user_id = ${userId}`;

/** False when nobody is invited as the spouse. */
export async function changeInvitedShare(
  tx: Tx,
  familyId: string,
  netWorthShare: number,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE invitation SET net_worth_share = ${netWorthShare}
    WHERE family_id = ${familyId} AND role = 'spouse' AND ${open(tx, now)}`;
  return count > 0;
}

export const makeFullParent = (tx: Tx, userId: string) =>
  tx`UPDATE users SET full_parent = true WHERE user_id = ${userId}`;

/** The first parent goes; the other one is it from now on. */
export const takeFirstPlace = (tx: Tx, userId: string) =>
  tx`UPDATE users SET role = 'parent', full_parent = false WHERE user_id = ${userId}`;
