/** Pending changes of address. A directory table: no family yet. */
import type { Recipient } from '#server/adapters/mail/mail.ts';
import type { Sql, Tx } from '#server/db/sql.ts';

export type ChangeRow = {
  userId: string;
  newEmail: string;
  sessionId: string;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
  expiresAt: Date;
};

const columns = (sql: Sql) => sql`
  user_id, new_email, session_id, old_confirmed_at, new_confirmed_at, expires_at`;

export async function openChange(
  sql: Sql,
  userId: string,
  now: Date,
): Promise<ChangeRow | undefined> {
  const [row] = await sql<ChangeRow[]>`
    SELECT ${columns(sql)} FROM email_change WHERE user_id = ${userId} AND expires_at > ${now}`;
  return row;
}

export type NewChange = Pick<ChangeRow, 'userId' | 'newEmail' | 'sessionId' | 'expiresAt'> & {
  oldTokenHash: Uint8Array;
  newTokenHash: Uint8Array;
};

/** Replaces an older change, whose links stop working. */
export async function startChange(sql: Sql, change: NewChange, now: Date): Promise<void> {
  const { userId, newEmail, sessionId, oldTokenHash, newTokenHash, expiresAt } = change;
  await sql`DELETE FROM email_change WHERE user_id = ${userId}`;
  await sql`
    INSERT INTO email_change (user_id, new_email, old_token_hash, new_token_hash, session_id,
      created_at, expires_at)
    VALUES (${userId}, ${newEmail}, ${oldTokenHash}, ${newTokenHash}, ${sessionId}, ${now},
      ${expiresAt})`;
}

export async function dropChange(sql: Sql, userId: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM email_change WHERE user_id = ${userId}`;
  return count === 1;
}

/** Uses up one of the two links in one statement; undefined if it isn't valid. */
export async function confirmLink(
  sql: Sql,
  tokenHash: Uint8Array,
  now: Date,
): Promise<ChangeRow | undefined> {
  const [row] = await sql<ChangeRow[]>`
    UPDATE email_change SET
      old_confirmed_at = CASE WHEN old_token_hash = ${tokenHash} THEN ${now}::timestamptz
        ELSE old_confirmed_at END,
      new_confirmed_at = CASE WHEN new_token_hash = ${tokenHash} THEN ${now}::timestamptz
        ELSE new_confirmed_at END
    WHERE expires_at > ${now} AND (
      (old_token_hash = ${tokenHash} AND old_confirmed_at IS NULL)
      OR (new_token_hash = ${tokenHash} AND new_confirmed_at IS NULL))
    RETURNING ${columns(sql)}`;
  return row;
}

/** The person with the old address; undefined if the new one has since been taken. */
export async function changeEmail(
  sql: Sql,
  userId: string,
  newEmail: string,
): Promise<(Recipient & { familyId: string }) | undefined> {
  const [row] = await sql<(Recipient & { familyId: string })[]>`
    WITH before AS (SELECT user_id, email FROM users WHERE user_id = ${userId} FOR UPDATE)
    UPDATE users u SET email = ${newEmail} FROM before b
    WHERE u.user_id = b.user_id AND NOT EXISTS (SELECT FROM users WHERE email = ${newEmail})
    RETURNING b.email, u.language, u.family_id`;
  return row;
}

/** Ends all access to the books except the session that requested the change. */
export async function endOtherAccess(
  sql: Sql,
  { userId, sessionId, newEmail }: ChangeRow,
  oldEmail: string,
): Promise<void> {
  await sql`DELETE FROM session WHERE user_id = ${userId} AND session_id <> ${sessionId}`;
  await sql`DELETE FROM device WHERE user_id = ${userId}`;
  await sql`DELETE FROM magic_link WHERE email IN (${oldEmail}, ${newEmail})`;
}

/** Deletes changes that were not confirmed in time. */
export async function sweepChanges(tx: Tx, now: Date): Promise<void> {
  await tx`DELETE FROM email_change WHERE expires_at <= ${now}`;
}
