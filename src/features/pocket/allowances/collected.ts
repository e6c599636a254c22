/**
 * Allowances collected for the vault: each child's pending amount, a vault day's payment, and the
 * confirmed part. They stay in savings throughout, so this posts no entries.
 */
import type { Tx } from '#server/db/sql.ts';

export type Collected = {
  childId: string;
  childName: string;
  amountSats: bigint;
  payDays: number;
  /** The oldest pay day among them. */
  since: string;
};

/** Each child's pending amount for the vault. */
export const collectedByChild = (tx: Tx, familyId: string) => tx<Collected[]>`
  SELECT p.child_id, c.name AS child_name, sum(p.amount_sats)::bigint AS amount_sats,
    count(*)::integer AS pay_days, min(p.due_date)::text AS since
  FROM payout p
  JOIN child c ON c.family_id = p.family_id AND c.child_id = p.child_id AND c.removed_at IS NULL
  WHERE p.family_id = ${familyId} AND p.plan = 'vault' AND p.state IN ('due', 'owed')
  GROUP BY p.child_id, c.name ORDER BY p.child_id`;

/** Assigns all of the child's pending amounts to this payment. */
export const takeCollected = (tx: Tx, familyId: string, childId: string, paymentId: string) => tx`
  UPDATE payout SET state = 'checking', failure = NULL, payment_id = ${paymentId}
  WHERE family_id = ${familyId} AND child_id = ${childId} AND plan = 'vault'
    AND state IN ('due', 'owed')`;

/** After a cancelled payment, makes its amounts pending again. */
export const returnCollected = (tx: Tx, familyId: string, paymentId: string) => tx`
  UPDATE payout SET state = 'due', payment_id = NULL
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND plan = 'vault'
    AND state = 'checking'`;

/** When the payment is in a block. */
export const markInVault = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  { txid, now }: { txid: string | null; now: Date },
) => tx`
  UPDATE payout SET state = 'paid', proof = 'proven', txid = ${txid}, ended_at = ${now}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND plan = 'vault'
    AND state = 'checking'`;

/** When its block is no longer part of the chain. */
export const unmarkInVault = (tx: Tx, familyId: string, paymentId: string) => tx`
  UPDATE payout SET state = 'checking', proof = NULL, txid = NULL, ended_at = NULL
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND plan = 'vault'
    AND state = 'paid'`;
