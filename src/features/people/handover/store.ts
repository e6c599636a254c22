/** PINs, and handed-over sessions. */

import { transaction } from '#server/db/database.ts';
import type { Pool, Sql, Tx } from '#server/db/sql.ts';
import type { KeptPin } from './pin.ts';
import { WAITS } from './rules.ts';

type Owner = { familyId: string; userId: string };

export async function hasPin(tx: Tx, familyId: string, userId: string): Promise<boolean> {
  const [row] = await tx`
    SELECT FROM parent_pin WHERE family_id = ${familyId} AND user_id = ${userId}`;
  return row !== undefined;
}

/** A new PIN starts with all attempts. */
export async function setPin(
  tx: Tx,
  familyId: string,
  userId: string,
  { salt, hash }: KeptPin,
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO parent_pin (family_id, user_id, salt, hash, next_try_at, changed_at)
    VALUES (${familyId}, ${userId}, ${salt}, ${hash}, ${now}, ${now})
    ON CONFLICT (family_id, user_id) DO UPDATE SET salt = excluded.salt, hash = excluded.hash,
      tries = 0, next_try_at = excluded.next_try_at, changed_at = excluded.changed_at`;
}

/** When a person leaves the family. */
export const dropPin = (tx: Tx, familyId: string, userId: string) =>
  tx`DELETE FROM parent_pin WHERE family_id = ${familyId} AND user_id = ${userId}`;

/**
 * Only a session of this person, in this family. A returned tablet proves nothing.
 * @param ownDevice true if it is the child's own, and never comes back
 */
export const handOver = (sql: Sql, sessionId: string, childId: string, ownDevice = false) => sql`
  UPDATE session SET handed_to = ${childId}, own_device = ${ownDevice}, fresh_at = NULL,
    code_hash = NULL, challenge = NULL
  WHERE session_id = ${sessionId}`;

/** No PIN; no attempt before this moment; or an attempt, which has already been counted. */
export type Try = { kind: 'none' } | { kind: 'wait'; until: Date } | ({ kind: 'try' } & KeptPin);

/**
 * Counts an attempt in its own transaction, which commits before the PIN is checked: this covers
 * later failures and parallel attempts.
 */
export function takeTry(pool: Pool, owner: Owner, now: Date): Promise<Try> {
  const { familyId, userId } = owner;
  return speaking(pool, familyId, async (tx) => {
    const [taken] = await tx<KeptPin[]>`
      UPDATE parent_pin SET tries = tries + 1,
        next_try_at = ${now}::timestamptz + make_interval(secs =>
          (${[...WAITS]}::integer[])[least(tries + 1, ${WAITS.length}::integer)])
      WHERE family_id = ${familyId} AND user_id = ${userId} AND next_try_at <= ${now}
      RETURNING salt, hash`;
    if (taken) return { kind: 'try', ...taken };
    const [kept] = await tx<{ nextTryAt: Date }[]>`
      SELECT next_try_at FROM parent_pin WHERE family_id = ${familyId} AND user_id = ${userId}`;
    return kept ? { kind: 'wait', until: kept.nextTryAt } : { kind: 'none' };
  });
}

/**
 * Returns the session to the adult under a new token: the child may have copied the old one. False
 * if it was already taken back.
 */
export function handBack(
  pool: Pool,
  { familyId, userId, sessionId }: Owner & { sessionId: string },
  tokenHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  return speaking(pool, familyId, async (tx) => {
    const { count } = await tx`
      UPDATE session SET handed_to = NULL, token_hash = ${tokenHash}
      WHERE session_id = ${sessionId} AND user_id = ${userId} AND handed_to IS NOT NULL`;
    await tx`
      UPDATE parent_pin SET tries = 0, next_try_at = ${now}
      WHERE family_id = ${familyId} AND user_id = ${userId}`;
    return count === 1;
  });
}

const speaking = <T>(pool: Pool, familyId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(pool, 'BEGIN', async (tx) => {
    await tx`SELECT set_config('app.family_id', ${familyId}, true)`;
    return work(tx);
  });
