/**
 * The unit of work behind a call: one transaction that locks the family, identifies the caller
 * under the lock, and commits at most once per Idempotency-Key.
 */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import postgres from 'postgres';
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Database } from '../db/database.ts';
import type { Last, Tx } from '../db/sql.ts';
import {
  type Actor,
  findInSession,
  lockBySession,
  needsTouch,
  type SessionHint,
  touch,
} from './actor.ts';
import { type Call, keepReply, replyBefore } from './kept-reply.ts';

/** Calls that run in a transaction of the family; others open one when they need it. */
export const inFamily = (e: Endpoint): boolean =>
  !['public', 'user', 'adultUser', 'handedOver', 'admin'].includes(e.access);

type Caller = {
  readonly hint: SessionHint;
  readonly admins: ReadonlySet<string>;
  /**
   * False for the second transaction of a call whose first one has already stored the reply to its
   * key, and for replies that are secret.
   */
  readonly keepsReply: boolean;
};
/** @returns the reply. @throws Refusal if there is no actor, or the actor may not make the call */
type Work = (actor: Actor | undefined, tx: Tx, last: Last) => Promise<string>;

/**
 * Reads the caller under the lock: if the call waited while the person was removed, or the tablet
 * was handed over, only the remaining rights apply.
 *
 * The reply is stored in the same transaction, under a primary key: the family's lock serializes
 * two calls with one key, and the second cannot commit and gets the first one's reply. Refusals are
 * not stored; they may be retried.
 */
export async function change(
  db: Database,
  e: Endpoint,
  request: FastifyRequest,
  now: Date,
  { hint, admins, keepsReply }: Caller,
  work: Work,
): Promise<string> {
  let keyed: (Call & Actor) | undefined;
  const once = async (tx: Tx, last: Last) => {
    const found = await findInSession(tx, hint, admins, now); // pipelined with BEGIN and the lock
    if (!found) return work(undefined, tx, last);
    const key = keepsReply ? idempotencyKey(request) : undefined;
    keyed = key ? { ...found.actor, ...callOf(e, request, key, found.actor) } : undefined;
    if (needsTouch(found.lastSeenAt, now)) last(touch(tx, found.actor.sessionId, now).execute());
    const reply = await work(found.actor, tx, last);
    if (keyed) last(keepReply(tx, { ...keyed, reply }).execute());
    return reply;
  };
  try {
    const changeFamily = e.owner ? db.changeFamilyAsOwner : db.changeFamily;
    return await changeFamily(hint.familyId, once, (tx) => lockBySession(tx, hint, now));
  } catch (error) {
    const caller = keyed;
    if (!caller || !(error instanceof Refusal || isTaken(error))) throw error;
    const before = await db.readFamily(caller.familyId, (tx) => replyBefore(tx, caller));
    if (before !== undefined) return before;
    throw error;
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key;
  throw new Refusal('VALIDATION_ERROR', because('KEY_WRONG'));
}

/**
 * A session in a child's hands still has its adult's user, so the route includes the child: a key
 * used by the adult is new there, and vice versa.
 */
const callOf = (
  e: Endpoint,
  request: FastifyRequest,
  key: string,
  { handedOver, childId }: Actor,
): Call => ({
  route: `${e.method} ${e.path}${handedOver ? ` for ${childId}` : ''}`,
  key,
  hash: createHash('sha256')
    .update(JSON.stringify([request.params, request.body ?? {}]))
    .digest(),
});

const isTaken = (error: unknown) =>
  error instanceof postgres.PostgresError && error.constraint_name === 'idempotency_pkey';
