/** The operator's invitations to start a family. */

import { DAY } from '#core/time.ts';
import type { Openings } from '#features/people/auth/store.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';

/** How long any invitation stays open. */
export const INVITATION_DAYS = 7;

/** The latest for an address replaces earlier ones. */
export async function addOpening(
  tx: Tx,
  { familyId, userId, email }: { familyId: string; userId: string; email: string },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE invitation SET answer = 'cancelled', answered_at = ${now}
    WHERE email = ${email} AND role = 'parent' AND answer IS NULL`;
  await tx`
    INSERT INTO invitation (invitation_id, family_id, email, role, invited_by, sent_at, expires_at)
    VALUES (${newId(now.getTime())}, ${familyId}, ${email}, 'parent', ${userId}, ${now},
      ${new Date(now.getTime() + INVITATION_DAYS * DAY)})`;
}

const isOpen = (sql: Sql, email: string, now: Date) => sql`
  email = ${email} AND answer IS NULL AND expires_at > ${now}`;

export const openings: Openings = {
  isInvited: async (sql, email, now) => {
    const [row] = await sql<{ toOpen: boolean; toJoin: boolean }[]>`
      SELECT coalesce(bool_or(role = 'parent'), false) AS to_open,
        coalesce(bool_or(role <> 'parent'), false) AS to_join
      FROM invitation WHERE ${isOpen(sql, email, now)}`;
    return { toOpen: row?.toOpen === true, toJoin: row?.toJoin === true };
  },
  opened: (tx, email, now) => tx`
    UPDATE invitation SET answer = 'joined', answered_at = ${now}
    WHERE ${isOpen(tx, email, now)} AND role = 'parent'`,
};
