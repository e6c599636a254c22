/** The stream of server-sent events, which only signal that something has changed. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Live, type Stream, startLive } from '../live.ts';
import { type Actor, findActor, rightsOf, rightsText, SIGN_IN_FIRST } from './actor.ts';
import { authorise } from './mount.ts';
import type { Mounted } from './mounted.ts';
import { isFromOurPages } from './server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The streams of this instance. */
    live: Live;
  }
}

const SENT = { changed: 'event: changed\ndata\n\n', beat: ': still here\n\n' };
/** A browser that stops reading is disconnected at this size. */
const MOST_UNSENT = 64 * 1024;

/** Mounted outside the contracts, because the reply isn't JSON and never ends. */
export function mountLive(app: FastifyInstance, services: Mounted): void {
  const { db, clock, cookies, admins, publicUrl, lanes } = services;
  const ownOrigin = new URL(publicUrl).origin;
  const live = startLive({
    openListener: db.openListener,
    rightsOf: (sessionIds) => rightsOf(db.app, sessionIds, clock()),
    onError: (error) => app.log.error({ err: error }, 'live'),
  });
  app.decorate('live', live);
  db.onChange(live.changed);
  app.addHook('preClose', live.stop);
  app.get('/api/events', async (request, reply) => {
    if (!isFromOurPages(request, ownOrigin))
      throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
    if (Object.keys(request.query as object).length > 0)
      throw new Refusal('VALIDATION_ERROR', because('NO_FIELDS'));
    const cookie = cookies.read(request, 'session');
    if (!cookie) throw SIGN_IN_FIRST;
    await lanes.run(request, reply, async () => {
      const actor = await findActor(db.app, cookie, admins, clock());
      authorise('member', actor);
      openStream(live, actor, reply);
    });
  });
}

/** @throws Refusal if too many are open */
function openStream(live: Live, actor: Actor, reply: FastifyReply): void {
  const { raw } = reply;
  const end = () => {
    live.remove(stream);
    raw.end();
  };
  const stream: Stream = {
    group: actor.familyId,
    person: actor.userId,
    sessionId: actor.sessionId,
    rights: rightsText(actor),
    send: (what) => {
      raw.write(SENT[what]);
      if (raw.writableLength > MOST_UNSENT) raw.destroy();
    },
    end,
  };
  const added = live.add(stream);
  if (added === 'too-many') throw new Refusal('TRY_AGAIN', because('TOO_MANY_PAGES_HERE'));
  if (added === 'too-many-of-person') throw new Refusal('RATE_LIMITED', because('TOO_MANY_PAGES'));
  reply.hijack();
  raw.on('close', () => live.remove(stream));
  raw.on('error', end);
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  raw.write(': here\n\n');
}
