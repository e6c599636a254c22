/**
 * Money on the way: one row for each attempt to pay and each arrival, whatever it is for. A row is
 * asked for, is open while it may move, and ends; an arrival that had expired is still paid when
 * proof comes late (docs/decisions/0106-one-table-of-payments.md).
 */
import type { Eraser } from '#features/children/closing.ts';
import type { Tx } from '#server/db/database.ts';
import { type Incoming, type Proof, selectPayment } from './row.ts';

export async function findArrival(
  tx: Tx,
  familyId: string,
  paymentId: string,
): Promise<Incoming | undefined> {
  const [row] = await tx<Incoming[]>`
    ${selectPayment(tx)} WHERE p.family_id = ${familyId} AND p.payment_id = ${paymentId}
      AND p.purpose IN ('invoice', 'gift', 'subscription')`;
  return row;
}

export type Arrived = {
  proof: Exclude<Proof, 'person'>;
  preimage?: string | null;
  /** Null where nothing is booked: a person is asked first, or it is not the family's money. */
  entryId?: string | null;
  now: Date;
};

/** Also of one that had expired. False if it was paid before: the caller books nothing then. */
export async function setPaid(
  tx: Tx,
  familyId: string,
  paymentId: string,
  { proof, preimage = null, entryId = null, now }: Arrived,
): Promise<boolean> {
  const changed = await tx`
    UPDATE payment SET state = 'paid', proof = ${proof}, preimage = ${preimage},
      entry_id = ${entryId}, ended_at = ${now}, look_at = NULL
    WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state <> 'paid'`;
  return changed.count === 1;
}

/** It surely was not paid. */
export const setExpired = (tx: Tx, familyId: string, paymentId: string) => tx`
  UPDATE payment SET state = 'expired', look_at = NULL
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'open'`;

export const lookAgain = (tx: Tx, familyId: string, paymentId: string, at: Date) => tx`
  UPDATE payment SET look_at = ${at}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'open'`;

/** An entry that answers whose an arrival is: taken back, the parents are asked again. */
export async function arrivalClaim(
  tx: Tx,
  familyId: string,
  entryId: string,
): Promise<{ isAnswer: true } | undefined> {
  const found = await tx`
    SELECT FROM payment
    WHERE family_id = ${familyId} AND purpose IN ('gift', 'deposit') AND entry_id = ${entryId}
    LIMIT 1`;
  return found.length > 0 ? { isAnswer: true } : undefined;
}

/**
 * A book is not closed while something of it is on the way out, or a parent is asked about a gift
 * or a late payment.
 * Deposits stay known without their child: nobody is given or booked them again.
 */
export const paymentEraser: Eraser = {
  isWaiting: async ({ tx, familyId, childId }) => {
    const found = await tx`
      SELECT FROM payment
      WHERE family_id = ${familyId} AND child_id = ${childId}
        AND (direction = 'out' AND (state IN ('asked', 'open') OR purpose IN ('spend', 'payout',
            'transfer') AND state = 'paid' AND failure IS NOT NULL)
          OR purpose = 'gift' AND state = 'paid' AND answer IS NULL)
      LIMIT 1`;
    return found.length > 0;
  },
  erase: async ({ tx, familyId, childId }) => {
    await tx`
      UPDATE payment SET child_id = NULL
      WHERE family_id = ${familyId} AND child_id = ${childId} AND purpose = 'deposit'`;
    await tx`DELETE FROM payment WHERE family_id = ${familyId} AND child_id = ${childId}`;
  },
};
