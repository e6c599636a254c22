/**
 * Reads our own backup back: entries still in the book are skipped; pruned entries return as
 * history, which affects no balance.
 */

import type { Output, Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import type { Eraser } from '#features/people/children/closing.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext, ImportLimits } from '#server/http/context.ts';
import { newThread } from '#server/thread.ts';
import { HISTORY_SHOWN, type HistoryEntry, type privacy } from './contract.ts';
import { type BackupRow, BROUGHT_FORWARD, type ParsedBackup } from './rules.ts';

const TEXT_MOST = 1_000;

const inThread = newThread<string, ParsedBackup>(new URL('./read-worker.ts', import.meta.url));

/** @throws Refusal TOO_LARGE, or VALIDATION_ERROR with the bad row's number */
export async function readReturning(
  { csvContent }: Parsed<typeof privacy.returnHistory>,
  limits: ImportLimits,
): Promise<readonly BackupRow[]> {
  if (Buffer.byteLength(csvContent) > limits.bytes)
    throw new Refusal(
      'TOO_LARGE',
      because('EXPECTED_FILE_KIB', { most: Math.floor(limits.bytes / 1024) }),
      'csvContent',
    );
  const parsed = await inThread(csvContent);
  if ('problem' in parsed) throw new Refusal('VALIDATION_ERROR', parsed.problem, 'csvContent');
  const byId = new Map(parsed.rows.map((row) => [row.entryId, row]));
  return [...byId.values()].filter(({ type }) => type !== BROUGHT_FORWARD);
}

export async function returnHistory(
  rows: readonly BackupRow[],
  { tx, actor, now }: FamilyContext,
): Promise<Output<typeof privacy.returnHistory>> {
  const { imported, known } = await insert(tx, actor.familyId, rows, { by: actor.userId, now });
  return { imported, known, foreign: rows.length - imported - known };
}

/**
 * Only pruned entries of children with an open book can return, which excludes the texts of a
 * removed child and entries of another family.
 */
async function insert(
  tx: Tx,
  familyId: string,
  rows: readonly BackupRow[],
  { by, now }: { by: string; now: Date },
): Promise<{ imported: number; known: number }> {
  const [counted] = await tx<{ imported: number; known: number }[]>`
    WITH sent AS (
      SELECT * FROM unnest(
        ${rows.map((r) => r.entryId)}::uuid[], ${rows.map((r) => r.childId)}::uuid[],
        ${rows.map((r) => text(r.type))}::text[],
          ${rows.map((r) => r.amountSats.toString())}::bigint[],
        ${rows.map((r) => r.occurredAt.toISOString())}::timestamptz[],
        ${rows.map((r) => r.recordedAt.toISOString())}::timestamptz[],
        ${rows.map((r) => text(r.description))}::text[], ${rows.map((r) => text(r.madeBy))}::text[],
        ${rows.map((r) => text(r.movements))}::text[]
      ) AS r (entry_id, child_id, type, amount_sats, occurred_at, recorded_at, text, made_by_name,
        movements)
    ), known AS (
      SELECT s.entry_id FROM sent s
      WHERE EXISTS (SELECT FROM entry e WHERE e.family_id = ${familyId} AND e.entry_id = s.entry_id)
        OR EXISTS (
          SELECT FROM returned_entry o WHERE o.family_id = ${familyId} AND o.entry_id = s.entry_id)
    ), returned AS (
      INSERT INTO returned_entry (family_id, entry_id, child_id, type, amount_sats, occurred_at,
        recorded_at, text, made_by_name, movements, returned_at,
        brought_by)
      SELECT ${familyId}, s.entry_id, s.child_id, s.type, s.amount_sats, s.occurred_at,
        s.recorded_at, s.text, s.made_by_name, s.movements, ${now},
        ${by}::uuid
      FROM sent s
      JOIN checkpoint k ON k.family_id = ${familyId} AND s.occurred_at <= k.newest_at
      WHERE s.entry_id NOT IN (SELECT entry_id FROM known)
        AND (s.child_id IS NULL OR EXISTS (
          SELECT FROM child c WHERE c.family_id = ${familyId} AND c.child_id = s.child_id
            AND c.removed_at IS NULL))
      RETURNING 1
    )
    SELECT (SELECT count(*)::integer FROM returned) AS imported,
      (SELECT count(*)::integer FROM known) AS known`;
  return counted as { imported: number; known: number };
}

/** Untrusted input: removes NUL, which the database rejects, and limits the length. */
const text = (sent: string) => sent.replaceAll('\u0000', '').slice(0, TEXT_MOST);

type Row = {
  entryId: string;
  childName: string;
  type: string;
  amountSats: bigint;
  text: string;
  occurredAt: Date;
  broughtBy: string | null;
  returnedAt: Date;
};

/** The newest reimported entries, except those of closed books. */
export async function readHistory(tx: Tx, familyId: string): Promise<HistoryEntry[]> {
  const rows = await tx<Row[]>`
    SELECT r.entry_id, coalesce(c.name, '') AS child_name, r.type, r.amount_sats, r.text,
      r.occurred_at, u.first_name AS brought_by, r.returned_at
    FROM returned_entry r
    LEFT JOIN users u ON u.user_id = r.brought_by AND u.family_id = r.family_id
    LEFT JOIN child c ON c.family_id = r.family_id AND c.child_id = r.child_id
    WHERE r.family_id = ${familyId} AND c.removed_at IS NULL
    ORDER BY r.occurred_at DESC, r.entry_id DESC LIMIT ${HISTORY_SHOWN}`;
  return rows.map(({ entryId, amountSats, text, occurredAt, returnedAt, ...row }) => ({
    ...row,
    id: entryId,
    amount: formatBtc(amountSats),
    description: text,
    createdAt: occurredAt.toISOString(),
    broughtAt: returnedAt.toISOString(),
  }));
}

/** History expires like entries do. Returns the number removed. */
export async function pruneHistory(tx: Tx, familyId: string, before: Date): Promise<number> {
  const { count } = await tx`
    DELETE FROM returned_entry WHERE family_id = ${familyId} AND occurred_at < ${before}`;
  return count;
}

/** Deletes a child's reimported history when its book closes. */
export const historyEraser: Eraser = {
  erase: ({ tx, familyId, childId }) => tx`
    DELETE FROM returned_entry WHERE family_id = ${familyId} AND child_id = ${childId}`,
};
