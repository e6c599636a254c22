/**
 * Data that imports still need from entries that pruning removes: without it, a wallet file
 * imported later could be counted twice, or booked from before a correction.
 */
import type { Tx } from '#server/db/sql.ts';
import type { PruneHook } from '#server/ledger/prune.ts';

export const importPruning: PruneHook = {
  beforeRemoval: (tx, familyId, lastSeal) => keepForImports(tx, familyId, lastSeal),
};

/**
 * Runs in the owner's role. Saves spending not yet matched by a wallet's row (time and amount, no
 * texts), and the time of the newest correction.
 */
async function keepForImports(tx: Tx, familyId: string, lastSeal: bigint): Promise<void> {
  const going = tx`
    FROM seal s
    JOIN entry e ON e.family_id = s.family_id AND e.entry_id = s.entry_id
      AND e.child_id IS NOT NULL AND e.reverses IS NULL AND NOT EXISTS (
        SELECT FROM entry r WHERE r.family_id = e.family_id AND r.reverses = e.entry_id)`;
  await tx`
    INSERT INTO kept_spending (family_id, entry_id, child_id, occurred_at, amount_sats)
    SELECT e.family_id, e.entry_id, e.child_id, e.occurred_at, p.amount_sats
    ${going}
    JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
    JOIN account a ON a.family_id = e.family_id AND a.account_id = p.account_id
      AND a.kind = 'spending'
    WHERE s.family_id = ${familyId} AND s.seal_no <= ${lastSeal}
      AND e.type <> 'spending_adjustment'
      AND e.entry_id NOT IN (
        SELECT w.entry_id FROM wallet_row w WHERE w.family_id = ${familyId} AND w.kind = 'posted'
        UNION ALL
        SELECT unnest(o.entry_ids) FROM wallet_opening o WHERE o.family_id = ${familyId})
    ON CONFLICT DO NOTHING`;
  await tx`
    INSERT INTO kept_correction (family_id, child_id, corrected_at)
    SELECT e.family_id, e.child_id, max(e.occurred_at)
    ${going}
    WHERE s.family_id = ${familyId} AND s.seal_no <= ${lastSeal} AND e.type = 'spending_adjustment'
    GROUP BY e.family_id, e.child_id
    ON CONFLICT (family_id, child_id) DO UPDATE SET
      corrected_at = greatest(kept_correction.corrected_at, excluded.corrected_at)`;
}
