/** SQL for attempts that were paid after they had been marked as failed. */
import type { Outgoing } from '#features/book/payments/row.ts';
import type { Tx } from '#server/db/sql.ts';
import { findPayment } from './store.ts';

/** Finds the open attempt for the same purpose. */
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

/** Finds an attempt for the same purpose that was paid late, with nothing booked for it. */
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

/** Sets when to check a failed payment again; payments that were never sent stay unchecked. */
export const lookLater = (tx: Tx, familyId: string, paymentId: string, lookAt: Date | null) => tx`
  UPDATE payment SET look_at = ${lookAt}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'failed'
    AND look_at IS NOT NULL`;

/** Sets who bears a late payment: the child, or the parents outside the book. */
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
