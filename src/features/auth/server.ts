/** Sign-in on the server: links and codes in, sessions out. Threats: SECURITY.md. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isTimeZone } from '#core/time-zone.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import { transaction } from '#server/db/database.ts';
import {
  newToken,
  readSession,
  type SessionHint,
  sessionCookie,
  sessionLimits,
  sha256,
} from '#server/http/actor.ts';
import type { Limiter } from '#server/http/limits.ts';
import { SIGN_IN_AGAIN } from '#server/http/money.ts';
import type {
  FamilyContext,
  Handlers,
  PublicContext,
  Services,
  UserContext,
} from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { openOutside } from '#server/ledger/accounts.ts';
import type { auth } from './contract.ts';
import { codeHash, countCodeTry, pageLanguage, pendingNonce, sendLink } from './links.ts';
import { newDeviceMail } from './mails.ts';
import { asHandedOver, asUser } from './record.ts';
import { deviceName, SIGN_IN_LIMITS as LIMITS, networkOf } from './rules.ts';
import * as store from './store.ts';

export function authHandlers(
  services: Services,
  limit: Limiter,
  books: store.ChildBooks,
): Handlers<typeof auth> {
  const send = (input: { email: string }, context: PublicContext) =>
    sendLink(services, limit, input.email, context);
  return {
    start: send,
    resend: send,
    magicLink: send,

    verify: ({ token, timeZone }, context) =>
      signIn(services, limit, books, context, timeZone, because('INVALID_TOKEN'), (tx) =>
        store.spendLink(tx, sha256(token), context.now),
      ),

    verifyCode: async ({ code, timeZone }, context) => {
      const nonce = pendingNonce(services, context.request);
      if (nonce) await countCodeTry(services, limit, nonce, context.now);
      return signIn(
        services,
        limit,
        books,
        context,
        timeZone,
        because('INVALID_CODE'),
        async (tx) =>
          nonce && store.spendCode(tx, sha256(nonce), codeHash(nonce, code), context.now),
      );
    },

    pending: async ({ token }, { request, now }) => {
      const nonce = pendingNonce(services, request);
      const pendingHash = nonce === undefined ? null : sha256(nonce);
      return store.stateOfLink(services.db.app, sha256(token), pendingHash, now);
    },

    user: async (_, { tx, now, actor: { childId, ...actor } }) => {
      const child = childId ? await books.find(tx, actor.familyId, childId) : null;
      return actor.handedOver && childId
        ? asHandedOver({ ...actor, childId }, child)
        : asUser(await existing(services, actor.userId, now), services.admins, child);
    },

    rename: async ({ firstName }, { actor, now }) => {
      await services.db.changeFamily(
        actor.familyId,
        (tx) => tx`UPDATE users SET first_name = ${firstName} WHERE user_id = ${actor.userId}`,
      );
      return asUser(await existing(services, actor.userId, now), services.admins);
    },

    language: async ({ language }, { actor }) => {
      await store.setLanguage(services.db.app, actor.userId, language);
      return { success: true };
    },

    amountUnit: ({ unit }, context) => setAmountUnit(books, unit, context),

    logout: async (_, { request, reply }) => {
      await endSession(services, readSession(services.cookies.read(request, 'session')));
      services.cookies.signOut(reply);
      return { success: true };
    },

    sessions: (_, context) => listSessions(services, context),

    revokeSession: ({ id }, context) => revokeSession(services, id, context),
    revokeOtherSessions: (_, context) => revokeOtherSessions(services, context),
  };
}

async function setAmountUnit(
  books: store.ChildBooks,
  unit: TypedUnit,
  { tx, actor: { familyId, userId, childId } }: FamilyContext,
) {
  if (childId) await books.setAmountUnit(tx, familyId, childId, unit);
  else await store.setAmountUnit(tx, userId, unit);
  return { success: true } as const;
}

async function listSessions({ db }: Services, { actor, now }: UserContext) {
  const rows = await store.sessionsOf(db.app, actor.userId, sessionLimits(now));
  return rows.map((row) => ({
    id: row.sessionId,
    device: row.device,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.sessionId === actor.sessionId,
    handedOver: row.handedOver,
  }));
}

async function revokeSession(services: Services, id: string, context: UserContext) {
  if ((await endSessions(services, id, context)) === 0)
    throw new Refusal('NOT_FOUND', because('NO_SESSION'));
  return { success: true } as const;
}

const revokeOtherSessions = async (services: Services, context: UserContext) => ({
  ended: await endSessions(services, 'others', context),
});

/** @throws Refusal SIGN_IN_AGAIN where one has proved its mailbox later: prove it anew */
async function endSessions({ db }: Services, which: string, { actor }: UserContext) {
  const { userId, sessionId: asking } = actor;
  const { ended, stay } = await store.endSessions(db.app, userId, { asking, which });
  if (ended > 0) db.notifyChange([actor.familyId]);
  if (stay > 0) throw SIGN_IN_AGAIN;
  return ended;
}

async function endSession({ db }: Services, hint: SessionHint | undefined): Promise<void> {
  if (!hint) return;
  await store.endSessionByToken(db.app, hint.tokenHash);
  db.notifyChange([hint.familyId]);
}

async function existing({ db }: Services, userId: string, now: Date): Promise<store.UserRow> {
  const row = await store.userById(db.app, userId, now);
  if (!row) throw new Refusal('AUTH_ERROR', because('AUTHENTICATION_REQUIRED'));
  return row;
}

type Spend = (tx: Parameters<typeof store.spendLink>[0]) => Promise<string | undefined>;

/** A live link always works: of links only wrong tries count, so nobody can lock a person out. */
async function signIn(
  services: Services,
  limit: Limiter,
  books: store.ChildBooks,
  context: PublicContext,
  timeZone: string | undefined,
  refusal: Sentence,
  spend: Spend,
) {
  const { now, request, reply } = context;
  const device = deviceName(request.headers['user-agent']);
  const result = await transaction(services.db.app, 'BEGIN', async (tx) => {
    const email = await spend(tx);
    if (email === undefined) return undefined;
    const { user, isNewUser } = await findOrMakeUser(tx, email, timeZone, now);
    if (user.childId && (await books.isClosed(tx, { ...user, childId: user.childId })))
      throw new Refusal('FORBIDDEN', because('OWN_BOOK_CLOSED'));
    const token = newToken();
    await store.addSession(tx, { tokenHash: sha256(token), userId: user.userId, device, now });
    await replaceSession(services, tx, request);
    const known = await rememberDevice(services, tx, user, request, reply, now);
    const language = pageLanguage(request);
    if (!known && !isNewUser) {
      // In the language from before: it may be a stranger who has just signed in.
      const reader = { email, language: user.language ?? language };
      await services.jobs.mail(mailTo(reader, newDeviceMail(device, services.publicUrl)), tx);
    }
    if (language) await store.setLanguage(tx, user.userId, language);
    await tx`SELECT set_config('app.family_id', ${user.familyId}, true)`;
    const child = user.childId ? await books.find(tx, user.familyId, user.childId) : null;
    return { user, child, isNewUser, token };
  });
  if (!result) {
    if (!(await limit('verify', networkOf(request.ip), LIMITS.wrongTries)))
      throw new Refusal('RATE_LIMITED', because('WAIT_MINUTES'));
    throw new Refusal('AUTH_ERROR', refusal);
  }
  const { user, child, isNewUser, token } = result;
  services.cookies.signIn(reply, sessionCookie(user.familyId, token));
  services.cookies.clearPending(reply);
  return {
    success: true as const,
    user: asUser(user, services.admins, child),
    isNewUser,
    needsOnboarding: user.role === 'parent' && !user.onboarded,
  };
}

/** A new address makes a parent and a family; two first sign-ins at once make one of each. */
async function findOrMakeUser(
  tx: Parameters<Spend>[0],
  email: string,
  timeZone: string | undefined,
  now: Date,
): Promise<{ user: store.UserRow; isNewUser: boolean }> {
  const known = await store.userByEmail(tx, email, now);
  if (known) return { user: known, isNewUser: false };
  const familyId = newId(now.getTime());
  const [made] = await tx<store.UserRow[]>`
    INSERT INTO users (user_id, family_id, email, role, created_at, last_active_at)
    VALUES (${newId(now.getTime())}, ${familyId}, ${email}, 'parent', ${now}, ${now})
    ON CONFLICT (email) DO NOTHING RETURNING ${store.userColumns(tx, now)}`;
  if (!made)
    return { user: (await store.userByEmail(tx, email, now)) as store.UserRow, isNewUser: false };
  const zone = timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
  await tx`SELECT set_config('app.family_id', ${familyId}, true)`;
  await tx`
    INSERT INTO family (family_id, time_zone, created_at) VALUES (${familyId}, ${zone}, ${now})`;
  await openOutside(tx, familyId, now);
  return { user: made, isNewUser: true };
}

/** The session that the browser held before is over: none is carried into the new one. */
async function replaceSession(
  services: Services,
  tx: Parameters<Spend>[0],
  request: FastifyRequest,
): Promise<void> {
  const hint = readSession(services.cookies.read(request, 'session'));
  if (hint) await store.endSessionByToken(tx, hint.tokenHash);
}

/** True when this browser was known for this person already. */
async function rememberDevice(
  services: Services,
  tx: Parameters<Spend>[0],
  user: store.UserRow,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<boolean> {
  const held = services.cookies.read(request, 'device');
  const known = held !== undefined && (await store.knowsDevice(tx, sha256(held), user.email));
  const token = known ? held : newToken();
  await store.addDevice(tx, sha256(token), user.userId, now);
  services.cookies.setDevice(reply, token);
  return known;
}
