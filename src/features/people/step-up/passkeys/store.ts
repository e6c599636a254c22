/** People's passkeys, and the challenges of sessions. Directory tables. */
import type { Sql } from '#server/db/sql.ts';
import { CHALLENGE_MINUTES, MAX_PASSKEYS } from './contract.ts';

export type PasskeyRow = {
  passkeyId: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  /** Separated by spaces. */
  transports: string;
  /** True if it also derives secrets (features/money/vault/passkeys). */
  hasPrf: boolean;
  device: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export const passkeysOf = (sql: Sql, userId: string) => sql<PasskeyRow[]>`
  SELECT passkey_id, credential_id, public_key, counter, transports, has_prf, device,
    created_at, last_used_at
  FROM passkey WHERE user_id = ${userId} ORDER BY passkey_id`;

export async function passkeyBy(sql: Sql, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await sql<PasskeyRow[]>`
    SELECT passkey_id, credential_id, public_key, counter, transports, has_prf, device,
      created_at, last_used_at
    FROM passkey WHERE credential_id = ${credentialId}`;
  return row;
}

/** Records a passkey's use. @returns its owner; undefined if that use is no longer allowed */
export async function signInBy(
  sql: Sql,
  { passkeyId, counter }: { passkeyId: string; counter: number },
  now: Date,
): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    UPDATE passkey p SET counter = ${counter}, last_used_at = ${now} FROM users u
    WHERE p.passkey_id = ${passkeyId} AND u.user_id = p.user_id
      AND (p.counter < ${counter} OR ${counter} = 0)
    RETURNING u.email`;
  return row?.email;
}

export const keepChallenge = (sql: Sql, sessionId: string, challenge: string, now: Date) => sql`
  UPDATE session SET challenge = ${challenge},
    challenge_expires_at = ${new Date(now.getTime() + CHALLENGE_MINUTES * 60_000)}
  WHERE session_id = ${sessionId} AND handed_to IS NULL`;

/** Uses up the challenge: of two answers, only one gets it. */
export async function takeChallenge(
  sql: Sql,
  sessionId: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await sql<{ challenge: string }[]>`
    WITH open AS (
      SELECT session_id, challenge FROM session
      WHERE session_id = ${sessionId} AND challenge IS NOT NULL AND challenge_expires_at > ${now}
        AND handed_to IS NULL
      FOR UPDATE
    )
    UPDATE session SET challenge = NULL FROM open WHERE session.session_id = open.session_id
    RETURNING open.challenge`;
  return row?.challenge;
}

/** False if the person has too many, or the passkey is already taken. */
export async function addPasskey(
  sql: Sql,
  userId: string,
  row: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<boolean> {
  await sql`SELECT FROM users WHERE user_id = ${userId} FOR UPDATE`;
  const { count } = await sql`
    INSERT INTO passkey (passkey_id, user_id, credential_id, public_key, counter, transports,
      has_prf, device, created_at)
    SELECT ${row.passkeyId}, ${userId}, ${row.credentialId}, ${row.publicKey}, ${row.counter},
      ${row.transports}, ${row.hasPrf}, ${row.device}, ${row.createdAt}
    WHERE (SELECT count(*) FROM passkey WHERE user_id = ${userId}) < ${MAX_PASSKEYS}
    ON CONFLICT (credential_id) DO NOTHING`;
  return count === 1;
}

export async function removePasskey(sql: Sql, userId: string, passkeyId: string) {
  const { count } = await sql`
    DELETE FROM passkey WHERE user_id = ${userId} AND passkey_id = ${passkeyId}`;
  return count === 1;
}

/**
 * Records the passkey's use, and makes the session fresh. False if that use is no longer allowed.
 */
export async function confirmBy(
  sql: Sql,
  { passkeyId, counter }: { passkeyId: string; counter: number },
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const { count } = await sql`
    WITH used AS (
      UPDATE passkey SET counter = ${counter}, last_used_at = ${now}
      WHERE passkey_id = ${passkeyId} AND (counter < ${counter} OR ${counter} = 0)
      RETURNING user_id
    )
    UPDATE session s SET fresh_at = ${now} FROM used
    WHERE s.session_id = ${sessionId} AND s.user_id = used.user_id AND s.handed_to IS NULL`;
  return count === 1;
}
