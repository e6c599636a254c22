/** Stores the replies of changes: a repeated call gets the first reply and changes nothing. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Sql, Tx } from '../db/sql.ts';
import type { Actor } from './actor.ts';

export type Call = { readonly route: string; readonly key: string; readonly hash: Uint8Array };
type Caller = Pick<Actor, 'familyId' | 'userId'>;

/** Violates the table's key if the call was answered before. */
export const keepReply = (sql: Sql, { familyId, userId, route, key, hash, reply }: Kept) => sql`
  INSERT INTO idempotency (family_id, user_id, route, key, body_hash, reply, created_at)
  VALUES (${familyId}, ${userId}, ${route}, ${key}, ${hash}, ${reply}, now())`;

type Kept = Caller & Call & { readonly reply: string };

/** @throws Refusal KEY_REUSED if the key belongs to another request */
export async function replyBefore(
  tx: Tx,
  { familyId, userId, route, key, hash }: Caller & Call,
): Promise<string | undefined> {
  const [before] = await tx<{ bodyHash: Uint8Array; reply: string }[]>`
    SELECT body_hash, reply FROM idempotency
    WHERE family_id = ${familyId} AND user_id = ${userId} AND route = ${route} AND key = ${key}`;
  if (before && Buffer.compare(before.bodyHash, hash) !== 0)
    throw new Refusal('KEY_REUSED', because('KEY_REUSED'));
  return before?.reply;
}
