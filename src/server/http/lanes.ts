/**
 * Queues calls, because one family must not take the server from the others: four calls of a family
 * run at a time, at most one of them through a long book, and one heavy call per person. They wait
 * before they get a database connection, and a heavy call before its body is read. Each session has
 * its own queue in front of its family's: a flood, from a child or a thief, fills only that.
 *
 * A session cookie names a family, but anyone can write one. So a call is charged to its family
 * only after its session was found (known-sessions.ts); until then, to its network.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { type Actor, type CookieJar, readSession, type SessionHint } from './actor.ts';
import type { KnownSessions } from './known-sessions.ts';
import { newTurns, type Turns } from './turns.ts';

export type Lanes = {
  /** Runs a call in its turn; one that reads much of a book also waits for others of that kind. */
  run<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<T>,
    isLong?: boolean,
  ): Promise<T>;
  /** Waits for a heavy call's turn, as an onRequest hook; the turn ends with the reply. */
  alone(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** From now on, calls of this session are charged to its family and its person. */
  know(hint: SessionHint, actor: Pick<Actor, 'familyId' | 'userId'>): void;
};

/**
 * Four of ten connections (db/database.ts), which leaves some for others. A page sends ten calls at
 * most; a program that calls in a loop gets forty replies a second, or one heavy one.
 */
const FAMILY = { atOnce: 4, waiting: 400, pace: { after: 40, ms: 100 } };
/** Calls that read much of a book. A page makes a few; one processor core stays free. */
const READING = { atOnce: 1, waiting: 100 };
/** A session's share of its family's queue, which has room for a hundred sessions. */
const SESSION = { atOnce: 4, waiting: 100 };
const PERSON = { atOnce: 1, waiting: 20, pace: { after: 2, ms: 1_000 } };
/** Refusals are delayed: a program that retries at once would keep the server busy. */
const REFUSAL_MS = 1_000;
/** @param networkOf the part of an address that one caller cannot change at will */
export function newLanes(
  cookies: CookieJar,
  networkOf: (ip: string) => string,
  known: KnownSessions,
): Lanes {
  const families = newTurns(FAMILY);
  const readers = newTurns(READING);
  const sessions = newTurns(SESSION);
  const sessionReaders = newTurns(READING);
  const people = newTurns(PERSON);
  const sessionOf = (request: FastifyRequest) => readSession(cookies.read(request, 'session'));
  return {
    run: async (request, reply, work, isLong = false) => {
      const hint = sessionOf(request);
      const network = networkOf(request.ip);
      const caller = hint && (await known.find(hint));
      const family = caller?.familyId ?? network;
      const own = caller && hint ? Buffer.from(hint.tokenHash).toString('hex') : network;
      const inLine = async <R>(turns: Turns, key: string, then: () => Promise<R>): Promise<R> => {
        const release = await turns.take(key, whenClosed(reply)).catch(refuseLater);
        return then().finally(release);
      };
      // Always in this order, to avoid deadlocks.
      const inTurn = () => inLine(sessions, own, () => inLine(families, family, work));
      const asReader = () => inLine(readers, family, inTurn);
      try {
        return await (isLong ? inLine(sessionReaders, own, asReader) : inTurn());
      } catch (error) {
        const isOver = error instanceof Refusal && error.code === 'AUTH_ERROR';
        if (isOver && hint) known.forget(hint);
        throw error;
      }
    },
    alone: async (request, reply) => {
      const hint = sessionOf(request);
      const network = networkOf(request.ip);
      const caller = hint && (await known.find(hint));
      const lane = caller?.userId ?? network;
      const release = await people.take(lane, whenClosed(reply)).catch(refuseLater);
      reply.raw.once('finish', release).once('close', release);
      if (reply.raw.closed || reply.raw.destroyed) release();
    },
    know: (hint, actor) => known.know(hint, actor),
  };
}

async function refuseLater(refusal: Error): Promise<never> {
  await sleep(REFUSAL_MS);
  throw refusal;
}

/** A disconnected caller loses its place. */
const whenClosed = (reply: FastifyReply) => (leave: () => void) =>
  void reply.raw.once('close', leave);
