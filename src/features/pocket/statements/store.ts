/** Reads a month of a child's book, and the balances of its accounts before and after. */
import {
  type EntryRow,
  entrySelect,
  isShown,
  type KeptRate,
} from '#features/book/transactions/store.ts';
import type { Tx } from '#server/db/sql.ts';

export type LineRow = EntryRow &
  KeptRate & { savingsSats: bigint | null; spendingSats: bigint | null };

export type AccountMonth = {
  kind: 'savings' | 'spending';
  accountId: string;
  inSats: bigint;
  outSats: bigint;
  closingSats: bigint;
};

type Span = { childId: string; since: Date; until: Date };

/** Oldest first, plus one more if there are more than `most`. */
export const readLines = (
  tx: Tx,
  familyId: string,
  { childId, since, until }: Span,
  most: number,
) => {
  const change = (kind: 'savings' | 'spending') => tx`
    (SELECT p.amount_sats FROM posting p
     JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
       AND a.kind = ${kind} AND a.child_id = e.child_id
     WHERE p.family_id = ${familyId} AND p.entry_id = e.entry_id)`;
  return tx<LineRow[]>`
    SELECT e.*, ${change('savings')} AS savings_sats, ${change('spending')} AS spending_sats
    FROM (
      ${entrySelect(tx)} WHERE e.family_id = ${familyId} AND e.child_id = ${childId}
        AND ${isShown(tx)} AND e.occurred_at >= ${since} AND e.occurred_at < ${until}
      ORDER BY e.occurred_at, e.entry_id LIMIT ${most + 1}
    ) e
    ORDER BY e.occurred_at, e.entry_id`;
};

/** The balance after the month is today's balance minus everything that came later. */
export const readBalances = (tx: Tx, familyId: string, { childId, since, until }: Span) => tx<
  AccountMonth[]
>`
  SELECT a.kind, a.account_id, a.balance_sats - m.later_sats AS closing_sats, m.in_sats, m.out_sats
  FROM account a
  CROSS JOIN LATERAL (
    SELECT
      coalesce(sum(p.amount_sats)
        FILTER (WHERE e.occurred_at >= ${until}), 0)::bigint AS later_sats,
      coalesce(sum(p.amount_sats)
        FILTER (WHERE e.occurred_at < ${until} AND p.amount_sats > 0), 0)::bigint AS in_sats,
      coalesce(-sum(p.amount_sats)
        FILTER (WHERE e.occurred_at < ${until} AND p.amount_sats < 0), 0)::bigint AS out_sats
    FROM entry e
    JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
      AND p.account_id = a.account_id
    WHERE e.family_id = ${familyId} AND e.child_id = ${childId} AND e.occurred_at >= ${since}
  ) m
  WHERE a.family_id = ${familyId} AND a.child_id = ${childId} AND a.kind IN ('savings', 'spending')`;

type Chain = {
  sealNo: bigint | null;
  mac: string | null;
  removedUpTo: Date | null;
};

/** The newest seal, or the checkpoint's if nothing was sealed since; and how far it reaches. */
export async function readChain(tx: Tx, familyId: string): Promise<Chain> {
  const [row] = await tx<Chain[]>`
    SELECT coalesce(s.seal_no, c.seal_no) AS seal_no,
      encode(coalesce(s.mac, c.seal_mac), 'hex') AS mac, c.newest_at AS removed_up_to
    FROM family f
    LEFT JOIN LATERAL (
      SELECT seal_no, mac FROM seal WHERE seal.family_id = f.family_id
      ORDER BY seal_no DESC LIMIT 1) s ON true
    LEFT JOIN checkpoint c ON c.family_id = f.family_id
    WHERE f.family_id = ${familyId}`;
  return row ?? { sealNo: null, mac: null, removedUpTo: null };
}
