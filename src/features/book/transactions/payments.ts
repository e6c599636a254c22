/**
 * The payment history of entries: appended events, the newest of which decides. The caller holds
 * the family's lock, so an entry's event numbers have no gaps or duplicates.
 */
import type { Tx } from '#server/db/sql.ts';
import type { PruneHook } from '#server/ledger/prune.ts';

/** The source: a parent, a wallet's file, or the wallet itself. */
export type PaymentSource = 'parent' | 'import' | 'wallet';

/** The evidence that the money has moved. */
export type PaymentProof = 'proven' | 'stated' | 'person';

type Attribution = { by: string; now: Date; source: PaymentSource; proof?: PaymentProof };

/** A feature's update to its own tables when a parent marks an entry as paid. */
export type SettledHook = (
  tx: Tx,
  familyId: string,
  entryId: string,
  attribution: { by: string; now: Date },
) => Promise<void>;

/** Skips entries that are already Paid or not the family's. Returns the rest. */
export async function markPaid(
  tx: Tx,
  familyId: string,
  entryIds: readonly string[],
  { by, now, source, proof }: Attribution,
): Promise<string[]> {
  const rows = await tx<{ entryId: string }[]>`
    INSERT INTO payment_event (family_id, entry_id, event_no, state, at, made_by, source, proof)
    SELECT e.family_id, e.entry_id, coalesce(last.event_no, 0) + 1, 'paid', ${now}, ${by}, ${source},
      ${proof ?? null}
    FROM (SELECT DISTINCT unnest(${[...entryIds]}::uuid[])) AS wanted (entry_id)
    JOIN entry e ON e.family_id = ${familyId} AND e.entry_id = wanted.entry_id
    LEFT JOIN LATERAL (${newestEvent(tx)}) AS last ON true
    WHERE last.state IS DISTINCT FROM 'paid'
    RETURNING entry_id`;
  return rows.map(({ entryId }) => entryId);
}

/**
 * Withdraws Paid if this source set it last; the previous state then applies again. Returns the
 * affected entries.
 */
export async function unmarkPaid(
  tx: Tx,
  familyId: string,
  entryIds: readonly string[],
  { by, now, source }: Attribution,
): Promise<string[]> {
  const rows = await tx<{ entryId: string }[]>`
    INSERT INTO payment_event (family_id, entry_id, event_no, state, at, made_by, source)
    SELECT e.family_id, e.entry_id, last.event_no + 1, coalesce(before.state, 'cancelled'),
      ${now}, ${by}, ${source}
    FROM (SELECT DISTINCT unnest(${[...entryIds]}::uuid[])) AS wanted (entry_id)
    JOIN entry e ON e.family_id = ${familyId} AND e.entry_id = wanted.entry_id
    JOIN LATERAL (${newestEvent(tx)}) AS last ON true
    LEFT JOIN payment_event before ON before.family_id = e.family_id
      AND before.entry_id = e.entry_id AND before.event_no = last.event_no - 1
    WHERE last.state = 'paid' AND last.source = ${source}
    RETURNING entry_id`;
  return rows.map(({ entryId }) => entryId);
}

/** For the entry `e`. */
const newestEvent = (tx: Tx) => tx`
  SELECT p.event_no, p.state, p.source FROM payment_event p
  WHERE p.family_id = e.family_id AND p.entry_id = e.entry_id
  ORDER BY p.event_no DESC LIMIT 1`;

/** An entry with an unsettled payment stays; a removed entry's events are removed with it. */
export const paymentPruning: PruneHook = {
  stays: (tx) => tx`
    (SELECT p.state FROM payment_event p
      WHERE p.family_id = e.family_id AND p.entry_id = e.entry_id
      ORDER BY p.event_no DESC LIMIT 1) IN ('waiting', 'checking')`,
  beforeRemoval: async (tx, familyId, lastSeal) => {
    await tx`
      DELETE FROM payment_event p USING seal s
      WHERE s.family_id = ${familyId} AND s.seal_no <= ${lastSeal}
        AND p.family_id = s.family_id AND p.entry_id = s.entry_id`;
  },
};
