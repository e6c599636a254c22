/**
 * Turns a contract and its handlers into routes: authenticate, authorize, validate the input, run
 * the handler once, validate the reply. Nothing else in the program reads an API request.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Access,
  type Contract,
  changes,
  type Endpoint,
  needsFresh,
  type Output,
  type Parsed,
} from '#contract/endpoint.ts';
import { bodyOf, Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { requireNetwork } from '../chain-settings.ts';
import type { Last, Tx } from '../db/sql.ts';
import { calendarOf } from '../family-calendar.ts';
import { type Actor, findActor, readSession, SIGN_IN_FIRST } from './actor.ts';
import { answer } from './answer.ts';
import { aroundStep } from './around-step.ts';
import { beforeBody, bodyLimit } from './bodies.ts';
import { countChildCall } from './child-limit.ts';
import type { Base, ContextOf, FamilyContext, UserContext } from './context.ts';
import { isUnchanged, notModified } from './etag.ts';
import { parse } from './input.ts';
import { JSON_TYPE, lastingFile } from './lasting.ts';
import { requireFresh } from './money.ts';
import type { Mounted } from './mounted.ts';
import { talkContextOf, type Within, type Work } from './talk-context.ts';
import { isTalking, talkThrough } from './talking.ts';
import { change, inFamily } from './unit.ts';

/** One handler for every endpoint of a contract: a missing one is a compile error. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: HandlerOf<C[K]>;
};

type HandlerOf<E extends Endpoint> = {
  (input: Parsed<E>, context: ContextOf<E['access']>, prepared: never): Promise<Output<E>>;
  readonly prepare?: (input: Parsed<E>, context: UserContext) => Promise<unknown>;
  /** For calls that wait for an outside server (talking.ts). */
  readonly before?: (input: Parsed<E>, context: FamilyContext) => Promise<unknown>;
  readonly talk?: (prepared: never) => Promise<unknown>;
  readonly unchanged?: (
    input: Parsed<E>,
    context: FamilyContext,
    outcome: never,
  ) => Promise<Output<E> | undefined>;
};

/**
 * A handler whose slow part needs no transaction (reading a file, hashing a PIN): `prepare` runs
 * before one begins, for a caller who may make the call, and its result is passed to `run`.
 */
export const preparedBy = <I, C, O, P>(
  prepare: (input: I, context: UserContext) => Promise<P>,
  run: (input: I, context: C, prepared: P) => Promise<O>,
) => Object.assign(run, { prepare });

export function mount<C extends Contract>(
  app: FastifyInstance,
  services: Mounted,
  contract: C,
  handlers: Handlers<C>,
): void {
  for (const [name, e] of Object.entries(contract)) {
    const handler = handlers[name as keyof C] as unknown as Handler;
    app.route({
      method: e.method,
      bodyLimit: bodyLimit(e, services),
      onRequest: [...beforeBody(e, services), ...(e.heavy ? [services.lanes.alone] : [])],
      url: e.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => {
        // Before the first promise: refusing a caller without a session must be the cheapest reply.
        if (e.access !== 'public' && !services.cookies.read(request, 'session'))
          return signInFirst(reply);
        const work = () => serve(services, e, handler, request, reply);
        if (e.unqueued || isTalking(handler)) return work();
        return services.lanes.run(request, reply, work, e.long);
      },
    });
  }
}

type Handler = {
  (input: unknown, context: FamilyContext, prepared?: unknown): Promise<unknown>;
  readonly prepare?: (input: unknown, context: UserContext) => Promise<unknown>;
  readonly before?: (input: unknown, context: FamilyContext) => Promise<unknown>;
  readonly talk?: (prepared: unknown) => Promise<unknown>;
  readonly unchanged?: (
    input: unknown,
    context: FamilyContext,
    outcome: unknown,
  ) => Promise<unknown>;
};

async function serve(
  services: Mounted,
  e: Endpoint,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | FastifyReply> {
  const base = { now: services.clock(), request, reply };
  const answered =
    e.access === 'public'
      ? await servePublic(e, handler, base)
      : await serveActor(services, e, handler, base);
  if (typeof answered === 'string') reply.type(e.file ?? JSON_TYPE);
  return answered;
}

async function servePublic(
  e: Endpoint,
  handler: Handler,
  base: Base,
): Promise<string | FastifyReply> {
  const output = await handler(parse(e, base.request), base as FamilyContext);
  const file = lastingFile(e, output);
  return file ? file(base.request, base.reply) : answer(e, output);
}

async function serveActor(
  services: Mounted,
  e: Endpoint,
  handler: Handler,
  base: Base,
): Promise<string | FastifyReply> {
  const { db, cookies, admins, etags, lanes } = services;
  const { now, request, reply } = base;
  const cookie = cookies.read(request, 'session');
  const hint = readSession(cookie);
  const check = (actor: Actor | undefined) => {
    authorise(e.access, actor);
    if (hint) lanes.know(hint, actor);
    const input = parse(e, request);
    ownChildOnly(e.access, actor, input);
    if (needsFresh(e)) requireFresh(actor, now);
    if (e.needsNetwork) requireNetwork(services.chain);
    return { actor, input };
  };
  let prepared: unknown;
  const prepare = async ({ actor, input }: ReturnType<typeof check>) => {
    prepared = await handler.prepare?.(input, { ...base, actor });
  };
  const contextOf = (actor: Actor, tx: Tx, last: Last): FamilyContext => {
    return { ...base, actor, tx, last, calendar: calendarOf(tx, actor.familyId, now) };
  };
  const run = async ({ actor, input }: ReturnType<typeof check>, tx?: Tx, last: Last = ignore) =>
    answer(e, await handler(input, contextOf(actor, tx as Tx, last), prepared));
  if (inFamily(e) && (changes(e) || redirectsMoney(e))) {
    if (!hint) throw SIGN_IN_FIRST;
    if (handler.prepare) await prepare(check(await findActor(db.app, cookie, admins, now)));
    if (!isTalking(handler)) {
      const work: Work = (found, tx, last) => {
        const checked = check(found);
        const around = { input: checked.input, context: contextOf(checked.actor, tx, last) };
        const once = () => run(checked, tx, last);
        return aroundStep(services, e, { ...around, isCounted: true }, once);
      };
      return change(db, e, request, now, { hint, admins, keepsReply: changes(e) }, work);
    }
    const within: Within = (step, isCounted) => (found, tx, last) => {
      const { actor, input } = check(found);
      const context = contextOf(actor, tx, last);
      return aroundStep(services, e, { input, context, isCounted }, () => step(input, context));
    };
    const familyOf = (found: Actor | undefined) => check(found).actor.familyId;
    const isLook = handler.unchanged !== undefined;
    return talkThrough(
      handler,
      talkContextOf(services, e, base, { hint, within, familyOf, isLook }),
    );
  }
  const seen = e.etag && hint ? await etags.look(db, hint, request, now) : undefined;
  const actor = e.etag ? seen?.actor : await findActor(db.app, cookie, admins, now);
  const checked = check(actor);
  const etag = seen?.etag;
  if (etag && isUnchanged(request, etag)) return notModified(reply, etag);
  await prepare(checked);
  const { familyId, role } = checked.actor;
  // Its handler opens its own transactions, so refused calls are counted too.
  if (e.access === 'user' && changes(e) && role === 'child')
    await countChildCall(db, checked.actor, now);
  if (!inFamily(e)) return run(checked);
  const text = await db.readFamily(familyId, (tx, last) => run(checked, tx, last));
  if (etag) reply.header('etag', etag);
  return text;
}

const ignore = () => undefined;

/** A read whose reply can be used to send money: notifying the adults of it takes a write. */
const redirectsMoney = (e: Endpoint) => !changes(e) && e.money === 'redirects';

/** The error handler's reply, sent without it for speed: thousands of callers may need it. */
const signInFirst = (reply: FastifyReply): FastifyReply =>
  reply.code(401).type(JSON_TYPE).send(SIGN_IN_TEXT);

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
    adultUser: role === 'parent' || role === 'spouse',
    parent: role === 'parent',
    admin: isAdmin,
  };
  if (!allowed[access]) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
}

/** For a child, every other child's id doesn't exist. */
function ownChildOnly(access: Access, actor: Actor, input: unknown): void {
  if (access !== 'ownChild' || actor.role !== 'child') return;
  const { childId, id } = input as { childId?: string; id?: string };
  if ((childId ?? id) !== actor.childId) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
}
