/** SQL for a child's wallets and imported files. Set-based: whole files at a time. */

import type { Eraser } from '#features/people/children/closing.ts';
import { list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Wallet } from './csv/format.ts';
import { WINDOW_MS } from './csv/match.ts';
import { type Candidate, effectOf, type Identified, type Known, type Planned } from './rules.ts';

/** Fingerprints come back from the database with hyphens. */
const bare = (uuid: string) => uuid.replaceAll('-', '');

export type Of = { readonly familyId: string; readonly childId: string; readonly wallet: Wallet };

/** The fingerprints already in the child's book for this wallet. */
export async function findKnown(tx: Tx, of: Of, prints: readonly string[]): Promise<Known> {
  const rows = await tx<{ fingerprint: string; count: number; next: number }[]>`
    SELECT fingerprint, count(*)::int AS count, max(ordinal) + 1 AS next
    FROM wallet_row
    WHERE fingerprint = ANY(${list(prints, (print) => print)}::uuid[])
      AND family_id = ${of.familyId} AND wallet = ${of.wallet} AND child_id = ${of.childId}
    GROUP BY fingerprint`;
  return new Map(rows.map(({ fingerprint: print, ...rest }) => [bare(print), rest]));
}

/**
 * Finds a file's rows that were already imported from the other kind of Phoenix file, recognized by
 * millisecond and amount: ids exist only since 2.5.0.
 */
export async function findUnderOtherKind(
  tx: Tx,
  { familyId, childId, wallet }: Of,
  rows: readonly Identified[],
): Promise<string[]> {
  const asked = rows.flatMap(({ row, prints }) =>
    row.timestampISO === null || row.direction === undefined
      ? []
      : [{ row, print: prints[0] as string, at: row.timestampISO, direction: row.direction }],
  );
  const found = await tx<{ print: string }[]>`
    WITH known AS MATERIALIZED (
      SELECT occurred_at, effect_sats, source_id IS NULL AS bare FROM wallet_row
      WHERE family_id = ${familyId} AND wallet = ${wallet} AND child_id = ${childId}
    )
    SELECT DISTINCT asked.print
    FROM unnest(
      ${list(asked, (one) => one.print)}::uuid[], ${list(asked, (one) => one.at)}::timestamptz[],
      ${list(asked, ({ row, direction }) => effectOf(row, direction))}::bigint[],
      ${list(asked, ({ row }) => String(row.id === null))}::boolean[]
    ) AS asked (print, occurred_at, effect_sats, bare)
    JOIN known USING (occurred_at, effect_sats)
    WHERE asked.bare <> known.bare`;
  return found.map(({ print }) => bare(print));
}

/** How many of these fingerprints are in the book of another child in the family. */
export async function countElsewhere(tx: Tx, of: Of, prints: readonly string[]): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(DISTINCT fingerprint)::int AS count
    FROM wallet_row
    WHERE fingerprint = ANY(${list(prints, (print) => print)}::uuid[])
      AND family_id = ${of.familyId} AND wallet = ${of.wallet} AND child_id <> ${of.childId}`;
  return row?.count ?? 0;
}

/**
 * Changes to the child's spending around these times that no wallet row has matched yet: entries,
 * and records that pruning left of them. Excludes corrections, reversals and reversed entries,
 * which pay nobody.
 */
export function findCandidates(
  tx: Tx,
  { familyId, childId }: Of,
  from: number,
  to: number,
): Promise<Candidate[]> {
  const [first, last] = [new Date(from - WINDOW_MS), new Date(to + WINDOW_MS)];
  return tx<Candidate[]>`
    WITH taken AS MATERIALIZED (
      SELECT r.entry_id FROM wallet_row r
      WHERE r.family_id = ${familyId} AND r.child_id = ${childId} AND r.entry_id IS NOT NULL
      UNION ALL
      SELECT unnest(o.entry_ids) FROM wallet_opening o
      WHERE o.family_id = ${familyId} AND o.child_id = ${childId}
    ), spent AS (
      SELECT e.entry_id, e.occurred_at, p.amount_sats
      FROM entry e
      JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
      JOIN account a ON a.family_id = e.family_id AND a.account_id = p.account_id
        AND a.kind = 'spending'
      LEFT JOIN entry r ON r.family_id = e.family_id AND r.reverses = e.entry_id
      WHERE e.family_id = ${familyId} AND e.child_id = ${childId}
        AND e.occurred_at BETWEEN ${first} AND ${last}
        AND e.type <> 'spending_adjustment' AND e.reverses IS NULL AND r.entry_id IS NULL
      UNION ALL
      SELECT k.entry_id, k.occurred_at, k.amount_sats FROM kept_spending k
      WHERE k.family_id = ${familyId} AND k.child_id = ${childId}
        AND k.occurred_at BETWEEN ${first} AND ${last}
    )
    SELECT spent.*, coalesce(t.text, '') AS text
    FROM spent
    LEFT JOIN entry_text t ON t.family_id = ${familyId} AND t.entry_id = spent.entry_id
    WHERE spent.entry_id NOT IN (SELECT entry_id FROM taken)
    ORDER BY spent.occurred_at, spent.entry_id`;
}

/** Time of the last manual correction of the child's spending, unless it was taken back. */
export async function findCut(tx: Tx, { familyId, childId }: Of): Promise<Date | undefined> {
  const [row] = await tx<{ at: Date | null }[]>`
    SELECT greatest(
      (SELECT max(occurred_at) FROM entry e
       WHERE family_id = ${familyId} AND child_id = ${childId} AND type = 'spending_adjustment'
         AND reverses IS NULL AND NOT EXISTS (
           SELECT FROM entry r WHERE r.family_id = e.family_id AND r.reverses = e.entry_id)),
      (SELECT corrected_at FROM kept_correction
       WHERE family_id = ${familyId} AND child_id = ${childId})) AS at`;
  return row?.at ?? undefined;
}

export async function findBooked(tx: Tx, { familyId, childId, wallet }: Of): Promise<bigint> {
  const [row] = await tx<{ bookedSats: bigint }[]>`
    SELECT booked_sats FROM wallet_opening
    WHERE family_id = ${familyId} AND child_id = ${childId} AND wallet = ${wallet}`;
  return row?.bookedSats ?? 0n;
}

/** The lowest sum of a wallet's rows, by time then id, with rows added or an import excluded. */
export async function lowestSum(
  tx: Tx,
  { familyId, childId, wallet }: Of,
  { added = [], without }: { added?: readonly Planned[]; without?: string },
): Promise<bigint> {
  const [row] = await tx<{ lowest: bigint }[]>`
    SELECT coalesce(min(sum), 0)::bigint AS lowest FROM (
      SELECT sum(effect_sats) OVER (
        ORDER BY occurred_at, source COLLATE "C", ordinal ROWS UNBOUNDED PRECEDING) AS sum
      FROM (
        SELECT effect_sats, occurred_at, coalesce(source_id, fingerprint::text) AS source, ordinal
        FROM wallet_row
        WHERE family_id = ${familyId} AND wallet = ${wallet} AND child_id = ${childId} AND counts
          ${without ? tx`AND import_id <> ${without}` : tx``}
        UNION ALL
        SELECT effect_sats, occurred_at, coalesce(source_id, fingerprint::text), ordinal
        FROM unnest(
          ${list(added, (one) => one.effectSats)}::bigint[],
          ${list(added, (one) => (one.at as Date).toISOString())}::timestamptz[],
          ${added.map((one) => one.source.id)}::text[],
          ${list(added, (one) => one.print)}::uuid[],
          ${list(added, (one) => String(one.ordinal))}::int[]
        ) AS n (effect_sats, occurred_at, source_id, fingerprint, ordinal)
      ) AS rows
    ) AS sums`;
  return row?.lowest ?? 0n;
}

export type NewImport = Of & {
  importId: string;
  format: string;
  filename: string;
  imported: number;
  skipped: number;
  matched: number;
  history: number;
  openingSats: bigint;
  madeBy: string;
  now: Date;
};

export const addImport = (tx: Tx, i: NewImport) => tx`
  INSERT INTO wallet_import (family_id, import_id, child_id, wallet, format, filename, imported,
    skipped, matched, history, opening_sats, made_by, made_at)
  VALUES (${i.familyId}, ${i.importId}, ${i.childId}, ${i.wallet}, ${i.format}, ${i.filename},
    ${i.imported}, ${i.skipped}, ${i.matched}, ${i.history}, ${i.openingSats}, ${i.madeBy},
      ${i.now})`;

export type NewRow = Planned & { entryId: string | null };

export const addRows = (tx: Tx, of: Of, importId: string, rows: readonly NewRow[]) => tx`
  INSERT INTO wallet_row (family_id, wallet, fingerprint, child_id, ordinal, import_id, kind,
    counts,
    occurred_at, source_id, effect_sats, amount_msat, fee_msat, entry_id)
  SELECT ${of.familyId}, ${of.wallet}, fingerprint, ${of.childId}, ordinal, ${importId}, kind,
    counts,
    occurred_at, source_id, effect_sats, amount_msat, fee_msat, entry_id
  FROM unnest(
    ${list(rows, (one) => one.print)}::uuid[],
    ${list(rows, (one) => String(one.ordinal))}::int[],
    ${list(rows, (one) => (one.kind === 'new' ? 'posted' : one.kind))}::text[],
    ${list(rows, (one) => String(one.counts))}::boolean[],
    ${list(rows, (one) => (one.at as Date).toISOString())}::timestamptz[],
    ${rows.map((one) => one.source.id)}::text[],
    ${list(rows, (one) => one.effectSats)}::bigint[],
    ${list(rows, (one) => one.source.amountMsat)}::bigint[],
    ${list(rows, (one) => one.source.feeMsat)}::bigint[],
    ${list(rows, (one) => one.entryId)}::uuid[]
  ) AS r (fingerprint, ordinal, kind, counts, occurred_at, source_id, effect_sats, amount_msat,
    fee_msat, entry_id)`;

export const addOpening = (tx: Tx, of: Of, sats: bigint, entryId: string) => tx`
  INSERT INTO wallet_opening (family_id, child_id, wallet, booked_sats, entry_ids)
  VALUES (${of.familyId}, ${of.childId}, ${of.wallet}, ${sats}, ${`{${entryId}}`}::uuid[])
  ON CONFLICT (family_id, child_id, wallet) DO UPDATE SET
    booked_sats = wallet_opening.booked_sats + excluded.booked_sats,
    entry_ids = wallet_opening.entry_ids || excluded.entry_ids`;

export type ImportRowOf = {
  importId: string;
  childId: string;
  wallet: Wallet;
  filename: string;
  imported: number;
  skipped: number;
  matched: number;
  history: number;
  openingSats: bigint;
  madeAt: Date;
  madeByName: string;
  undoneAt: Date | null;
};

const importSelect = (tx: Tx) => tx`
  SELECT i.import_id, i.child_id, i.wallet, i.filename, i.imported, i.skipped, i.matched, i.history,
    i.opening_sats, i.made_at, coalesce(u.first_name, '') AS made_by_name, i.undone_at
  FROM wallet_import i LEFT JOIN users u ON u.user_id = i.made_by AND u.family_id = i.family_id`;

export const latestImports = (tx: Tx, familyId: string, childId: string, limit: number) =>
  tx<ImportRowOf[]>`
    ${importSelect(tx)} WHERE i.family_id = ${familyId} AND i.child_id = ${childId}
    ORDER BY i.made_at DESC, i.import_id DESC LIMIT ${limit}`;

export async function findImport(
  tx: Tx,
  familyId: string,
  importId: string,
): Promise<ImportRowOf | undefined> {
  const [row] = await tx<ImportRowOf[]>`
    ${importSelect(tx)} WHERE i.family_id = ${familyId} AND i.import_id = ${importId}`;
  return row;
}

/** A child's file waiting for a parent. */
export type WaitingFile = {
  importId: string;
  childId: string;
  content: string;
  filename: string;
  answers: Record<string, unknown>;
};

export const keepFile = (tx: Tx, familyId: string, file: WaitingFile) => tx`
  INSERT INTO wallet_file (family_id, import_id, child_id, content, filename, answers)
  VALUES (${familyId}, ${file.importId}, ${file.childId}, ${file.content}, ${file.filename},
    ${JSON.stringify(file.answers)}::text::jsonb)`;

export async function findFile(
  tx: Tx,
  familyId: string,
  importId: string,
): Promise<WaitingFile | undefined> {
  const [row] = await tx<WaitingFile[]>`
    SELECT import_id, child_id, content, filename, answers FROM wallet_file
    WHERE family_id = ${familyId} AND import_id = ${importId}`;
  return row;
}

/** Files of requests that were answered, withdrawn or lapsed, across families. */
export const forgetFiles = (tx: Tx, files: readonly { familyId: string; importId: string }[]) => tx`
  DELETE FROM wallet_file f
  USING unnest(
    ${list(files, (one) => one.familyId)}::uuid[], ${list(files, (one) => one.importId)}::uuid[]
  ) AS gone (family_id, import_id)
  WHERE f.family_id = gone.family_id AND f.import_id = gone.import_id`;

/** When a child's book closes, erases files, file names and payment ids. */
export const importEraser: Eraser = {
  erase: async ({ tx, familyId, childId }) => {
    await tx`
      UPDATE wallet_import SET filename = '' WHERE family_id = ${familyId} AND child_id = ${childId}`;
    await tx`DELETE FROM wallet_file WHERE family_id = ${familyId} AND child_id = ${childId}`;
    await tx`DELETE FROM wallet_row WHERE family_id = ${familyId} AND child_id = ${childId}`;
  },
};
