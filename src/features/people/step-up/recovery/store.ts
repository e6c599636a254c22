/** SQL for recovery codes. Directory table: a code is found by its hash. */
import type { Sql, Tx } from '#server/db/sql.ts';

export async function recoveryState(
  sql: Sql,
  userId: string,
): Promise<{ left: number; madeAt: Date | null }> {
  const [row] = await sql<{ left: number; madeAt: Date | null }[]>`
    SELECT count(*)::integer AS left, max(made_at) AS made_at FROM recovery_code
    WHERE user_id = ${userId}`;
  return row as { left: number; madeAt: Date | null };
}

/** Invalidates the previous ones. */
export async function replaceCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Uint8Array[],
  now: Date,
): Promise<void> {
  await tx`SELECT FROM users WHERE user_id = ${userId} FOR UPDATE`;
  await tx`DELETE FROM recovery_code WHERE user_id = ${userId}`;
  for (const hash of hashes)
    await tx`
      INSERT INTO recovery_code (code_hash, user_id, made_at)
      VALUES (${hash}, ${userId}, ${now})`;
}

/** Uses up a code. @returns its owner; of two simultaneous attempts, one gets it */
export async function spendRecoveryCode(
  sql: Sql,
  hash: Uint8Array,
): Promise<{ userId: string; email: string } | undefined> {
  const [row] = await sql<{ userId: string; email: string }[]>`
    DELETE FROM recovery_code c USING users u
    WHERE c.code_hash = ${hash} AND u.user_id = c.user_id
    RETURNING u.user_id, u.email`;
  return row;
}

/** Makes the session fresh. */
export const confirmSession = (tx: Tx, sessionId: string, now: Date) => tx`
  UPDATE session SET fresh_at = ${now} WHERE session_id = ${sessionId} AND handed_to IS NULL`;
