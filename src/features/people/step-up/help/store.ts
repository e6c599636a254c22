/** Links for adults without any working sign-in. Directory table: a link is found by its hash. */
import { randomBytes } from 'node:crypto';
import { DAY, HOUR } from '#core/time.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { HELP_HOURS, HELP_OPEN_DAYS } from './contract.ts';

export type HelpRow = {
  id: string;
  firstName: string | null;
  email: string;
  by: string | null;
  opensAt: Date;
  expiresAt: Date;
};

type Adult = { userId: string; familyId: string; email: string };

/** Finds and locks an adult by address, so only one of two simultaneous helpers succeeds. */
export async function lockAdult(tx: Tx, email: string): Promise<Adult | undefined> {
  const [row] = await tx<Adult[]>`
    SELECT user_id, family_id, email FROM users
    WHERE email = ${email} AND role IN ('parent', 'spouse') FOR UPDATE`;
  return row;
}

/** @param askedBy null for the operator @returns false while another one is open */
export async function addHelp(
  tx: Tx,
  { userId, email }: Adult,
  { tokenHash, askedBy, now }: { tokenHash: Uint8Array; askedBy: string | null; now: Date },
): Promise<Date | undefined> {
  await tx`DELETE FROM magic_link WHERE helps = ${userId} AND expires_at <= ${now}`;
  const opensAt = new Date(now.getTime() + HELP_HOURS * HOUR);
  // Random hashes that no browser can match: the link has no code.
  const { count } = await tx`
    INSERT INTO magic_link (token_hash, email, pending_hash, code_hash, created_at, expires_at,
      code_expires_at, help_id, helps, asked_by, opens_at)
    VALUES (${tokenHash}, ${email}, ${randomBytes(32)}, ${randomBytes(32)}, ${now},
      ${new Date(opensAt.getTime() + HELP_OPEN_DAYS * DAY)}, ${now}, ${newId(now.getTime())},
      ${userId}, ${askedBy}, ${opensAt})
    ON CONFLICT (helps) DO NOTHING`;
  return count === 1 ? opensAt : undefined;
}

export const helpsOf = (sql: Sql, familyId: string, now: Date) => sql<HelpRow[]>`
  SELECT l.help_id AS id, u.first_name, u.email, coalesce(a.first_name, a.email) AS by, l.opens_at,
    l.expires_at
  FROM magic_link l JOIN users u ON u.user_id = l.helps
    LEFT JOIN users a ON a.user_id = l.asked_by
  WHERE u.family_id = ${familyId} AND l.expires_at > ${now}
  ORDER BY u.email`;

/** @returns its owner; undefined if it has ended, or is another family's */
export async function endHelp(tx: Tx, familyId: string, id: string): Promise<string | undefined> {
  const [row] = await tx<{ email: string }[]>`
    DELETE FROM magic_link l USING users u
    WHERE l.help_id = ${id} AND u.user_id = l.helps AND u.family_id = ${familyId}
    RETURNING u.email`;
  return row?.email;
}

/** A spouse's rights for as long as the link waited, which lets late readers still act. */
export const limitRights = (tx: Tx, userId: string, now: Date) => tx`
  UPDATE users SET helped_until = ${new Date(now.getTime() + HELP_HOURS * HOUR)}
  WHERE user_id = ${userId}`;
