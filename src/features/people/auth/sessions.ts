/** A person's sessions, and ending them. Directory table: no family yet. */
import type { Sql } from '#server/db/sql.ts';

/**
 * Ends one session of a person, or all `others`, except those with a more recent mailbox proof than
 * the caller's: otherwise a thief with an old session could lock out its owner. A handed-over
 * tablet always ends.
 * @returns how many ended, and how many remain
 */
export async function endSessions(
  sql: Sql,
  userId: string,
  { asking, which }: { asking: string; which: string },
): Promise<{ ended: number; stay: number }> {
  const chosen = which === 'others' ? sql`session_id <> ${asking}` : sql`session_id = ${which}`;
  if (which !== 'others' && (await endChildsDevice(sql, userId, which)))
    return { ended: 1, stay: 0 };
  const { count: ended } = await sql`
    DELETE FROM session WHERE user_id = ${userId} AND ${chosen}
      AND (handed_to IS NOT NULL OR coalesce(fresh_at, created_at) <= (
        SELECT coalesce(fresh_at, created_at) FROM session WHERE session_id = ${asking}))`;
  const stay = await sql`SELECT FROM session WHERE user_id = ${userId} AND ${chosen}`;
  return { ended, stay: stay.length };
}

export type SessionRow = {
  sessionId: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  handedOver: boolean;
};

export const sessionsOf = (
  sql: Sql,
  userId: string,
  limits: { seenAfter: Date; madeAfter: Date },
) =>
  sql<SessionRow[]>`
    SELECT session_id, device, created_at, last_seen_at, handed_to IS NOT NULL AS handed_over
    FROM session
    WHERE user_id IN (SELECT they.user_id FROM users me JOIN users they USING (family_id)
        WHERE me.user_id = ${userId} AND (they.user_id = me.user_id OR me.role <> 'child'))
      AND (user_id = ${userId} OR own_device) AND last_seen_at > ${limits.seenAfter}
      AND created_at > ${limits.madeAfter}
    ORDER BY last_seen_at DESC LIMIT 100`;

async function endChildsDevice(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM session WHERE session_id = ${sessionId} AND ${isOfChildren(sql, userId)}`;
  return count === 1;
}

/** The children's own devices: either parent can sign out each of them. */
const isOfChildren = (sql: Sql, userId: string) => sql`
  own_device AND EXISTS (SELECT FROM users me JOIN users they ON they.family_id = me.family_id
    WHERE me.user_id = ${userId} AND me.role <> 'child' AND they.user_id = session.user_id)`;
