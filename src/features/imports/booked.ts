/** What is booked of the family's Lightning wallet, for rows of a file with the same hash. */
import { list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import { type Booked, bookedAs, type Candidate, hashOf, type Identified } from './rules.ts';
import type { Of } from './store.ts';

/** Of this child; entries that were taken back are left out. */
export async function findBookedByHash(
  tx: Tx,
  { familyId, childId }: Of,
  rows: readonly Identified[],
): Promise<Booked> {
  const hashes = [...new Set(rows.flatMap(({ row }) => hashOf(row) ?? []))];
  if (hashes.length === 0) return new Map();
  const found = await tx<(Candidate & { paymentHash: string })[]>`
    SELECT b.*, coalesce(t.text, '') AS text
    FROM (
      SELECT payment_hash, entry_id, ended_at AS occurred_at,
        -(amount_sats + coalesce(fee_sats, 0)) AS amount_sats
      FROM lightning_payment WHERE family_id = ${familyId} AND child_id = ${childId}
      UNION ALL
      SELECT payment_hash, entry_id, paid_at, amount_sats
      FROM lightning_invoice WHERE family_id = ${familyId} AND child_id = ${childId}
      UNION ALL
      SELECT payment_hash, entry_id, answered_at, amount_sats
      FROM gift WHERE family_id = ${familyId} AND child_id = ${childId}
    ) b
    LEFT JOIN entry_text t ON t.family_id = ${familyId} AND t.entry_id = b.entry_id
    WHERE b.entry_id IS NOT NULL
      AND b.payment_hash = ANY (${list(hashes, (hash) => hash)}::text[])
      AND NOT EXISTS (
        SELECT FROM entry r WHERE r.family_id = ${familyId} AND r.reverses = b.entry_id)`;
  return new Map(
    found.map(({ paymentHash, ...entry }) => [
      bookedAs(entry.amountSats < 0n ? 'out' : 'in', paymentHash),
      entry,
    ]),
  );
}
