/**
 * Turns a contract and its handlers into routes: who is it, may they, is the input right, do it
 * once, check the answer. Nothing else in the program reads a request of the API.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { reasonOf, type Sentence } from '#contract/checks.ts';
import {
  type Access,
  type Contract,
  type Endpoint,
  type Output,
  type Parsed,
  pathParams,
  sendsBody,
} from '#contract/endpoint.ts';
import { bodyOf, Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Jobs } from '../jobs.ts';
import type { OutboundRules } from '../outbound.ts';
import { type Actor, type CookieJar, findActor, recallActor } from './actor.ts';
import type { Ahead } from './ahead.ts';
import { answer } from './answer.ts';
import { inUnit, type Last, NO_LONGER, provesItself, type Work } from './unit.ts';

export type ImportLimits = { readonly bytes: number; readonly rows: number };

/** What every part of the server stands on. Made once, in app/main.ts. */
export type Services = {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly cookies: CookieJar;
  readonly publicUrl: string;
  readonly admins: ReadonlySet<string>;
  readonly clock: () => Date;
  /** Under which the book is sealed (ledger/seal.ts). */
  readonly sealKey: Uint8Array;
  /** Asks the mail server whether it takes mails; left out where none is configured. */
  readonly checkMail?: (() => Promise<void>) | undefined;
  /** With which a collector may read the figures. */
  readonly metricsToken?: string | undefined;
  /** By which key push services know this server, and which of them may be called. */
  readonly push: { readonly publicKey: string; readonly rules: OutboundRules };
  /** How much an import may bring; without it, what is usual. */
  readonly importLimits?: ImportLimits;
  /** Checks the shape of every value of a reply, not only the names. Tests do. */
  readonly checksReplies?: boolean;
  /** Remembers no first screen. The bench compares both. */
  readonly readsAnew?: boolean;
};

type Base = { readonly now: Date; readonly request: FastifyRequest; readonly reply: FastifyReply };
export type PublicContext = Base;
export type UserContext = Base & { readonly actor: Actor };
export type FamilyContext = UserContext & {
  /** The one transaction of the call: locked and counted once if the call changes anything. */
  readonly tx: Tx;
  /** For the last statement of a change: its answer is awaited together with that of COMMIT. */
  readonly last: Last;
};

export type ContextOf<A extends Access> = A extends 'public'
  ? PublicContext
  : A extends 'user' | 'handedOver' | 'admin'
    ? UserContext
    : FamilyContext;

/** One handler for every endpoint of a contract: leaving one out is a compile error. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: (
    input: Parsed<C[K]>,
    context: ContextOf<C[K]['access']>,
  ) => Promise<Output<C[K]>>;
};

/**
 * What a change comes to where that is known before anything is asked; undefined where it is not,
 * and the handler is asked. Pure but for ids and what this instance remembers.
 */
export type Aheads<C extends Contract> = {
  readonly [K in keyof C]?: (
    input: Parsed<C[K]>,
    known: { readonly actor: Actor; readonly now: Date },
  ) => Ahead<Output<C[K]>> | undefined;
};

export function mount<C extends Contract>(
  app: FastifyInstance,
  services: Services,
  contract: C,
  handlers: Handlers<C>,
  aheads: Aheads<C> = {},
): void {
  for (const [name, e] of Object.entries(contract)) {
    const handler = handlers[name as keyof C] as unknown as Handler;
    const ahead = aheads[name as keyof C] as LookAhead | undefined;
    app.route({
      method: e.method,
      ...(e.large && largeBody(services)),
      url: e.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => {
        // Before the first promise: nobody need be cheaper to refuse than who brings no session.
        if (e.access !== 'public' && !services.cookies.read(request, 'session'))
          return signInFirst(reply);
        return serve(services, e, { handler, ahead }, request, reply);
      },
    });
  }
}

const USUAL_FILE = 2 * 1024 * 1024;
const AROUND_A_FILE = 256 * 1024;

/**
 * Escaped as JSON a file doubles at most, unless it is no text. Who brings no session is refused
 * before the body is read.
 */
const largeBody = ({ cookies, importLimits }: Services) => ({
  bodyLimit: 2 * (importLimits?.bytes ?? USUAL_FILE) + AROUND_A_FILE,
  onRequest: async (request: FastifyRequest) => {
    if (!cookies.read(request, 'session')) throw SIGN_IN_FIRST;
  },
});

type Handler = (input: unknown, context: FamilyContext) => Promise<unknown>;
type LookAhead = (input: unknown, known: { actor: Actor; now: Date }) => Ahead<unknown> | undefined;

async function serve(
  services: Services,
  e: Endpoint,
  { handler, ahead }: { handler: Handler; ahead: LookAhead | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const now = services.clock();
  const base = { now, request, reply };
  let json: string;
  if (e.access === 'public') {
    json = answer(
      e,
      await handler(parse(e, request), base as FamilyContext),
      services.checksReplies,
    );
  } else {
    const serving: Serving = (input, actor, tx, last) =>
      handler(input, { ...base, actor, tx: tx as Tx, last });
    json = await serveActor(services, e, request, now, serving, ahead);
  }
  reply.type(e.file ?? 'application/json; charset=utf-8');
  return json;
}

type Serving = (input: unknown, actor: Actor, tx: Tx | undefined, last: Last) => Promise<unknown>;

/**
 * A change of a family starts with whom this instance remembers, as it proves that behind the lock.
 * Should the proof fail, or the one remembered not be allowed, the database is asked.
 */
async function serveActor(
  services: Services,
  e: Endpoint,
  request: FastifyRequest,
  now: Date,
  handler: Serving,
  ahead: LookAhead | undefined,
): Promise<string> {
  const cookie = services.cookies.read(request, 'session');
  const check = (actor: Actor | undefined): { actor: Actor; input: unknown } => {
    authorise(e.access, actor);
    const input = parse(e, request);
    ownChildOnly(e.access, actor, input);
    return { actor, input };
  };
  const asText = (output: unknown) => answer(e, output, services.checksReplies);
  const run = ({ actor, input }: { actor: Actor; input: unknown }, look?: LookAhead) => {
    const work: Work = async (tx, last) => asText(await handler(input, actor, tx, last));
    return inUnit(services.db, e, actor, request, now, work, () => {
      const known = look?.(input, { actor, now });
      return known && { ...known, reply: asText(known.reply) };
    });
  };
  const remembered = provesItself(e) ? recallActor(services.db.app, cookie, now) : undefined;
  const ready = remembered && attempt(() => check(remembered));
  if (ready) {
    try {
      return await run(ready, ahead);
    } catch (error) {
      if (error !== NO_LONGER) throw error;
    }
  }
  const actor = await findActor(services.db.app, cookie, services.admins, now);
  return run(check(actor)).catch((error) => {
    throw error === NO_LONGER ? SIGN_IN_FIRST : error;
  });
}

/** What the error handler would answer, without a way through it: it is asked for by the thousand. */
const signInFirst = (reply: FastifyReply): FastifyReply =>
  reply.code(401).type('application/json; charset=utf-8').send(SIGN_IN_TEXT);

/** Undefined instead of a refusal. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Made once: this refusal is the cheapest reply there is, and half of it was its stack. */
export const SIGN_IN_FIRST = new Refusal('AUTH_ERROR', because('AUTHENTICATION_REQUIRED'));

const SIGN_IN_TEXT = JSON.stringify(bodyOf(SIGN_IN_FIRST));

/** @throws Refusal AUTH_ERROR or FORBIDDEN. Deny by default. */
export function authorise(access: Access, actor: Actor | undefined): asserts actor is Actor {
  if (!actor) throw SIGN_IN_FIRST;
  const { role, isAdmin, handedOver } = actor;
  const allowed: Record<Access, boolean> = {
    public: true,
    user: !handedOver,
    handedOver,
    member: true,
    ownChild: true,
    adult: role === 'parent' || role === 'spouse',
    parent: role === 'parent',
    admin: isAdmin,
  };
  if (!allowed[access]) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
}

/** For a child every other child's id is an id that does not exist. */
function ownChildOnly(access: Access, actor: Actor, input: unknown): void {
  if (access !== 'ownChild' || actor.role !== 'child') return;
  const { childId, id } = input as { childId?: string; id?: string };
  if ((childId ?? id) !== actor.childId) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
}

function parse(e: Endpoint, request: FastifyRequest): unknown {
  const sent = sendsBody(e) ? (request.body ?? {}) : request.query;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new Refusal('VALIDATION_ERROR', because('EXPECTED_JSON'));
  const clash = pathParams(e.path).find((key) => Object.hasOwn(sent, key));
  if (clash)
    throw new Refusal('VALIDATION_ERROR', because('BELONGS_IN_PATH', { field: clash }), clash);
  const result = v.safeParse(
    e.input,
    { ...sent, ...(request.params as object) },
    { abortEarly: true },
  );
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = issue.path?.map(({ key }) => String(key)).join('.');
  // A malformed id in the path names nothing that exists.
  if (field && pathParams(e.path).includes(field))
    throw new Refusal('NOT_FOUND', because('NOT_FOUND'), field);
  throw new Refusal('VALIDATION_ERROR', whyOf(issue, field ?? ''), field);
}

function whyOf({ type, expected, message }: v.BaseIssue<unknown>, field: string): Sentence {
  if (type === 'strict_object')
    return because(expected === 'never' ? 'UNKNOWN_FIELD' : 'MISSING', { field });
  return { english: message, ...(reasonOf(message) ?? because('INVALID_INPUT', { message })) };
}
