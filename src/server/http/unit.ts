/**
 * The unit of work behind a call: a read-only transaction, or a locked one that proves who asks and
 * happens at most once per Idempotency-Key.
 */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import postgres from 'postgres';
import { changes, type Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Actor, sameActor, sessionLimits } from './actor.ts';
import { type Ahead, atOnce } from './ahead.ts';
import { type Call, keepReply, replyBefore } from './kept-reply.ts';

/** Thrown when who began a change is not, or no longer, who the database says. */
export const NO_LONGER = new Error('The session is no longer what it was');

/** Calls that run in a unit of work of the family, or in none. */
const inFamily = (e: Endpoint) => !['user', 'handedOver', 'admin'].includes(e.access);
export const provesItself = (e: Endpoint) => inFamily(e) && changes(e);

/** For the last statement of a change: its answer is awaited together with that of COMMIT. */
export type Last = (sent: Promise<unknown>) => void;
export type Work = (tx: Tx | undefined, last: Last) => Promise<string>;

/** Reads in a read-only transaction; changes in a locked one, at most once per Idempotency-Key. */
export function inUnit(
  db: Database,
  e: Endpoint,
  actor: Actor,
  request: FastifyRequest,
  now: Date,
  work: Work,
  ahead: () => Ahead<string> | undefined = () => undefined,
): Promise<string> {
  const wait = (sent: Promise<unknown>) => void sent;
  if (!inFamily(e)) return work(undefined, wait);
  if (!changes(e)) return db.readFamily(actor.familyId, (tx) => work(tx, wait));
  const key = idempotencyKey(request);
  if (!key) return change(db, actor, now, work, () => []);
  const call = { route: `${e.method} ${e.path}`, key, hash: bodyHash(request) };
  return once(db, actor, now, call, work, ahead);
}

/** What the handler sent last, and `after` it, travels in one round trip with COMMIT. */
async function change(
  db: Database,
  actor: Actor,
  now: Date,
  work: Work,
  after: (tx: Tx, reply: string) => PromiseLike<unknown>[],
): Promise<string> {
  let lasts: Promise<unknown>[] = [];
  const changed = db.changeFamily(
    actor.familyId,
    (tx) => {
      lasts = [];
      return work(tx, (sent) => {
        sent.catch(() => undefined); // it is thrown when all are awaited, or the handler failed first
        lasts.push(sent);
      });
    },
    (tx, reply) => [...lasts, ...after(tx, reply)],
    (tx) => stillHere(tx, actor, now),
  );
  return changed.catch((error) => {
    throw isGone(error) ? NO_LONGER : error;
  });
}

/**
 * Asked behind the family's lock: somebody who was removed, or whose tablet was handed over, since
 * this instance last asked changes nothing any more. It fails by dividing by zero, so that it needs
 * no round trip of its own.
 */
const stillHere = (tx: Tx, actor: Actor, now: Date) => tx`
  SELECT 1 / count(*) FROM (${sameActor(tx, actor, sessionLimits(now).madeAfter)}) me`;

const isGone = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === '22012';

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key;
  throw new Refusal('VALIDATION_ERROR', because('KEY_WRONG'));
}

const bodyHash = (request: FastifyRequest): Uint8Array =>
  createHash('sha256')
    .update(JSON.stringify([request.params, request.body ?? {}]))
    .digest();

/**
 * The reply is stored in the transaction of the change, under a primary key: of two calls with one
 * key, one after the other by the family's lock, the second cannot commit and is answered with the
 * reply of the first. So an ordinary call needs no look-up before it starts (25 + 45 µs and a round
 * trip). Refusals store nothing; they may be tried again.
 */
async function once(
  db: Database,
  actor: Actor,
  now: Date,
  call: Call,
  work: Work,
  ahead: () => Ahead<string> | undefined,
): Promise<string> {
  const { familyId } = actor;
  const known = ahead();
  if (known && (await atOnce(db, actor, now, call, known))) return known.reply;
  try {
    return await change(db, actor, now, work, (tx, reply) => [
      keepReply(tx, { ...actor, ...call, reply }).execute(),
    ]);
  } catch (error) {
    if (!(error instanceof Refusal || isTaken(error))) throw error;
    const before = await db.readFamily(familyId, (tx) => replyBefore(tx, { ...actor, ...call }));
    if (before !== undefined) return before;
    throw error;
  }
}

const isTaken = (error: unknown) =>
  error instanceof postgres.PostgresError && error.constraint_name === 'idempotency_pkey';
