/** Reads and erases the data of an import that is taken back. */
import { because } from '#contract/reasons.ts';
import type { Posting } from '#core/ledger.ts';
import type { ObjectionHook } from '#features/book/transactions/undo.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Of } from './store.ts';

type Row = { kind: 'posted' | 'matched' | 'history'; entryId: string | null; effectSats: bigint };

export const rowsOf = (tx: Tx, of: Of, importId: string) => tx<Row[]>`
  SELECT kind, entry_id, effect_sats FROM wallet_row
  WHERE family_id = ${of.familyId} AND wallet = ${of.wallet} AND import_id = ${importId}`;

export type Posted = {
  entryId: string;
  type: string;
  amountSats: bigint;
  /** Already reversed separately. */
  undone: boolean;
  postings: Posting[];
};

/** This import's posted entries that pruning hasn't folded away. */
export async function postedEntries(tx: Tx, of: Of, importId: string): Promise<Posted[]> {
  const rows = await tx<(Omit<Posted, 'postings'> & { accounts: string[]; amounts: string[] })[]>`
    SELECT e.entry_id, e.type, e.amount_sats,
      EXISTS (SELECT FROM entry b WHERE b.family_id = e.family_id AND b.reverses = e.entry_id)
        AS undone,
      array_agg(p.account_id) AS accounts, array_agg(p.amount_sats::text) AS amounts
    FROM wallet_row r
    JOIN entry e ON e.family_id = r.family_id AND e.entry_id = r.entry_id
    JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
    WHERE r.family_id = ${of.familyId} AND r.wallet = ${of.wallet} AND r.import_id = ${importId}
      AND r.kind = 'posted'
    GROUP BY e.family_id, e.entry_id`;
  return rows.map(({ accounts, amounts, ...entry }) => ({
    ...entry,
    postings: accounts.map((accountId, i) => ({
      accountId,
      amountSats: BigInt(amounts[i] as string),
    })),
  }));
}

export const forgetRows = (tx: Tx, of: Of, importId: string) => tx`
  DELETE FROM wallet_row
  WHERE family_id = ${of.familyId} AND wallet = ${of.wallet} AND import_id = ${importId}`;

export const endImport = (
  tx: Tx,
  familyId: string,
  importId: string,
  { userId, now }: { userId: string; now: Date },
) => tx`
  UPDATE wallet_import SET undone_by = ${userId}, undone_at = ${now}
  WHERE family_id = ${familyId} AND import_id = ${importId}`;

/** Single rows of a file can't be taken back, because the file's total would no longer be right. */
export const importObjection: ObjectionHook = async (tx, familyId, entryId) => {
  const found = await tx`
    SELECT FROM wallet_row
    WHERE family_id = ${familyId} AND entry_id = ${entryId} AND kind = 'posted'
    UNION ALL
    SELECT FROM wallet_opening WHERE family_id = ${familyId} AND ${entryId}::uuid = ANY (entry_ids)
    LIMIT 1`;
  return found.length > 0 ? { obstacle: because('IMPORTED_LINE') } : undefined;
};
