/**
 * How a server gets its operator: a person proves access to its console, by the printed code or,
 * without a mail server, by a printed sign-in link. Why: docs/decisions/0098.
 */

import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { transaction } from '#server/db/database.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { type Actor, findActor, SIGN_IN_FIRST, sha256 } from '#server/http/actor.ts';
import type { PublicContext, Services } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { auth } from './contract.ts';
import { pendingNonce } from './links.ts';
import { asUser } from './record.ts';
import { SIGN_IN_LIMITS as LIMITS, networkOf } from './rules.ts';
import { type SignInTools, signIn } from './signing-in.ts';
import * as store from './store.ts';

/** Claims with the code: the signed-in person, or a new one, who is signed in by it. */
export async function claim(
  services: Services,
  tools: SignInTools,
  { code, email, timeZone }: Parsed<typeof auth.claim>,
  context: PublicContext,
) {
  await checkClaimCode(services, tools.limit, code, context);
  const { db, cookies, admins } = services;
  const cookie = cookies.read(context.request, 'session');
  const actor = await findActor(db.app, cookie, admins, context.now);
  if (actor) return claimAs(services, actor, context);
  return signIn(services, tools, context, {
    isOwner: true,
    ...{ timeZone, refusal: because('INVALID_EMAIL') },
    spend: (tx) => newAddress(tx, email, context.now),
    alsoDo: (tx, user) => makeOperator(services, tx, user, context.request),
  });
}

/** Only wrong attempts count: behind a proxy, everyone may share one network. */
export async function checkClaimCode(
  { claimCode }: Pick<Services, 'claimCode'>,
  limit: Limiter,
  code: string,
  { request }: PublicContext,
): Promise<void> {
  if (claimCode !== undefined && timingSafeEqual(sha256(code), sha256(claimCode))) return;
  if (!(await limit('claim', networkOf(request.ip), LIMITS.wrongTries)))
    throw new Refusal('RATE_LIMITED', because('WAIT_MINUTES'));
  throw new Refusal('AUTH_ERROR', because('WRONG_CLAIM_CODE'));
}

/** Whether a link is valid, whether this browser requested it, and whom it would make operator. */
export async function linkState(
  services: Services,
  token: string,
  { request, now }: PublicContext,
) {
  const nonce = pendingNonce(services, request);
  const pendingHash = nonce === undefined ? null : sha256(nonce);
  const { email, opensAt, ...state } = await store.stateOfLink(
    services.db.app,
    ...([sha256(token), pendingHash, now] as const),
  );
  const claims =
    email !== null && (await linksClaim(services)) && !(await isChilds(services, email, now));
  return {
    ...state,
    ...(opensAt && { opensAt: opensAt.toISOString() }),
    ...(claims && { claims: email }),
  };
}

/**
 * A stranger may have requested the link on the console, so only the requesting browser can claim
 * with it.
 * @throws Refusal FORBIDDEN
 */
export async function requirePrinted(
  services: Services,
  token: string,
  context: PublicContext,
): Promise<void> {
  const { live, claims } = await linkState(services, token, context);
  if (live && claims === undefined) throw new Refusal('FORBIDDEN', because('LINK_CLAIMS_NOTHING'));
}

const isChilds = async ({ db }: Services, email: string, now: Date) =>
  (await store.userByEmail(db.app, email, now))?.role === 'child';

/** With a mail server, a link proves access to a mailbox, not to this machine. */
const linksClaim = async (services: Services) =>
  services.checkMail === undefined && !(await isClaimed(services));

export const isClaimed = async ({ db, admins }: Pick<Services, 'db' | 'admins'>) =>
  admins.size > 0 || hasOperator(db.app);

/** The signed-in person claims. @throws Refusal FORBIDDEN for children, CONFLICT */
async function claimAs(
  services: Services,
  { userId, familyId, handedOver }: Actor,
  { request, now }: PublicContext,
) {
  const { db, admins } = services;
  if (handedOver) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  const user = await transaction(db.app, 'BEGIN', async (tx) => {
    const found = await store.userById(tx, userId, now);
    if (!found) throw SIGN_IN_FIRST;
    await makeOperator(services, tx, found, request);
    return found;
  });
  db.notifyChange([familyId]);
  return {
    ...{
      success: true as const,
      user: asUser(user, admins, { child: null, rate: null }),
      isNewUser: false,
    },
    needsOnboarding: user.role === 'parent' && !user.onboarded,
  };
}

/**
 * The address for the claimer's later sign-ins. The mailbox is unproven, so no account may have the
 * address.
 * @throws Refusal VALIDATION_ERROR, CONFLICT
 */
async function newAddress(tx: Tx, email: string | undefined, now: Date): Promise<string> {
  if (email === undefined) throw new Refusal('VALIDATION_ERROR', because('INVALID_EMAIL'), 'email');
  if (await store.userByEmail(tx, email, now))
    throw new Refusal('CONFLICT', because('CLAIM_SIGNED_IN'), 'email');
  return email;
}

/**
 * A child can't be an operator, and its claim would prevent all others.
 * @throws Refusal FORBIDDEN for children; CONFLICT if there already is an operator, or a
 * simultaneous claim succeeds
 */
export async function makeOperator(
  { admins }: Pick<Services, 'admins'>,
  tx: Tx,
  user: store.UserRow,
  request: FastifyRequest,
): Promise<void> {
  if (user.role === 'child') throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  if (admins.size > 0 || !(await setOperator(tx, user.userId)))
    throw new Refusal('CONFLICT', because('ALREADY_CLAIMED'));
  user.isOperator = true;
  request.log.warn({ id: request.id, operator: user.userId }, 'server claimed');
}

async function hasOperator(sql: Sql): Promise<boolean> {
  const [row] = await sql`SELECT FROM users WHERE is_operator`;
  return row !== undefined;
}

/** False if there already is an operator; of two simultaneous claims, one fails. */
async function setOperator(tx: Sql, userId: string): Promise<boolean> {
  try {
    const { count } = await tx`
      UPDATE users SET is_operator = true
      WHERE user_id = ${userId} AND NOT EXISTS (SELECT FROM users WHERE is_operator)`;
    return count === 1;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';
