/** SQL for people, links, sessions and devices. Directory tables: no family yet. */

import type { Language } from '#core/language.ts';
import { DAY, HOUR } from '#core/time.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { isHelped, roleNow } from '#server/http/actor.ts';
import { newId } from '#server/ids.ts';
import { CODE_TRIES, type Role } from './contract.ts';
import { linkLife } from './rules.ts';

export type UserRow = {
  userId: string;
  familyId: string;
  email: string;
  role: Role;
  /** Has claimed this server; people in ADMIN_EMAILS are operators without claiming. */
  isOperator: boolean;
  /** Signed in recently by a link that others requested: limited to a spouse's rights. */
  isHelped: boolean;
  childId: string | null;
  firstName: string | null;
  sharingEnabled: boolean;
  sharePercentage: number;
  retentionMonths: number;
  autoPruning: boolean;
  onboarded: boolean;
  /** The person's language for mails; null until one of their browsers has reported it. */
  language: Language | null;
  amountUnit: TypedUnit;
};

/** Sign-in's access to children's books; passed in by `app`. */
export type ChildBooks = {
  /** The child of a handed-over session; null if its book was closed. */
  find(tx: Sql, familyId: string, childId: string): Promise<ChildOfSession | null>;
  /** A child's setting belongs to its book, regardless of the session's owner. */
  setAmountUnit(tx: Sql, familyId: string, childId: string, unit: TypedUnit): PromiseLike<unknown>;
  /**
   * True if the child's book is closed. Locks the user: a simultaneous closing is either seen here,
   * or ends the new session.
   */
  isClosed(tx: Sql, user: { userId: string; familyId: string; childId: string }): Promise<boolean>;
};
/** Lookups of invitations; passed in by `app`. */
export type Openings = {
  /** Invited by the operator to start a family, or by a family to join it. */
  isInvited(sql: Sql, email: string, now: Date): Promise<{ toOpen: boolean; toJoin: boolean }>;
  /** Called after a family was started with this address. */
  opened(tx: Sql, email: string, now: Date): PromiseLike<unknown>;
};

export type ChildOfSession = { name: string; amountUnit: TypedUnit };

/** A user's columns, shared by the replies of several calls. */
export const userColumns = (sql: Sql, now: Date) => sql`
  user_id, family_id, email, ${roleNow(sql, now)} AS role, ${isHelped(sql, now)} AS is_helped,
  child_id, is_operator, first_name, sharing_enabled, share_percentage, retention_months,
  auto_pruning, onboarded, language, amount_unit`;

export async function userByEmail(
  sql: Sql,
  email: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    SELECT ${userColumns(sql, now)} FROM users WHERE email = ${email}`;
  return row;
}

export async function userById(sql: Sql, userId: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    SELECT ${userColumns(sql, now)} FROM users WHERE user_id = ${userId}`;
  return row;
}

/** The address's language for mails; null for a stranger, or if it is unknown. */
export async function languageAt(sql: Sql, email: string): Promise<Language | null> {
  const [row] = await sql<{ language: Language | null }[]>`
    SELECT language FROM users WHERE email = ${email}`;
  return row?.language ?? null;
}

/** Chosen in a menu, or taken from the sign-in page; the latest applies. */
export const setLanguage = (sql: Sql, userId: string, language: Language) => sql`
  UPDATE users SET language = ${language}
  WHERE user_id = ${userId} AND language IS DISTINCT FROM ${language}`;

export const setAmountUnit = (tx: Sql, userId: string, unit: TypedUnit) =>
  tx`UPDATE users SET amount_unit = ${unit} WHERE user_id = ${userId}`;

export type NewLink = {
  email: string;
  tokenHash: Uint8Array;
  pendingHash: Uint8Array;
  codeHash: Uint8Array;
  now: Date;
};

const OPEN_LINKS = 3;

/**
 * Stores a link and invalidates older ones of the same browser; an address has at most 3 open ones.
 * Only in a transaction.
 */
export async function addLink(sql: Sql, { email, now, ...hashes }: NewLink): Promise<void> {
  const { expiresAt, codeExpiresAt } = linkLife(now);
  // Locks the address, so simultaneous requests see each other's links.
  await sql`
    INSERT INTO rate_limit (key, expire) VALUES (${`links:${email}`}, ${expiresAt.getTime()})
    ON CONFLICT (key) DO UPDATE SET expire = excluded.expire`;
  await sql`
    DELETE FROM magic_link
    WHERE pending_hash = ${hashes.pendingHash} OR token_hash IN (
      SELECT token_hash FROM magic_link
      WHERE email = ${email} AND helps IS NULL AND expires_at > ${now}
      ORDER BY created_at DESC OFFSET ${OPEN_LINKS - 1})`;
  await sql`
    INSERT INTO magic_link (token_hash, email, pending_hash, code_hash, created_at, expires_at,
      code_expires_at)
    VALUES (${hashes.tokenHash}, ${email}, ${hashes.pendingHash}, ${hashes.codeHash}, ${now},
      ${expiresAt}, ${codeExpiresAt})`;
}

/** Whether this link works and, if this browser requested it, its address. Reads only. */
export async function stateOfLink(
  sql: Sql,
  tokenHash: Uint8Array,
  pendingHash: Uint8Array | null,
  now: Date,
): Promise<{ live: boolean; pending: boolean; email: string | null; opensAt: Date | null }> {
  const [row] = await sql<{ pending: boolean; email: string; opensAt: Date | null }[]>`
    SELECT coalesce(pending_hash = ${pendingHash}, false) AS pending, email,
      CASE WHEN opens_at > ${now} THEN opens_at END AS opens_at
    FROM magic_link WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;
  const pending = row?.pending === true;
  const opensAt = row?.opensAt ?? null;
  return { live: row !== undefined, pending, email: pending ? row.email : null, opensAt };
}

/** Addresses for which this browser may still enter a code: one, or two if requested together. */
export async function codeAddresses(
  sql: Sql,
  pendingHash: Uint8Array,
  now: Date,
): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    SELECT DISTINCT email FROM magic_link
    WHERE pending_hash = ${pendingHash} AND code_expires_at > ${now}
      AND code_tries < ${CODE_TRIES}`;
  return rows.map(({ email }) => email);
}

/**
 * Uses up a link, in one statement: if two race, one gets the address, the other undefined. A link
 * that others requested (`isHelp`) is valid only for the person they named, under that time's
 * address, and only while the requester is in that family.
 */
export async function spendLink(
  sql: Sql,
  tokenHash: Uint8Array,
  now: Date,
): Promise<{ email: string; isHelp: boolean } | undefined> {
  const [row] = await sql<{ email: string; isHelp: boolean }[]>`
    DELETE FROM magic_link l
    WHERE l.token_hash = ${tokenHash} AND l.expires_at > ${now}
      AND (l.helps IS NULL OR l.opens_at <= ${now} AND EXISTS (
        SELECT FROM users u LEFT JOIN users a ON a.user_id = l.asked_by
        WHERE u.user_id = l.helps AND u.email = l.email
          AND (a.user_id IS NULL OR a.family_id = u.family_id)))
    RETURNING l.email, l.helps IS NOT NULL AS is_help`;
  return row;
}

/**
 * Uses up a link by its code. Counts the attempt before checking the code, which covers parallel
 * guesses too; after 5 wrong ones the code is dead, but the link still works.
 */
export async function spendCode(
  sql: Sql,
  pendingHash: Uint8Array,
  codeHash: Uint8Array,
  now: Date,
) {
  const [row] = await sql<{ email: string }[]>`
    WITH tried AS (
      UPDATE magic_link SET code_tries = code_tries + 1
      WHERE pending_hash = ${pendingHash} AND code_expires_at > ${now}
        AND code_tries < ${CODE_TRIES}
      RETURNING token_hash, code_hash, email
    )
    SELECT email FROM tried WHERE code_hash = ${codeHash}`;
  if (!row) return undefined;
  const [spent] = await sql<{ email: string }[]>`
    DELETE FROM magic_link
    WHERE pending_hash = ${pendingHash} AND code_hash = ${codeHash} RETURNING email`;
  return spent?.email;
}

/** Signs a person in and marks them active. */
export async function addSession(
  sql: Sql,
  session: { tokenHash: Uint8Array; userId: string; device: string; now: Date },
): Promise<void> {
  await sql`
    WITH active AS (
      UPDATE users SET last_active_at = ${session.now} WHERE user_id = ${session.userId}
    )
    INSERT INTO session (token_hash, session_id, user_id, device, created_at, last_seen_at,
      fresh_at)
    VALUES (${session.tokenHash}, ${newId(session.now.getTime())}, ${session.userId},
      ${session.device}, ${session.now}, ${session.now}, ${session.now})`;
}

export const endSessionByToken = (sql: Sql, tokenHash: Uint8Array) =>
  sql`DELETE FROM session WHERE token_hash = ${tokenHash}`;

/** Ends all ways to sign this person in: sessions, open links, known devices. */
export async function endAccess(sql: Sql, userId: string, email: string): Promise<void> {
  await sql`DELETE FROM session WHERE user_id = ${userId}`;
  await sql`DELETE FROM device WHERE user_id = ${userId}`;
  await sql`DELETE FROM magic_link WHERE email = ${email}`;
}

export async function addDevice(sql: Sql, tokenHash: Uint8Array, userId: string, now: Date) {
  await sql`
    INSERT INTO device (token_hash, user_id, last_used_at) VALUES (${tokenHash}, ${userId}, ${now})
    ON CONFLICT (token_hash) DO UPDATE
      SET user_id = excluded.user_id, last_used_at = excluded.last_used_at`;
}

/** True if this browser has signed in with this address before. */
export async function knowsDevice(
  sql: Sql,
  tokenHash: Uint8Array,
  email: string,
): Promise<boolean> {
  const [row] = await sql`
    SELECT FROM device d JOIN users u USING (user_id)
    WHERE d.token_hash = ${tokenHash} AND u.email = ${email}`;
  return row !== undefined;
}

/** Deletes expired rows. */
export async function sweep(tx: Tx, now: Date, limits: { seenAfter: Date; madeAfter: Date }) {
  await tx`DELETE FROM magic_link WHERE expires_at <= ${now}`;
  await tx`
    DELETE FROM session WHERE last_seen_at <= ${limits.seenAfter}
      OR created_at <= ${limits.madeAfter}`;
  await tx`DELETE FROM device WHERE last_used_at <= ${new Date(now.getTime() - 365 * DAY)}`;
  await tx`DELETE FROM rate_limit WHERE expire < ${now.getTime()}`;
  await tx`DELETE FROM idempotency WHERE created_at < ${new Date(now.getTime() - 48 * HOUR)}`;
}

export async function countAdults(tx: Tx, familyId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM users
    WHERE family_id = ${familyId} AND role IN ('parent', 'spouse')`;
  return row?.count ?? 0;
}
