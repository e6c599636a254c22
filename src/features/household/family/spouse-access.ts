/** Access to the family that an adult has given to others; it ends when the adult is removed. */

import { endSignIn } from '#features/people/children/closing.ts';
import type { Tx } from '#server/db/sql.ts';
import { sessionLimits } from '#server/http/actor.ts';
import type { SpouseAccess } from './contract.ts';

type SignIn = { userId: string; email: string; childName: string };

/** Children who joined by this adult's invitation; only a child's last one stays `joined`. */
const signInsBy = (tx: Tx, familyId: string, userId: string) => tx<SignIn[]>`
  SELECT u.user_id, u.email, c.name AS child_name
  FROM users u JOIN child c ON c.family_id = u.family_id AND c.child_id = u.child_id
  WHERE u.family_id = ${familyId} AND u.role = 'child' AND EXISTS (
    SELECT FROM invitation i WHERE i.family_id = u.family_id AND i.child_id = u.child_id
      AND i.invited_by = ${userId} AND i.answer = 'joined')
  ORDER BY u.child_id`;

export async function readAccess(
  tx: Tx,
  familyId: string,
  userId: string,
  now: Date,
): Promise<SpouseAccess> {
  const signIns = await signInsBy(tx, familyId, userId);
  const invitations = await tx<{ email: string; childName: string }[]>`
    SELECT i.email, c.name AS child_name
    FROM invitation i JOIN child c ON c.family_id = i.family_id AND c.child_id = i.child_id
    WHERE i.family_id = ${familyId} AND i.invited_by = ${userId} AND i.answer IS NULL
      AND i.expires_at > ${now}
    ORDER BY i.child_id`;
  const { seenAfter, madeAfter } = sessionLimits(now);
  const [row] = await tx<{ handedOver: number }[]>`
    SELECT count(*)::integer AS handed_over FROM session
    WHERE user_id = ${userId} AND handed_to IS NOT NULL AND last_seen_at > ${seenAfter}
      AND created_at > ${madeAfter}`;
  return { signIns: [...signIns], invitations: [...invitations], handedOver: row?.handedOver ?? 0 };
}

export async function endSignInsBy(
  tx: Tx,
  familyId: string,
  userId: string,
  now: Date,
): Promise<void> {
  for (const child of await signInsBy(tx, familyId, userId))
    await endSignIn(tx, familyId, child, now);
}
