/** Entries already booked from the family's Lightning wallet, to match a file's rows by hash. */
import { list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/sql.ts';
import { type Booked, bookedAs, type Candidate, hashOf, type Identified } from './rules.ts';
import type { Of } from './store.ts';

type Found = Candidate & { paymentHash: string; childId: string; entryId: string | null };

/**
 * Excludes entries that were taken back. A payout arrives in the child's wallet. A gift that a
 * parent excluded from the book is still treated as pending: the answer may change, and a file must
 * not answer instead. The same applies to a failed payment while its wallet is still being checked.
 */
export async function findBookedByHash(
  tx: Tx,
  { familyId, childId }: Of,
  rows: readonly Identified[],
): Promise<Booked> {
  const hashes = [...new Set(rows.flatMap(({ row }) => hashOf(row) ?? []))];
  if (hashes.length === 0) return new Map();
  const found = await tx<Found[]>`
    SELECT b.payment_hash, b.child_id, b.entry_id, b.occurred_at, b.amount_sats,
      coalesce(t.text, '') AS text
    FROM (
      SELECT family_id, payment_hash, child_id, entry_id,
        state = 'open' OR purpose = 'gift' AND entry_id IS NULL
          OR direction = 'out' AND (state = 'failed' AND look_at IS NOT NULL
            OR state = 'paid' AND entry_id IS NULL) AS is_under_way,
        CASE purpose WHEN 'gift' THEN decided_at ELSE ended_at END AS occurred_at,
        CASE WHEN purpose IN ('spend', 'transfer')
          THEN -(amount_sats + coalesce(fee_sats, 0)) ELSE amount_sats END AS amount_sats
      FROM payment WHERE direction <> 'operator'
    ) b
    LEFT JOIN entry_text t ON t.family_id = b.family_id AND t.entry_id = b.entry_id
    WHERE b.family_id = ${familyId} AND (b.entry_id IS NOT NULL OR b.is_under_way)
      AND b.payment_hash = ANY (${list(hashes, (hash) => hash)}::text[])
      AND NOT EXISTS (
        SELECT FROM entry r WHERE r.family_id = ${familyId} AND r.reverses = b.entry_id)`;
  return new Map(
    found.map(({ paymentHash, childId: whose, entryId, ...entry }) => [
      bookedAs(entry.amountSats < 0n ? 'out' : 'in', paymentHash),
      entryId !== null && whose === childId ? { entryId, ...entry } : 'elsewhere',
    ]),
  );
}
