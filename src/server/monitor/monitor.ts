/**
 * Counts replies, their durations, and failures. Counting costs an addition; every few seconds each
 * instance adds its counts to the shared ones in the database.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { SLOW_REPLY_MS } from '#core/latency.ts';
import { isDiskFull } from '../db/away.ts';
import type { Database } from '../db/database.ts';
import { writeDown } from './store.ts';
import { type IncidentKind, newTally } from './tally.ts';

export type Monitor = {
  /** Counts the replies of every route that is added afterwards. */
  watch(app: FastifyInstance): void;
  /** A page or file without a route was requested. */
  unknownAddress(reply: FastifyReply): void;
  /** A reply of 500 or above. */
  crashed(error: Error, request: FastifyRequest): void;
  /** A limit was reached; the last part of its key may be the network. */
  limited(name: string, key: string): void;
  /** Stores the counts so far. */
  flush(): Promise<void>;
  /** True if a write failed in the last minute because the disk is full. */
  isDiskFull(): boolean;
};

const FLUSH_MS = 5_000;
/** Some writes still find room when others don't, so one success proves nothing. */
const DISK_FULL_MS = 60_000;

export function startMonitor(options: {
  db: Database;
  clock: () => Date;
  /** Enough of an address to recognize a caller: the network, never the whole address. */
  networkOf: (ip: string) => string;
  /** Paths of sign-in calls: a 401 there is a failed attempt. */
  signIn: readonly string[];
  /** Paths of calls for operators only. */
  operator: readonly string[];
}): Monitor {
  const { db, clock, networkOf, signIn, operator } = options;
  const tally = newTally();
  const count = (kind: IncidentKind, detail = '', subject = '', totalUs = 0) =>
    tally.addIncident({ kind, detail, subject, count: 1, totalUs, lastAt: clock() });
  db.onSlow((ms) => count('slow_statement', '', '', ms * 1_000));
  const refused = (request: FastifyRequest, path: string, status: number) => {
    // A caller that has disconnected no longer has an address.
    const address = (request.ip as string | undefined) ?? '';
    if (signIn.includes(path)) count('failed_sign_in', '', networkOf(address));
    else if (status === 403 && operator.includes(path))
      count('operator_refused', '', networkOf(address));
    else tally.addUnauthorized(address, networkOf, clock());
  };
  let fullAt = Number.NEGATIVE_INFINITY;
  const noteFull = (error: Error) => {
    if (isDiskFull(error)) fullAt = performance.now();
  };
  const flush = async () => {
    const taken = tally.take();
    await writeDown(db.owner, taken, clock()).catch((error) => {
      noteFull(error);
      tally.giveBack(taken);
      throw error;
    });
  };
  return {
    watch(app) {
      const isLoud = ['debug', 'trace'].includes(app.log.level ?? '');
      app.addHook('onRoute', (route) => {
        if (route.url === STREAM) return; // lasts as long as the page is open
        const label = labelOf(route, operator);
        const add = tally.counterOf(label);
        const onResponse = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
          const { statusCode, elapsedTime } = reply;
          add(statusCode, elapsedTime);
          if (isLoud || elapsedTime > SLOW_REPLY_MS)
            logReply(request, label, statusCode, elapsedTime);
          if (statusCode === 401 || statusCode === 403) refused(request, route.url, statusCode);
          else if (statusCode === 200 && signIn.includes(route.url)) count('sign_in');
          done();
        };
        route.onResponse = [route.onResponse ?? [], onResponse].flat();
      });
      keepFlushing(app, flush);
    },
    unknownAddress: (reply) => {
      const add = tally.counterOf(PAGES);
      reply.raw.once('finish', () => add(reply.statusCode, reply.elapsedTime));
    },
    crashed: (error, request) => {
      noteFull(error);
      const kind = errorKind(error);
      const { url = '' } = request.routeOptions;
      count('error', kind);
      const note = { id: request.id, at: clock(), method: request.method, error: kind };
      tally.addNotes([{ ...note, path: inBraces(url) }]);
    },
    limited: (name, key) => count('limited', name, networkIn(key)),
    flush,
    isDiskFull: () => performance.now() - fullAt < DISK_FULL_MS,
  };
}

/** Warns of slow replies; logs all of them when debugging. */
function logReply({ id, log }: FastifyRequest, call: string, status: number, ms: number): void {
  const line = { id, call, status, ms: Math.round(ms) };
  if (ms > SLOW_REPLY_MS) log.warn(line, 'slow');
  else log.debug(line, 'answered');
}

function keepFlushing(app: FastifyInstance, flush: () => Promise<void>): void {
  const tryToFlush = () =>
    flush().catch((error: Error) => app.log.warn({ err: error }, 'figures not written down'));
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(tryToFlush, FLUSH_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await tryToFlush();
  });
}

const STREAM = '/api/events';
/** Everything except calls: pages, scripts, pictures, unknown addresses. */
export const PAGES = 'pages and files';

const inBraces = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}');

function labelOf({ method, url }: RouteOptions, operator: readonly string[]): string {
  if (!url.startsWith('/api/') && !operator.includes(url)) return PAGES;
  return `${method === 'HEAD' ? 'GET' : String(method)} ${inBraces(url)}`;
}

/** The name and code of an error; its message may quote a person's input. */
function errorKind(error: Error & { code?: unknown }): string {
  if (error instanceof Refusal) return error.code;
  const code = typeof error.code === 'string' ? error.code : '';
  return (
    `${error.name} ${code}`
      .replaceAll(/[^\w .-]/g, '')
      .trim()
      .slice(0, 60) || 'Error'
  );
}

/** Keys contain email addresses and networks; only networks are returned. */
function networkIn(key: string): string {
  const last = key.split(' ').at(-1) ?? '';
  return /^(\d{1,3}(\.\d{1,3}){2}|[\da-f]{0,4}(:[\da-f]{0,4}){2})$/i.test(last) ? last : '';
}
