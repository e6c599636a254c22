/** Limits the size of a call's body. Without a session, no more than the public limit is read. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, sendsBody } from '#contract/endpoint.ts';
import { findInSession, readSession, SIGN_IN_FIRST } from './actor.ts';
import type { Services } from './context.ts';

/** Anyone may send these, without a session. */
const PUBLIC_BODY = 8 * 1024;
const USUAL_BODY = 256 * 1024;
const USUAL_FILE = 2 * 1024 * 1024;
const AROUND_A_FILE = 256 * 1024;

type Limits = Pick<Services, 'importLimits'>;

/** A text file at most doubles in size when escaped as JSON. */
const largeBody = ({ importLimits }: Limits) =>
  2 * (importLimits?.bytes ?? USUAL_FILE) + AROUND_A_FILE;

export function bodyLimit(e: Pick<Endpoint, 'access' | 'large'>, limits: Limits): number {
  if (e.access === 'public') return PUBLIC_BODY;
  return e.large ? largeBody(limits) : USUAL_BODY;
}

/** The checks of a call before its body is read, as onRequest hooks. */
export function beforeBody(
  e: Pick<Endpoint, 'access' | 'large' | 'method'>,
  services: Pick<Services, 'db' | 'cookies' | 'admins' | 'clock' | 'importLimits'>,
) {
  if (e.access === 'public' || !sendsBody(e)) return [];
  const most = bodyLimit(e, services);
  const { db, cookies, admins, clock } = services;
  return [
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const length = lengthOf(request);
      if (length <= PUBLIC_BODY) return;
      const hint = readSession(cookies.read(request, 'session'));
      if (hint && (await findInSession(db.app, hint, admins, clock()))) return;
      // None of our pages sends such a body, so don't wait for it; signed-in people get the reason.
      if (length > most) reply.header('connection', 'close');
      throw SIGN_IN_FIRST;
    },
  ];
}

/** Infinite if the caller doesn't declare a length. */
function lengthOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
