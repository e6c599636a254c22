/** SQL for offers to join. Directory table: a device only has the code. */
import { HOUR, MINUTE } from '#core/time.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { JOIN_MINUTES, JOIN_TRIES } from './contract.ts';

export type JoiningRow = {
  joiningId: string;
  familyId: string;
  childId: string | null;
  madeBy: string;
  codeHash: Uint8Array;
  pendingHash: Uint8Array | null;
  device: string | null;
  match: string | null;
  email: string | null;
  expiresAt: Date;
  letInAt: Date | null;
};

const columns = (sql: Sql) => sql`
  joining_id, family_id, child_id, made_by, code_hash, pending_hash, device, match, email,
  expires_at, let_in_at`;

export type NewOffer = Pick<
  JoiningRow,
  'joiningId' | 'familyId' | 'childId' | 'madeBy' | 'codeHash'
>;

export async function addOffer(tx: Tx, row: NewOffer, now: Date): Promise<Date> {
  const expiresAt = new Date(now.getTime() + JOIN_MINUTES * MINUTE);
  // An admitted device has ten minutes to enter; older rows are useless.
  await tx`DELETE FROM joining WHERE expires_at < ${new Date(now.getTime() - HOUR)}`;
  await tx`
    INSERT INTO joining (joining_id, family_id, child_id, made_by, code_hash, expires_at)
    VALUES (${row.joiningId}, ${row.familyId}, ${row.childId}, ${row.madeBy}, ${row.codeHash},
      ${expiresAt})`;
  return expiresAt;
}

/** Counts an attempt in a separate statement, which covers parallel attempts too. */
export async function takeTry(
  sql: Sql,
  joiningId: string,
  now: Date,
): Promise<JoiningRow | undefined> {
  const [row] = await sql<JoiningRow[]>`
    UPDATE joining SET tries = tries + 1
    WHERE joining_id = ${joiningId} AND tries < ${JOIN_TRIES} AND expires_at > ${now}
      AND let_in_at IS NULL
    RETURNING ${columns(sql)}`;
  return row;
}

/**
 * Uncounts this attempt, because the code was right. False if another browser is already asking.
 */
export async function keepAsking(
  sql: Sql,
  joiningId: string,
  asking: { pendingHash: Uint8Array; device: string; match: string; email: string | null },
): Promise<boolean> {
  const { pendingHash, device, match, email } = asking;
  // A browser waits for one family: its earlier request ends.
  await sql`DELETE FROM joining WHERE pending_hash = ${pendingHash} AND joining_id <> ${joiningId}`;
  const { count } = await sql`
    UPDATE joining SET pending_hash = ${pendingHash}, device = ${device}, match = ${match},
      email = ${email}, tries = tries - 1
    WHERE joining_id = ${joiningId} AND let_in_at IS NULL
      AND (pending_hash IS NULL OR pending_hash = ${pendingHash})`;
  return count === 1;
}

/** Only in the caller's own family. */
export async function offerOf(
  sql: Sql,
  familyId: string,
  joiningId: string,
  now: Date,
): Promise<JoiningRow | undefined> {
  const [row] = await sql<JoiningRow[]>`
    SELECT ${columns(sql)} FROM joining
    WHERE joining_id = ${joiningId} AND family_id = ${familyId} AND expires_at > ${now}
      AND let_in_at IS NULL AND (tries < ${JOIN_TRIES} OR pending_hash IS NOT NULL)`;
  return row;
}

/** Admits the waiting browser, once; the number is the one on its screen. */
export async function letIn(
  tx: Tx,
  { familyId, joiningId, match }: { familyId: string; joiningId: string; match: string },
  now: Date,
): Promise<JoiningRow | undefined> {
  const [row] = await tx<JoiningRow[]>`
    UPDATE joining SET let_in_at = ${now}
    WHERE joining_id = ${joiningId} AND family_id = ${familyId} AND match = ${match}
      AND let_in_at IS NULL AND expires_at > ${now}
    RETURNING ${columns(tx)}`;
  return row;
}

export async function askedBy(
  sql: Sql,
  pendingHash: Uint8Array,
  now: Date,
): Promise<JoiningRow | undefined> {
  const [row] = await sql<JoiningRow[]>`
    SELECT ${columns(sql)} FROM joining
    WHERE pending_hash = ${pendingHash} AND expires_at > ${now}`;
  return row;
}

/** Enters once: of two simultaneous requests, only one gets the row. */
export async function takeIn(tx: Tx, joiningId: string): Promise<JoiningRow | undefined> {
  const [row] = await tx<JoiningRow[]>`
    DELETE FROM joining WHERE joining_id = ${joiningId} AND let_in_at IS NOT NULL
    RETURNING ${columns(tx)}`;
  return row;
}

export const removeOffer = (tx: Tx, familyId: string, joiningId: string) => tx`
  DELETE FROM joining WHERE joining_id = ${joiningId} AND family_id = ${familyId}
    AND let_in_at IS NULL`;
