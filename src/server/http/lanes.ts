/**
 * Which calls wait for each other, so that one family cannot take the server from the others: four
 * of a family run at a time, and one heavy call of each person. They wait before they are lent a
 * connection to the database, and a heavy call before its body is read.
 *
 * A session cookie names a family, but anyone can write one. So a call counts for its family once
 * its session has been found here; before that, and without a session, it counts for its network.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { type Actor, type CookieJar, readSession, type SessionHint } from './actor.ts';
import { newTurns } from './turns.ts';

export type Lanes = {
  /** Runs a call in its turn. */
  run<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T>;
  /** Waits for the turn of a heavy call, as an onRequest hook; it ends with the reply. */
  alone(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** From now on calls of this session count for its family and its person. */
  know(hint: SessionHint, actor: Pick<Actor, 'familyId' | 'userId'>): void;
};

/**
 * Four of ten connections (db/database.ts), so that others always find some. A page asks ten times
 * at most; a program that asks without an end gets forty answers a second, or one heavy one.
 */
const FAMILY = { atOnce: 4, waiting: 100, pace: { after: 40, ms: 100 } };
const PERSON = { atOnce: 1, waiting: 20, pace: { after: 2, ms: 1_000 } };
/** A refusal takes its time: a program that asks again at once would keep the server busy. */
const REFUSAL_MS = 1_000;
/** Sessions beyond this number count for their network again; the oldest first. */
const KNOWN_MOST = 20_000;

type Caller = { readonly familyId: string; readonly userId: string };

/** @param networkOf the part of an address that one caller cannot change at will. */
export function newLanes(cookies: CookieJar, networkOf: (ip: string) => string): Lanes {
  const families = newTurns(FAMILY);
  const people = newTurns(PERSON);
  const known = new Map<string, Caller>();
  const sessionOf = (request: FastifyRequest) => {
    const hint = readSession(cookies.read(request, 'session'));
    return hint && idOf(hint);
  };
  const callerOf = (session: string | undefined) =>
    session === undefined ? undefined : known.get(session);
  return {
    run: async (request, reply, work) => {
      const session = sessionOf(request);
      const lane = callerOf(session)?.familyId ?? networkOf(request.ip);
      const release = await families.take(lane, whenClosed(reply)).catch(refuseLater);
      try {
        return await work();
      } catch (error) {
        const isOver = error instanceof Refusal && error.code === 'AUTH_ERROR';
        if (isOver && session !== undefined) known.delete(session);
        throw error;
      } finally {
        release();
      }
    },
    alone: async (request, reply) => {
      const lane = callerOf(sessionOf(request))?.userId ?? networkOf(request.ip);
      const release = await people.take(lane, whenClosed(reply)).catch(refuseLater);
      reply.raw.once('finish', release).once('close', release);
      if (reply.raw.closed || reply.raw.destroyed) release();
    },
    know: (hint, { familyId, userId }) => {
      const session = idOf(hint);
      if (known.has(session)) return;
      known.set(session, { familyId, userId });
      if (known.size <= KNOWN_MOST) return;
      const [oldest] = known.keys();
      known.delete(oldest as string);
    },
  };
}

async function refuseLater(refusal: Error): Promise<never> {
  await sleep(REFUSAL_MS);
  throw refusal;
}

const idOf = ({ tokenHash }: SessionHint) => Buffer.from(tokenHash).toString('base64');

/** Who hangs up leaves the line. */
const whenClosed = (reply: FastifyReply) => (leave: () => void) =>
  void reply.raw.once('close', leave);
