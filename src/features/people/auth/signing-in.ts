/** Signs in a proven address: a session and, for a new address, a person and a family. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Language } from '#core/language.ts';
import { isTimeZone } from '#core/time-zone.ts';
import { accountNews, notify } from '#features/notices/messages/store.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import { retried, transaction } from '#server/db/database.ts';
import { markChanged } from '#server/db/revision.ts';
import type { Tx } from '#server/db/sql.ts';
import { isUnchecked } from '#server/erasures.ts';
import { isAdmin, newToken, readSession, sessionCookie, sha256 } from '#server/http/actor.ts';
import type { PublicContext, Services } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import { newId } from '#server/ids.ts';
import { openOutside } from '#server/ledger/accounts.ts';
import type { FamilyRate } from './contract.ts';
import { mayComeIn, pageLanguage } from './links.ts';
import { newDeviceMail } from './mails.ts';
import { asUser } from './record.ts';
import { deviceName, SIGN_IN_LIMITS as LIMITS, networkOf } from './rules.ts';
import * as store from './store.ts';

/** Sign-in dependencies from other features; passed in by `app`. */
export type SignInTools = {
  limit: Limiter;
  books: store.ChildBooks;
  openings: store.Openings;
  /** In the family's currency; `tx` is the family's. */
  rateOf: (tx: Tx, familyId: string) => Promise<FamilyRate | null>;
  /** Called after a sign-in by a link that others had requested. */
  onHelpUsed: (tx: Tx, user: store.UserRow, now: Date) => Promise<void>;
};

export type SignIn = {
  /** Proves an address, or returns undefined. */
  spend: (tx: Tx) => Promise<string | undefined>;
  /** The refusal for an unproven address. */
  refusal: Sentence;
  timeZone: string | undefined;
  /** True for the person claiming the server: they may start a family despite the settings. */
  isOwner?: boolean;
  /** Additional work in the sign-in's transaction. */
  alsoDo?: (tx: Tx, user: store.UserRow) => Promise<void>;
};

/** A valid link always works: only wrong attempts are limited, so nobody can be locked out. */
export async function signIn(
  services: Services,
  { limit, books, openings, rateOf }: SignInTools,
  context: PublicContext,
  { spend, refusal, timeZone, alsoDo, isOwner = false }: SignIn,
) {
  const { now, request, reply } = context;
  const device = deviceName(request.headers['user-agent']);
  const work = async (tx: Tx) => {
    const email = await spend(tx);
    if (email === undefined) return undefined;
    if (!isOwner && !(await mayComeIn(services, openings, tx, email, now)))
      throw new Refusal('FORBIDDEN', because('SIGNUPS_CLOSED'));
    const { user, isNewUser } = await findOrMakeUser(tx, email, timeZone, now);
    if (isNewUser) await openings.opened(tx, email, now);
    const held = await knownDevice(services, tx, user, request);
    const isNews = held === undefined && !isNewUser;
    // Locks the family before the person, as in every change of a family.
    await tx`SELECT set_config('app.family_id', ${user.familyId}, true)`;
    if (isNews) await markChanged(tx, [user.familyId]);
    await alsoDo?.(tx, user);
    if (!isAdmin(user, services.admins) && (await isUnchecked(tx)))
      throw new Refusal('FORBIDDEN', because('SERVER_UNCHECKED'));
    if (user.childId && (await books.isClosed(tx, { ...user, childId: user.childId })))
      throw new Refusal('FORBIDDEN', because('OWN_BOOK_CLOSED'));
    const token = newToken();
    await store.addSession(tx, { tokenHash: sha256(token), userId: user.userId, device, now });
    await replaceSession(services, tx, request);
    await rememberDevice(services, tx, user, held, { reply, now });
    const language = pageLanguage(request);
    if (isNews) await tellOfDevice(services, tx, user, { device, language, now });
    if (language) await store.setLanguage(tx, user.userId, language);
    const child = user.childId ? await books.find(tx, user.familyId, user.childId) : null;
    const rate = await rateOf(tx, user.familyId);
    return { user, child, isNewUser, isNews, token, rate };
  };
  const result = await retried(() => transaction(services.db.app, 'BEGIN', work));
  if (!result) {
    if (!(await limit('verify', networkOf(request.ip), LIMITS.wrongTries)))
      throw new Refusal('RATE_LIMITED', because('WAIT_MINUTES'));
    throw new Refusal('AUTH_ERROR', refusal);
  }
  const { user, child, isNewUser, isNews, token, rate } = result;
  if (isNews) services.db.notifyChange([user.familyId]);
  services.cookies.signIn(reply, sessionCookie(user.familyId, token));
  services.cookies.clearPending(reply);
  return {
    success: true as const,
    user: asUser(user, services.admins, { child, rate }),
    isNewUser,
    needsOnboarding: user.role === 'parent' && !user.onboarded,
  };
}

/**
 * In the previous language, because a stranger may have just signed in. Adults are notified of a
 * child's device, because they can sign it out.
 */
async function tellOfDevice(
  { jobs, publicUrl }: Services,
  tx: Tx,
  { familyId, userId, childId, email, language: before }: store.UserRow,
  { device, language, now }: { device: string; language: Language | null; now: Date },
): Promise<void> {
  const news = accountNews('new_device', { device });
  const to = childId === null ? { to: { userId } } : { to: 'adults' as const, childId };
  await notify(jobs, tx, [{ familyId, ...to, ...news }], now);
  const reader = { email, language: before ?? language };
  await jobs.mail(mailTo(reader, newDeviceMail(device, publicUrl)), tx);
}

/** A new address creates a parent and a family; two simultaneous first sign-ins share them. */
async function findOrMakeUser(
  tx: Tx,
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

/** Ends the browser's previous session: none of it carries over to the new one. */
async function replaceSession(services: Services, tx: Tx, request: FastifyRequest): Promise<void> {
  const hint = readSession(services.cookies.read(request, 'session'));
  if (hint) await store.endSessionByToken(tx, hint.tokenHash);
}

/** This browser's token, if known for this person. */
async function knownDevice(
  { cookies }: Services,
  tx: Tx,
  { email }: store.UserRow,
  request: FastifyRequest,
): Promise<string | undefined> {
  const held = cookies.read(request, 'device');
  const known = held !== undefined && (await store.knowsDevice(tx, sha256(held), email));
  return known ? held : undefined;
}

async function rememberDevice(
  { cookies }: Services,
  tx: Tx,
  { userId }: store.UserRow,
  held: string | undefined,
  { reply, now }: { reply: FastifyReply; now: Date },
): Promise<void> {
  const token = held ?? newToken();
  await store.addDevice(tx, sha256(token), userId, now);
  cookies.setDevice(reply, token);
}
