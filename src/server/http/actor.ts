/** Who is calling: the session cookie, and the user behind it. */
import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool, Sql } from '../db/database.ts';

export type Actor = {
  readonly userId: string;
  readonly familyId: string;
  readonly role: 'parent' | 'spouse' | 'child';
  readonly childId: string | null;
  readonly isAdmin: boolean;
  readonly email: string;
  readonly firstName: string | null;
  readonly sessionId: string;
  /** An adult's session in a child's hands: role and childId are the child's, whoever signed in. */
  readonly handedOver: boolean;
};

export const IDLE_DAYS = 14;
export const LONGEST_DAYS = 90;
const DAY = 86_400_000;
/** How old `last_seen_at` may grow before it is written again. */
const TOUCH_AFTER_MS = 5 * 60_000;

export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** 256 random bits as text that fits a cookie or an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The cookies of a browser. `__Host-` only where the browser takes Secure cookies. */
export function cookieJar(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  const local = ['localhost', '127.0.0.1'].includes(hostname) || hostname.endsWith('.localhost');
  const secure = protocol === 'https:' || local;
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
    // A hook for every request would cost more than to read them where they are asked for.
    read: ({ headers }: FastifyRequest, plain: string): string | undefined =>
      headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name(plain)],
    /** `signed_in` says nothing but whether a public page should ask who is there. */
    signIn(reply: FastifyReply, token: string) {
      put(reply, 'session', token, seconds(LONGEST_DAYS));
      set(reply, { name: 'signed_in', value: '1', maxAge: seconds(LONGEST_DAYS) });
    },
    signOut(reply: FastifyReply) {
      clear(reply, name('session'));
      clear(reply, 'signed_in');
      reply.header('clear-site-data', '"cache", "storage"');
    },
    setPending: (reply: FastifyReply, nonce: string) => put(reply, 'pending', nonce, 3600),
    clearPending: (reply: FastifyReply) => clear(reply, name('pending')),
    setDevice: (reply: FastifyReply, token: string) => put(reply, 'device', token, seconds(365)),
  };
}

export type CookieJar = ReturnType<typeof cookieJar>;

/** `familyId.token`: the family is a hint that names the shard; the token alone signs in. */
export const sessionCookie = (familyId: string, token: string) => `${familyId}.${token}`;

export type SessionHint = { familyId: string; tokenHash: Uint8Array };

export function readSession(cookie: string | undefined): SessionHint | undefined {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(cookie ?? '');
  return match
    ? { familyId: match[1] as string, tokenHash: sha256(match[2] as string) }
    : undefined;
}

/** The oldest moments at which a session may have been used and made to count still. */
export const sessionLimits = (now: Date) => ({
  seenAfter: new Date(now.getTime() - IDLE_DAYS * DAY),
  madeAfter: new Date(now.getTime() - LONGEST_DAYS * DAY),
});

/**
 * Whose rights a session has. One that was handed over is the child's in everything: every check
 * reads `role` and `childId`, so none can forget it. A spouse may have been made a full parent.
 */
export const scopeOf = (sql: Sql) => sql`
  CASE WHEN s.handed_to IS NOT NULL THEN 'child' WHEN u.full_parent THEN 'parent' ELSE u.role END AS role,
  coalesce(s.handed_to, u.child_id) AS child_id,
  s.handed_to IS NOT NULL AS handed_over`;

/**
 * A row when that is still who is behind the session, in all that a handler takes from an actor.
 */
export const sameActor = (sql: Sql, actor: Omit<Actor, 'isAdmin'>, madeAfter: Date) => sql`
  SELECT FROM (
    SELECT ${scopeOf(sql)} FROM session s JOIN users u USING (user_id)
    WHERE s.session_id = ${actor.sessionId} AND s.created_at > ${madeAfter}
      AND u.user_id = ${actor.userId} AND u.family_id = ${actor.familyId}
      AND u.email = ${actor.email} AND u.first_name IS NOT DISTINCT
        FROM ${actor.firstName}::text) me
  WHERE role = ${actor.role} AND child_id IS NOT DISTINCT FROM ${actor.childId}::uuid
    AND handed_over = ${actor.handedOver}`;

type Row = Omit<Actor, 'isAdmin'> & { lastSeenAt: Date };

/** The person behind a live session, else undefined. */
export async function findActor(
  pool: Pool,
  cookie: string | undefined,
  admins: ReadonlySet<string>,
  now: Date,
): Promise<Actor | undefined> {
  const hint = readSession(cookie);
  if (!hint) return undefined;
  const { seenAfter, madeAfter } = sessionLimits(now);
  const [row] = await pool<Row[]>`
    SELECT u.user_id, u.family_id, ${scopeOf(pool)}, u.email, u.first_name, s.session_id,
      s.last_seen_at
    FROM session s JOIN users u USING (user_id)
    WHERE s.token_hash = ${hint.tokenHash} AND s.last_seen_at > ${seenAfter}
      AND s.created_at > ${madeAfter}`;
  if (!row || row.familyId !== hint.familyId) return undefined;
  const { lastSeenAt, ...actor } = row;
  if (needsTouch(lastSeenAt, now)) await touch(pool, actor.sessionId, now);
  const found = { ...actor, isAdmin: !actor.handedOver && admins.has(actor.email) };
  remember(pool, hint, found, now);
  return found;
}

/**
 * Of these sessions, those that still count, each with whose rights it has: by id, as a text that
 * is another one when anything of it has changed.
 */
export async function rightsOf(
  pool: Pool,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const { seenAfter, madeAfter } = sessionLimits(now);
  const rows = await pool<Pick<Actor, 'sessionId' | keyof Rights>[]>`
    SELECT s.session_id, u.user_id, u.family_id, ${scopeOf(pool)}
    FROM session s JOIN users u USING (user_id)
    WHERE s.session_id = ANY (${[...sessionIds]}::uuid[])
      AND s.last_seen_at > ${seenAfter} AND s.created_at > ${madeAfter}`;
  return new Map(rows.map((row) => [row.sessionId, rightsText(row)]));
}

type Rights = Pick<Actor, 'userId' | 'familyId' | 'role' | 'childId'>;

export const rightsText = ({ userId, familyId, role, childId }: Rights) =>
  `${userId} ${familyId} ${role} ${childId}`;

/** Remembers that a session was used; a handful of times an hour is enough. */
export const touch = (sql: Sql, sessionId: string, now: Date) => sql`
  WITH seen AS (
    UPDATE session SET last_seen_at = ${now} WHERE session_id = ${sessionId} RETURNING user_id
  )
  UPDATE users SET last_active_at = ${now} FROM seen WHERE users.user_id = seen.user_id`;

export const needsTouch = (lastSeenAt: Date, now: Date) =>
  now.getTime() - lastSeenAt.getTime() > TOUCH_AFTER_MS;

/** How many people one instance remembers. */
const REMEMBERED = 10_000;
type Memory = Map<string, { actor: Actor; until: number }>;
const memories = new WeakMap<Pool, Memory>();

const keyOf = (hint: SessionHint) => Buffer.from(hint.tokenHash).toString('base64');

function remember(pool: Pool, hint: SessionHint, actor: Actor, now: Date): void {
  const known: Memory = memories.get(pool) ?? new Map();
  memories.set(pool, known);
  known.delete(keyOf(hint)); // the newest stands last, the oldest is forgotten first
  known.set(keyOf(hint), { actor, until: now.getTime() + TOUCH_AFTER_MS });
  if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
}

/**
 * Who was behind a session when this instance last asked, minutes ago at most. Only for calls that
 * prove it behind the family's lock (unit.ts stillHere): they need no look-up before they start.
 */
export function recallActor(pool: Pool, cookie: string | undefined, now: Date): Actor | undefined {
  const hint = readSession(cookie);
  const found = hint && memories.get(pool)?.get(keyOf(hint));
  return found && found.until > now.getTime() && found.actor.familyId === hint.familyId
    ? found.actor
    : undefined;
}
