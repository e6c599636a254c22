/** People, links, sessions and devices in the database. Directory tables: no family yet. */

import type { Language } from '#core/language.ts';
import { DAY, HOUR } from '#core/time.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import type { Sql, Tx } from '#server/db/database.ts';
import { isHelped, roleNow } from '#server/http/actor.ts';
import { newId } from '#server/ids.ts';
import { CODE_TRIES, type Role } from './contract.ts';
import { linkLife } from './rules.ts';

export type UserRow = {
  userId: string;
  familyId: string;
  email: string;
  role: Role;
  /** Has claimed this server; those of ADMIN_EMAILS run it without. */
  isOperator: boolean;
  /** Came in by a link that others asked for, not long ago: a spouse's rights. */
  isHelped: boolean;
  childId: string | null;
  firstName: string | null;
  sharingEnabled: boolean;
  sharePercentage: number;
  retentionMonths: number;
  autoPruning: boolean;
  onboarded: boolean;
  /** In which this person is written to; null until a browser of theirs has said it. */
  language: Language | null;
  amountUnit: TypedUnit;
};

/** What signing in needs to know of a child's book; `app` passes it in. */
export type ChildBooks = {
  /** The child whose hands a session is in; null when its book was closed. */
  find(tx: Sql, familyId: string, childId: string): Promise<ChildOfSession | null>;
  /** A child's choice belongs to its book, whoever's session it is in. */
  setAmountUnit(tx: Sql, familyId: string, childId: string, unit: TypedUnit): PromiseLike<unknown>;
  /**
   * Whether the child's book is closed. Locks the user: a book that is closed at the same moment is
   * seen here, or it ends the session that follows.
   */
  isClosed(tx: Sql, user: { userId: string; familyId: string; childId: string }): Promise<boolean>;
};
/** Who is invited, which the invitations know; `app` passes it in. */
export type Openings = {
  /** By the operator, to open a family; by a family, to join it. */
  isInvited(sql: Sql, email: string, now: Date): Promise<{ toOpen: boolean; toJoin: boolean }>;
  /** A family was opened with this address. */
  opened(tx: Sql, email: string, now: Date): PromiseLike<unknown>;
};

export type ChildOfSession = { name: string; amountUnit: TypedUnit };

/** The columns of a user in the reply of several calls. */
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

/** In which language mail to this address is read; null for a stranger, or where nobody said it. */
export async function languageAt(sql: Sql, email: string): Promise<Language | null> {
  const [row] = await sql<{ language: Language | null }[]>`
    SELECT language FROM users WHERE email = ${email}`;
  return row?.language ?? null;
}

/** Chosen in a menu, or that of the page on which somebody signed in: the last one counts. */
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
 * Stores a link. It kills older ones of the same browser; an address has at most 3 open ones.
 * In a transaction only.
 */
export async function addLink(sql: Sql, { email, now, ...hashes }: NewLink): Promise<void> {
  const { expiresAt, codeExpiresAt } = linkLife(now);
  // Locks the address: of requests at once each sees the links of those before it.
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

/** Whether this link works, and for which address if this browser asked for it. Reads only. */
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

/** For which addresses this browser may still enter a code: one, or two asked for at once. */
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
 * Spends a link, in one statement: of two that race one gets the address, the other nothing. One
 * that others asked for (`isHelp`) is only for the person whom they named, under the address from
 * then, and only while whoever asked is in that family.
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
 * Spends a link by its code. A try counts before the code is looked at, so parallel guesses count
 * too; after 5 wrong ones the code is dead and the link lives on.
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

/** Signs a person in, who is active from now on. */
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

/** Ends everything that could sign this person in: sessions, open links, known devices. */
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

/** Whether this browser has signed in with this address before. */
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

/** Forgets what has run out. */
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
