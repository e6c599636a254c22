/** A session's code, and its person's last identity proof. Directory table. */
import { CODE_MINUTES, CODE_TRIES } from '#features/people/auth/contract.ts';
import type { Sql } from '#server/db/sql.ts';

export const keepCode = (sql: Sql, sessionId: string, hash: Uint8Array, now: Date) => sql`
  UPDATE session SET code_hash = ${hash}, code_tries = 0,
    code_expires_at = ${new Date(now.getTime() + CODE_MINUTES * 60_000)}
  WHERE session_id = ${sessionId} AND handed_to IS NULL`;

/** Counts an attempt in a separate statement, which covers parallel attempts too. */
export async function takeTry(
  sql: Sql,
  sessionId: string,
  now: Date,
): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ codeHash: Uint8Array }[]>`
    UPDATE session SET code_tries = code_tries + 1
    WHERE session_id = ${sessionId} AND code_hash IS NOT NULL AND code_tries < ${CODE_TRIES}
      AND code_expires_at > ${now}
    RETURNING code_hash`;
  return row?.codeHash;
}

/** Uses up the code and makes the session fresh. False if it was already used. */
export async function spendCode(
  sql: Sql,
  sessionId: string,
  hash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE session SET fresh_at = ${now}, code_hash = NULL
    WHERE session_id = ${sessionId} AND code_hash = ${hash} AND handed_to IS NULL`;
  return count === 1;
}
