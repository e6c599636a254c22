/** Attempts that counted as failed and were paid after all, in the database. */
import type { Outgoing } from '#features/payments/row.ts';
import type { Tx } from '#server/db/database.ts';
import { findPayment } from './store.ts';

/** The attempt that is open to pay what this one was to pay. */
export async function findOpenAttempt(
  tx: Tx,
  familyId: string,
  pays: string | null,
): Promise<string | undefined> {
  if (pays === null) return undefined;
  const [row] = await tx<{ paymentId: string }[]>`
    SELECT payment_id FROM payment
    WHERE family_id = ${familyId} AND pays = ${pays} AND state = 'open'
      AND purpose IN ('payout', 'transfer')`;
  return row?.paymentId;
}

/** An attempt to pay the same that was paid after all, and that nothing is booked for. */
export async function findLate(
  tx: Tx,
  familyId: string,
  pays: string | null,
): Promise<Outgoing | undefined> {
  const [row] = await tx<{ paymentId: string }[]>`
    SELECT payment_id FROM payment
    WHERE family_id = ${familyId} AND pays = ${pays} AND purpose IN ('payout', 'transfer')
      AND state = 'paid' AND failure IS NOT NULL
    ORDER BY created_at, payment_id LIMIT 1`;
  return row && findPayment(tx, familyId, row.paymentId);
}

/** When its wallet is asked again about one that counts as failed; what was never sent, never. */
export const lookLater = (tx: Tx, familyId: string, paymentId: string, lookAt: Date | null) => tx`
  UPDATE payment SET look_at = ${lookAt}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'failed'
    AND look_at IS NOT NULL`;

/** Whose money it was that was paid after all: the child's, or nobody's in the book. */
export const setAnswer = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  { entryId, by, now }: { entryId: string | null; by: string; now: Date },
) => tx`
  UPDATE payment SET failure = NULL, entry_id = ${entryId}, decided_by = ${by},
    decided_at = ${now}, answer = ${entryId === null ? 'nobody' : 'child'}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'paid'
    AND failure IS NOT NULL`;
