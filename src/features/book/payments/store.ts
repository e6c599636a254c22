/**
 * Money in motion: one row per payment attempt or arrival, for any purpose. A row is requested,
 * stays open while it may move, and ends; an expired arrival is still marked paid if proof comes
 * late (docs/decisions/0106-one-table-of-payments.md).
 */
import type { Eraser } from '#features/people/children/closing.ts';
import type { Tx } from '#server/db/sql.ts';
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
  /** Null if nothing is booked: a person must decide first, or it isn't the family's money. */
  entryId?: string | null;
  now: Date;
};

/** Also works for an expired one. False if it was already paid: the caller then books nothing. */
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

/** For one that was definitely not paid. */
export const setExpired = (tx: Tx, familyId: string, paymentId: string) => tx`
  UPDATE payment SET state = 'expired', look_at = NULL
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'open'`;

export const lookAgain = (tx: Tx, familyId: string, paymentId: string, at: Date) => tx`
  UPDATE payment SET look_at = ${at}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'open'`;

/** The entry names an arrival's recipient: if it is taken back, the parents must choose again. */
export async function arrivalObjection(
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
 * A book can't be closed while a payment is under way, or a parent hasn't answered about a gift or
 * late payment. Deposits are remembered without their child, to avoid asking about them, or booking
 * them, a second time.
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
