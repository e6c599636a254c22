/** The HTTP server: limits, headers, the check of a request's origin, and errors. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Sentence } from '#contract/checks.ts';
import { bodyOf, type ErrorBody, type ErrorCode, Refusal, STATUS } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isAway, isDiskFull } from '../db/away.ts';
import { isTrustworthy } from './actor.ts';
import { drainOnClose } from './draining.ts';
import { readJsonBodies } from './json-body.ts';
import { scrub } from './scrub.ts';
import { beforeRouting, ofTheRouter } from './unrouted.ts';

export type InlineHashes = {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
};

export type ServerOptions = {
  publicUrl: string;
  trustedProxies: number;
  logLevel: string;
  /** Destination of the log; standard output by default. */
  logTo?: { write(line: string): void };
  /** `sha256-…` of inline scripts and style sheets. */
  inline: InlineHashes;
  /** Addresses besides `/api/` that return data instead of a page. */
  isCall?: (url: string) => boolean;
  /** Requests that may be upgraded to a WebSocket. */
  isUpgrade?: (request: IncomingMessage) => boolean;
  /** How long a request may take to arrive; only tests set it. */
  arrival?: typeof ARRIVAL;
  /** Called for every reply with status 500 or above. */
  crashed?: (error: Error, request: FastifyRequest) => void;
};

const BODY_LIMIT = 256 * 1024;
const RETRY_SECONDS = '2';

/**
 * How long a request may take to arrive. Node checks at intervals, and ignores the limit of the
 * whole request unless that of the headers is shorter.
 */
const ARRIVAL = { headersMs: 15_000, requestMs: 60_000, lookMs: 5_000 };

export async function newServer(options: ServerOptions): Promise<FastifyInstance> {
  const { arrival = ARRIVAL, isUpgrade = () => false } = options;
  const https = options.publicUrl.startsWith('https://');
  const headers = await securityHeaders(https, options.inline);
  const ofCalls = headersOfData(headers);
  const app = fastify({
    logger: {
      level: options.logLevel,
      ...(options.logTo && { stream: options.logTo }),
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      // Query strings hold tokens (the specified links), so only the path is logged.
      serializers: {
        // A database error carries the failing row in other fields; these four are safe.
        err: ({ name, message, code, stack = '' }: Error & { code?: string }) => ({
          type: name,
          message: scrub(message),
          stack: scrub(stack),
          ...(code !== undefined && { code }),
        }),
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url?.split('?')[0],
        }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: arrival.requestMs,
    http: {
      headersTimeout: arrival.headersMs,
      connectionsCheckingInterval: arrival.lookMs,
      shouldUpgradeCallback: isUpgrade,
      // Checked below instead, where we control the form of the reply.
      requireHostHeader: false,
    },
    frameworkErrors: ofTheRouter(ofCalls),
    clientErrorHandler: beforeRouting(ofCalls),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const body = errorBody(error, request);
    if (STATUS[body.code] >= 500) options.crashed?.(error, request);
    if (body.code === 'TRY_AGAIN') reply.header('retry-after', RETRY_SECONDS);
    return reply.code(STATUS[body.code]).send(body);
  });
  // A child logger for every request costs 6 µs; the one line we log names the request itself.
  app.setChildLoggerFactory((logger) => logger);
  const ownOrigin = new URL(options.publicUrl).origin;
  const { isCall = () => false } = options;
  app.addHook('onRequest', (request, reply, done) => {
    // Checks the matched route, not the raw address: `/%61pi/dashboard` leads there too.
    const { url = request.url } = request.routeOptions;
    const isData = (url.startsWith('/api/') && url !== '/api/docs') || isCall(url);
    reply.headers(isData ? ofCalls : headers);
    done(withoutHost(request) ?? sameSiteOnly(request, ownOrigin));
  });
  drainOnClose(app);
  return app;
}

/** JSON is not a page: nothing may load from it, frame it, sniff it or store it. */
const headersOfData = ({ 'strict-transport-security': hsts }: Record<string, string>) => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  ...(hsts !== undefined && { 'strict-transport-security': hsts }),
});

/**
 * The headers that helmet sets for our options, computed once: they are the same for every reply,
 * and building them for each took 25 µs, more than the rest of a cheap reply.
 */
async function securityHeaders(
  https: boolean,
  { scriptHashes, styleHashes }: InlineHashes,
): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes.map(quoted)],
        styleSrc: ["'self'", ...styleHashes.map(quoted)],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // No text becomes a script or HTML, except for the addresses of our two workers.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['service-worker', 'wallet-worker'],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https && { maxAge: 31_536_000 },
    // For obsolete browsers; frame-ancestors replaces X-Frame-Options.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  probe.get('/', (_, reply) => reply.send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const ofTheReply = new Set(['content-length', 'content-type', 'date', 'connection']);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofTheReply.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

const quoted = (source: string) => `'${source}'`;

/** Required by HTTP/1.1 (RFC 9112, 3.2), and the origin check compares with it. */
const withoutHost = ({ headers, raw }: FastifyRequest): Refusal | undefined =>
  headers.host === undefined && raw.httpVersion !== '1.0'
    ? new Refusal('VALIDATION_ERROR', because('UNREADABLE_REQUEST'))
    : undefined;

/** CSRF: a page of another site cannot make a signed-in browser change anything. */
function sameSiteOnly(request: FastifyRequest, ownOrigin: string): Refusal | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  if (!isFromOurPages(request, ownOrigin))
    return new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  // From another address the browser drops our cookies, so a sign-in would be lost at once.
  const { origin = ownOrigin } = request.headers;
  return isTrustworthy(ownOrigin) && !isTrustworthy(origin)
    ? new Refusal('FORBIDDEN', because('OTHER_ADDRESS', { address: ownOrigin }))
    : undefined;
}

/** Decided by headers that browsers send; other programs may omit the origin. */
export function isFromOurPages(
  { headers }: Pick<FastifyRequest, 'headers'>,
  ownOrigin: string,
): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isHere = host !== undefined && origin !== undefined && hostOf(origin) === host;
  const ours = origin === undefined || origin === ownOrigin || isHere;
  return ours && (site === undefined || site === 'same-origin');
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;

/**
 * Two kinds of errors: refusals that a person may read, and crashes that are logged under an id.
 */
function errorBody(
  error: FastifyError,
  request: { id: string; log: FastifyBaseLogger; routeOptions: { bodyLimit?: number } },
): ErrorBody {
  if (error instanceof Refusal) return bodyOf(error);
  if (isAway(error)) {
    request.log.warn({ err: error, id: request.id }, 'the database is away');
    return bodyOf(new Refusal('TRY_AGAIN', because('DATABASE_AWAY')));
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error, id: request.id }, 'the disk is full');
    return bodyOf(new Refusal('TRY_AGAIN', because('DISK_FULL')));
  }
  const code = byFastify[error.code] ?? (error.statusCode === 400 ? 'VALIDATION_ERROR' : undefined);
  if (code === 'TOO_LARGE') {
    const most = request.routeOptions.bodyLimit ?? BODY_LIMIT;
    return bodyOf(new Refusal(code, because('TOO_LARGE', { most: Math.floor(most / 1024) })));
  }
  if (code)
    return bodyOf(
      new Refusal(code, sentences[code] ?? because('INVALID_INPUT', { message: error.message })),
    );
  request.log.error({ err: error, id: request.id }, 'crash');
  return { ...bodyOf(new Refusal('INTERNAL', because('OUR_FAULT'))), id: request.id };
}

const byFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_ERROR',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'VALIDATION_ERROR',
  FST_ERR_CTP_INVALID_JSON_BODY: 'VALIDATION_ERROR',
};

const sentences: Partial<Record<ErrorCode, Sentence>> = {
  UNSUPPORTED: because('EXPECTED_JSON_TYPE'),
  VALIDATION_ERROR: because('EXPECTED_JSON'),
};
