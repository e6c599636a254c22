/**
 * The relay pipe: a parent's browser reaches the relay of the family's encrypted wallet through
 * this server, so pages still connect only to this server. Messages are encrypted between the
 * browser and the wallet; the server sees the relay, sizes and times. Mounted outside the
 * contracts, because it is a connection without a reply.
 */

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { Refusal, STATUS } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { RELAY_PIPE } from '#core/lightning/relay-pipe.ts';
import { MINUTE } from '#core/time.ts';
import { readVault } from '#features/money/vault/store.ts';
import { chainRules } from '#server/chain-settings.ts';
import { type Actor, findActor, rightsOf, rightsText, SIGN_IN_FIRST } from '#server/http/actor.ts';
import type { Limiter } from '#server/http/limits.ts';
import { authorise } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { isFromOurPages } from '#server/http/server.ts';
import { openWebSocket } from '#server/outbound/socket.ts';
import { FRAME_BYTES, joinEnds, type Why } from './pipe.ts';

export const PIPE_LIMITS = {
  ofOnePerson: 2,
  openings: { points: 30, seconds: 60 },
  /**
   * Per family, in blocks of 16 KiB: 16 MiB, or 16,384 short messages, a day. A payment takes less
   * than one block.
   */
  day: { points: 1_024, seconds: 86_400 },
  longestMs: 10 * MINUTE,
};
const BLOCK_BYTES = 16 * 1024;
/** How soon we notice that a person has signed out, was removed or has disconnected. */
const CHECK_MS = 2_000;

type Pipe = { actor: Actor; since: number; end: (why: Why) => void };

export function mountRelayPipe(app: FastifyInstance, services: Mounted, limit: Limiter): void {
  const { db, clock } = services;
  const pipes = new Set<Pipe>();
  const places = new Map<string, number>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
  });
  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const { actor, url } = await admit(services, limit, request);
    takePlace(places, actor.userId, socket);
    const relay = await openWebSocket(url, chainRules(services.chain)).catch(() => undefined);
    if (!relay) return refuse(socket, 502);
    // A browser that has disconnected by now, or does so here, never gets the relay below.
    if (socket.destroyed) return relay.terminate();
    socket.once('close', () => relay.terminate());
    sockets.handleUpgrade(request, socket, head, (browser: WebSocket) => {
      const mayPass = dailyBytes(limit, actor.familyId);
      const end = joinEnds({ browser, relay, mayPass });
      const pipe = { actor, since: performance.now(), end };
      pipes.add(pipe);
      browser.on('close', () => pipes.delete(pipe));
    });
  };
  app.server.on('upgrade', (request, socket: Duplex, head) => {
    socket.on('error', () => socket.destroy());
    open(request, socket, head).catch((error: Error) => {
      if (error instanceof Refusal) return refuse(socket, STATUS[error.code]);
      app.log.error({ err: error }, 'relay pipe');
      refuse(socket, 500);
    });
  });
  const check = () =>
    endWithRights(pipes, (ids) => rightsOf(db.app, ids, clock())).catch((error: Error) =>
      app.log.error({ err: error }, 'relay pipe'),
    );
  const checking = setInterval(check, CHECK_MS).unref();
  app.addHook('preClose', async () => {
    clearInterval(checking);
    for (const { end } of pipes) end('away');
  });
}

/** Decides who gets a pipe, and to which relay. @throws Refusal */
async function admit(
  { db, clock, cookies, admins, publicUrl }: Mounted,
  limit: Limiter,
  request: IncomingMessage,
): Promise<{ actor: Actor; url: string }> {
  const { headers } = request;
  // Every browser sends the page's origin; other programs have no business here.
  if (headers.origin === undefined || !isFromOurPages({ headers }, new URL(publicUrl).origin))
    throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  const cookie = cookies.read({ headers }, 'session');
  if (!cookie) throw SIGN_IN_FIRST;
  const actor = await findActor(db.app, cookie, admins, clock());
  authorise('adult', actor);
  if (!(await limit('relay_pipe', actor.userId, PIPE_LIMITS.openings)))
    throw new Refusal('RATE_LIMITED', because('TOO_MANY_PAGES'));
  const wanted = new URL(request.url ?? '', publicUrl).searchParams.get('relay');
  const { spending } = await db.readFamily(actor.familyId, (tx) => readVault(tx, actor.familyId));
  // Compared as the wallet client writes it: with a slash after the host.
  const url = spending?.relays.find((relay) => new URL(relay).href === wanted);
  if (url === undefined) throw new Refusal('NOT_FOUND', because('NO_LIGHTNING'));
  return { actor, url };
}

/** Takes a place until the socket closes. @throws Refusal if the person has too many already */
function takePlace(places: Map<string, number>, userId: string, socket: Duplex): void {
  const taken = places.get(userId) ?? 0;
  if (taken >= PIPE_LIMITS.ofOnePerson)
    throw new Refusal('RATE_LIMITED', because('TOO_MANY_PAGES'));
  if (socket.destroyed) return;
  places.set(userId, taken + 1);
  socket.once('close', () => {
    const left = (places.get(userId) ?? 1) - 1;
    if (left === 0) places.delete(userId);
    else places.set(userId, left);
  });
}

/** Charges whole blocks, which saves a database call for each frame. */
function dailyBytes(limit: Limiter, familyId: string) {
  let left = 0;
  return async (bytes: number): Promise<boolean> => {
    const blocks = Math.ceil(Math.max(0, bytes - left) / BLOCK_BYTES);
    if (blocks > 0 && !(await limit('relay_bytes', familyId, PIPE_LIMITS.day, blocks)))
      return false;
    left += blocks * BLOCK_BYTES - bytes;
    return true;
  };
}

/**
 * Ends the pipes of sessions that have ended or lost rights; all of them if that can't be checked.
 */
async function endWithRights(
  pipes: ReadonlySet<Pipe>,
  rightsNow: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  const open = [...pipes];
  if (open.length === 0) return;
  const rights = await rightsNow([...new Set(open.map(({ actor }) => actor.sessionId))]).catch(
    (error) => {
      for (const { end } of open) end('away');
      throw error;
    },
  );
  for (const { actor, since, end } of open) {
    if (rights.get(actor.sessionId) !== rightsText(actor)) end('notAllowed');
    if (performance.now() - since > PIPE_LIMITS.longestMs) end('over');
  }
}

/** Before the connection becomes a WebSocket, the reply is plain HTTP. */
function refuse(socket: Duplex, status: number): void {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close'];
  socket.end(`${[...lines, 'Content-Length: 0'].join('\r\n')}\r\n\r\n`);
}

/** Other requests that offer a protocol upgrade are answered as plain requests. */
export const isRelayPipe = ({ url = '', headers }: IncomingMessage): boolean =>
  url.split('?', 1)[0] === RELAY_PIPE && headers.upgrade?.toLowerCase() === 'websocket';
