/** Identifies the caller by the session cookie and loads the user behind it. */

import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { lockForChange } from '../db/revision.ts';
import type { Pool, Sql } from '../db/sql.ts';

export type Actor = {
  readonly userId: string;
  readonly familyId: string;
  readonly role: 'parent' | 'spouse' | 'child';
  readonly childId: string | null;
  readonly isAdmin: boolean;
  readonly email: string;
  readonly firstName: string | null;
  readonly sessionId: string;
  /** An adult's session that was handed over: `role` and `childId` are the child's. */
  readonly handedOver: boolean;
  /** A child's own device, handed over permanently. */
  readonly ownDevice: boolean;
  /**
   * When the person last proved who they are; null if they haven't since the session was handed
   * over.
   */
  readonly freshAt: Date | null;
};

/** Created once: this must be the cheapest reply, and half of its cost was the stack trace. */
export const SIGN_IN_FIRST = new Refusal('AUTH_ERROR', because('AUTHENTICATION_REQUIRED'));

/** How long a sign-in or a confirmation lasts for calls marked `fresh`. */
export const FRESH_MINUTES = 10;

export const isFresh = ({ freshAt }: Pick<Actor, 'freshAt'>, now: Date): boolean =>
  freshAt !== null && now.getTime() - freshAt.getTime() <= FRESH_MINUTES * 60_000;

export const IDLE_DAYS = 14;
export const LONGEST_DAYS = 90;
/** How old `last_seen_at` may get before it is updated. */
const TOUCH_AFTER_MS = 5 * MINUTE;

export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** 256 random bits as text for a cookie or an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** True if a browser accepts Secure cookies from this address (Secure Contexts, 3.1). */
export function isTrustworthy(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const local = ['localhost', '127.0.0.1'].includes(hostname) || hostname.endsWith('.localhost');
  return protocol === 'https:' || local;
}

/** The browser's cookies. `__Host-` only if the browser accepts Secure cookies. */
export function cookieJar(publicUrl: string) {
  const secure = isTrustworthy(publicUrl);
  const name = (plain: string) => (secure ? `__Host-${plain}` : plain);
  const base = { path: '/', secure, sameSite: 'lax' } as const;
  const seconds = (days: number) => days * 86_400;
  const set = (reply: FastifyReply, cookie: SetCookie) =>
    reply.header('set-cookie', stringifySetCookie({ ...base, ...cookie }));
  const put = (reply: FastifyReply, plain: string, value: string, maxAge: number) =>
    set(reply, { name: name(plain), value, httpOnly: true, maxAge });
  const clear = (reply: FastifyReply, full: string) =>
    set(reply, { name: full, value: '', expires: new Date(0), maxAge: 0 });
  return {
    // Parsing cookies where they are needed is cheaper than a hook on every request.
    read: ({ headers }: Pick<FastifyRequest, 'headers'>, plain: string): string | undefined =>
      headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name(plain)],
    /** `signed_in` only lets a public page know whether to fetch the user. */
    signIn(reply: FastifyReply, token: string) {
      put(reply, 'session', token, seconds(LONGEST_DAYS));
      set(reply, { name: 'signed_in', value: '1', maxAge: seconds(LONGEST_DAYS) });
    },
    signOut(reply: FastifyReply) {
      clear(reply, name('session'));
      clear(reply, 'signed_in');
      reply.header('clear-site-data', '"cache", "storage"');
    },
    /** Drops pages cached for Back, but leaves what this device stores for its next user. */
    handOver: (reply: FastifyReply) => reply.header('clear-site-data', '"cache"'),
    setPending: (reply: FastifyReply, nonce: string) => put(reply, 'pending', nonce, 3600),
    clearPending: (reply: FastifyReply) => clear(reply, name('pending')),
    /** A wallet connection on trial, sealed (features/money/lightning/trying). */
    setTrial: (reply: FastifyReply, sealed: string) => put(reply, 'trial', sealed, 15 * 60),
    setDevice: (reply: FastifyReply, token: string) => put(reply, 'device', token, seconds(365)),
  };
}

export type CookieJar = ReturnType<typeof cookieJar>;

/** `familyId.token`: the family is a hint to the shard; only the token authenticates. */
export const sessionCookie = (familyId: string, token: string) => `${familyId}.${token}`;

export type SessionHint = { familyId: string; tokenHash: Uint8Array };

export function readSession(cookie: string | undefined): SessionHint | undefined {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(cookie ?? '');
  return match
    ? { familyId: match[1] as string, tokenHash: sha256(match[2] as string) }
    : undefined;
}

/** Sessions last used or created before these times are no longer valid. */
export const sessionLimits = (now: Date) => ({
  seenAfter: new Date(now.getTime() - IDLE_DAYS * DAY),
  madeAfter: new Date(now.getTime() - LONGEST_DAYS * DAY),
});

/**
 * The role of the user whose columns are in scope. Anyone who signed in with a link that others
 * requested starts with a spouse's rights (features/people/step-up/help).
 */
export const roleNow = (sql: Sql, now: Date) => sql`
  CASE WHEN role = 'child' THEN role WHEN helped_until > ${now} THEN 'spouse'
    WHEN full_parent AND full_parent_at <= ${now} THEN 'parent' ELSE role END`;

export const isHelped = (sql: Sql, now: Date) => sql`coalesce(helped_until > ${now}, false)`;

/**
 * The rights of a session. One that was handed over has only the child's: every check reads `role`
 * and `childId`, so none can forget it. A spouse promoted to full parent has a parent's rights once
 * the promotion can no longer be undone.
 */
const scopeOf = (sql: Sql, now: Date) => sql`
  CASE WHEN s.handed_to IS NOT NULL THEN 'child' ELSE ${roleNow(sql, now)} END AS role,
  coalesce(s.handed_to, u.child_id) AS child_id,
  s.handed_to IS NOT NULL AS handed_over, s.own_device`;

type Row = Omit<Actor, 'isAdmin'> & { lastSeenAt: Date; isOperator: boolean; isHelped: boolean };
export type Found = { readonly actor: Actor; readonly lastSeenAt: Date };

/** The person behind a valid session, or undefined. Updates the session's last use. */
export async function findActor(
  pool: Pool,
  cookie: string | undefined,
  admins: ReadonlySet<string>,
  now: Date,
): Promise<Actor | undefined> {
  const hint = readSession(cookie);
  const found = hint && (await findInSession(pool, hint, admins, now));
  if (!found) return undefined;
  if (needsTouch(found.lastSeenAt, now)) await touch(pool, found.actor.sessionId, now);
  return found.actor;
}

/** The same as of the time `sql` runs, without writing anything. */
export async function findInSession(
  sql: Sql,
  hint: SessionHint,
  admins: ReadonlySet<string>,
  now: Date,
): Promise<Found | undefined> {
  const [row] = await sql<Row[]>`${selectActor(sql, hint, now)}`;
  if (!row) return undefined;
  const { lastSeenAt, isOperator, isHelped: _, ...actor } = row;
  return { actor: { ...actor, isAdmin: isAdmin(row, admins) }, lastSeenAt };
}

type MayBeAdmin = Pick<Actor, 'role' | 'email'> & {
  readonly isOperator: boolean;
  readonly isHelped: boolean;
};

/**
 * The people in ADMIN_EMAILS or, if it is unset, the person who claimed the server. Never a session
 * in a child's hands, or anyone who signed in with a link that others requested.
 */
export const isAdmin = (row: MayBeAdmin, admins: ReadonlySet<string>): boolean =>
  row.role !== 'child' &&
  !row.isHelped &&
  (admins.size > 0 ? admins.has(row.email) : row.isOperator);

/** @param more further columns of the user `u`, starting with a comma */
export const selectActor = (sql: Sql, hint: SessionHint, now: Date, more = sql``) => sql`
  SELECT u.user_id, u.family_id, ${scopeOf(sql, now)}, u.email, u.first_name, u.is_operator,
    ${isHelped(sql, now)} AS is_helped,
    s.session_id, s.fresh_at, s.last_seen_at ${more}
  FROM session s JOIN users u USING (user_id)
  WHERE ${isLive(sql, hint, now)} AND u.family_id = ${hint.familyId}`;

const isLive = (sql: Sql, { tokenHash }: SessionHint, now: Date) => {
  const { seenAfter, madeAfter } = sessionLimits(now);
  return sql`
    s.token_hash = ${tokenHash} AND s.last_seen_at > ${seenAfter} AND s.created_at > ${madeAfter}`;
};

/**
 * Locks the family for a change (db/revision.ts) if the session is valid, so strangers can't lock
 * anything.
 */
export const lockBySession = (tx: Sql, hint: SessionHint, now: Date) => tx`
  ${lockForChange(tx, hint.familyId)}
    AND EXISTS (SELECT FROM session s WHERE ${isLive(tx, hint, now)})`;

/**
 * The sessions among these that are still valid, by id, each with a text that changes with any of
 * its rights.
 */
export async function rightsOf(
  pool: Pool,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const { seenAfter, madeAfter } = sessionLimits(now);
  const rows = await pool<Pick<Actor, 'sessionId' | keyof Rights>[]>`
    SELECT s.session_id, u.user_id, u.family_id, ${scopeOf(pool, now)}
    FROM session s JOIN users u USING (user_id)
    WHERE s.session_id = ANY (${[...sessionIds]}::uuid[])
      AND s.last_seen_at > ${seenAfter} AND s.created_at > ${madeAfter}`;
  return new Map(rows.map((row) => [row.sessionId, rightsText(row)]));
}

type Rights = Pick<Actor, 'userId' | 'familyId' | 'role' | 'childId'>;

export const rightsText = ({ userId, familyId, role, childId }: Rights) =>
  `${userId} ${familyId} ${role} ${childId}`;

/** Records that a session was used; a few times an hour is enough. */
export const touch = (sql: Sql, sessionId: string, now: Date) => sql`
  WITH seen AS (
    UPDATE session SET last_seen_at = ${now} WHERE session_id = ${sessionId} RETURNING user_id
  )
  UPDATE users SET last_active_at = ${now} FROM seen WHERE users.user_id = seen.user_id`;

export const needsTouch = (lastSeenAt: Date, now: Date) =>
  now.getTime() - lastSeenAt.getTime() > TOUCH_AFTER_MS;
