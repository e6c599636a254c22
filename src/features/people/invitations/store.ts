/** SQL for invitations: one open offer per role in a family. */
import type { Sql, Tx } from '#server/db/sql.ts';

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

/** Locks the row, so it is answered only once. */
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

/** Withdraws all of the family's open invitations for this role (and child). */
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

/** For a child about to join: whoever invited it to an earlier sign-in no longer counts. */
export const endJoined = (tx: Tx, familyId: string, childId: string | null) => tx`
  UPDATE invitation SET answer = 'cancelled'
  WHERE family_id = ${familyId} AND child_id = ${childId} AND answer = 'joined'`;

/** Withdraws one person's invitations on behalf of this family. */
export const cancelInvitationsOf = (
  tx: Tx,
  familyId: string,
  { userId, email }: { userId: string; email: string },
  now: Date,
) => tx`
  UPDATE invitation SET answer = 'cancelled', answered_at = ${now}
  WHERE family_id = ${familyId} AND (invited_by = ${userId} OR email = ${email})
    AND answer IS NULL`;

/** The number sent since then: to this address by anyone, and by this family to anyone. */
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
  inviterEmail: string;
  role: 'spouse' | 'child';
  childId: string | null;
  familyId: string;
  expiresAt: Date;
};

export const invitationsTo = (sql: Sql, email: string, now: Date) => sql<InvitationToMe[]>`
  SELECT i.invitation_id AS id, coalesce(u.first_name, u.email) AS invited_by,
    u.email AS inviter_email, i.role, i.child_id, i.family_id, i.expires_at
  FROM invitation i JOIN users u ON u.user_id = i.invited_by
  WHERE i.email = ${email} AND i.role <> 'parent' AND i.answer IS NULL AND i.expires_at > ${now}
  ORDER BY i.sent_at DESC LIMIT 20`;

/** False if there is no invited spouse. */
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
