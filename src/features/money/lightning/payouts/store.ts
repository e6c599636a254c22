/** SQL for payouts and the plans behind them. */

import { because } from '#contract/reasons.ts';
import { DAY } from '#core/time.ts';
import { CLAIMS, type OwedBecause } from '#features/book/payments/contract.ts';
import type { ObjectionHook } from '#features/book/transactions/undo.ts';
import { shownName } from '#features/people/children/store.ts';
import { PAYOUT_HOLD, type PayingPlan } from '#features/pocket/allowances/payouts.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { placeHold } from '#server/ledger/holds.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import type { Proof } from '../paying/contract.ts';
import { PAYOUTS_SHOWN_DAYS, type PayoutState, SUB_WALLET } from './contract.ts';

export type PayoutRow = {
  /** The entry of the booked allowance. */
  entryId: string;
  childId: string;
  childName: string | null;
  plan: PayingPlan;
  dueDate: string;
  amountSats: bigint;
  state: PayoutState;
  failure: OwedBecause | null;
  tries: number;
  holdId: string | null;
  paymentId: string | null;
  paidEntryId: string | null;
  proof: Proof | null;
  provider: string | null;
  txid: string | null;
  /** The adult who approved paying it, and the approved Lightning address. */
  agreedBy: string;
  agreedAddress: string | null;
  settledByName: string | null;
  createdAt: Date;
  endedAt: Date | null;
  /** The child's current Lightning address or wallet. */
  address: string | null;
};

const selected = (sql: Sql) => sql`
  SELECT p.entry_id, p.child_id, ${shownName(sql)} AS child_name, p.plan, p.due_date, p.amount_sats,
    p.state, ${failure(sql)} AS failure, p.tries, p.hold_id, p.payment_id, p.paid_entry_id,
    p.proof, p.txid,
    p.agreed_by, p.address AS agreed_address, s.first_name AS settled_by_name, p.created_at,
    p.ended_at, y.provider, ${receiver(sql)} AS address
  FROM payout p
  LEFT JOIN child c ON c.family_id = p.family_id AND c.child_id = p.child_id
  LEFT JOIN users s ON s.family_id = p.family_id AND s.user_id = p.settled_by
  LEFT JOIN payment y ON y.family_id = p.family_id AND y.payment_id = p.payment_id
  LEFT JOIN lightning_child l ON l.family_id = p.family_id AND l.child_id = p.child_id
  LEFT JOIN sub_wallet w ON w.family_id = p.family_id AND w.child_id = p.child_id`;

/** While checking: the wallet's claim that it failed, if any. */
const failure = (sql: Sql) => sql`CASE
  WHEN p.state = 'checking' AND y.failure = ANY (${[...CLAIMS]}::text[]) THEN y.failure
  ELSE p.failure END`;

/** A child's own wallet takes precedence over its address, unless the vault has its key. */
const receiver = (sql: Sql) => sql`CASE
  WHEN w.child_id IS NULL OR w.public_key IS NOT NULL THEN l.address
  ELSE ${SUB_WALLET} END`;

/** Returns where a payout for the child would go now; null if nowhere. */
export async function receiverOf(
  tx: Tx,
  familyId: string,
  childId: string,
): Promise<string | null> {
  const [row] = await tx<{ address: string | null }[]>`
    SELECT ${receiver(tx)} AS address FROM child c
    LEFT JOIN lightning_child l ON l.family_id = c.family_id AND l.child_id = c.child_id
    LEFT JOIN sub_wallet w ON w.family_id = c.family_id AND w.child_id = c.child_id
    WHERE c.family_id = ${familyId} AND c.child_id = ${childId}`;
  return row?.address ?? null;
}

const shownSince = (now: Date) => new Date(now.getTime() - PAYOUTS_SHOWN_DAYS * DAY);

/** Open payouts, oldest first, then recently ended ones. */
export const shownPayouts = (tx: Tx, familyId: string, now: Date, childId?: string | null) => tx<
  PayoutRow[]
>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} ${childId ? tx`AND p.child_id = ${childId}` : tx``}
    AND c.removed_at IS NULL
    AND (p.ended_at IS NULL OR p.ended_at > ${shownSince(now)})
  ORDER BY p.ended_at DESC NULLS FIRST, p.due_date, p.entry_id LIMIT 500`;

export async function findPayout(
  tx: Tx,
  familyId: string,
  entryId: string,
): Promise<PayoutRow | undefined> {
  const [row] = await tx<PayoutRow[]>`
    ${selected(tx)} WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId}`;
  return row;
}

/** Records a parent's approval: it is tried at the next opportunity. */
export const agreeTo = (
  tx: Tx,
  familyId: string,
  entryId: string,
  { by, address, now }: { by: string; address: string; now: Date },
) => tx`
  UPDATE payout SET agreed_by = ${by}, address = ${address}, look_at = ${now}
  WHERE family_id = ${familyId} AND entry_id = ${entryId} AND state IN ('due', 'owed')`;

/** Links its payment, which is about to be sent. */
export const setChecking = (tx: Tx, familyId: string, entryId: string, paymentId: string) => tx`
  UPDATE payout SET state = 'checking', failure = NULL, payment_id = ${paymentId},
    tries = tries + 1, look_at = NULL
  WHERE family_id = ${familyId} AND entry_id = ${entryId}`;

/** For a payout that was definitely not paid. @param tries the number of attempts */
export const setOwed = (
  tx: Tx,
  familyId: string,
  entryId: string,
  owed: { failure: OwedBecause; tries: number; lookAt: Date | null },
) => tx`
  UPDATE payout SET state = 'owed', failure = ${owed.failure}, tries = ${owed.tries},
    look_at = ${owed.lookAt}
  WHERE family_id = ${familyId} AND entry_id = ${entryId} AND state IN ('due', 'checking', 'owed')`;

/** Returns the data for its notification, the first time only. */
export async function takeTelling(
  tx: Tx,
  familyId: string,
  entryId: string,
): Promise<Pick<PayoutRow, 'childId' | 'amountSats'> | undefined> {
  const [row] = await tx<Pick<PayoutRow, 'childId' | 'amountSats'>[]>`
    UPDATE payout SET owed_told = true
    WHERE family_id = ${familyId} AND entry_id = ${entryId} AND state = 'owed' AND NOT owed_told
    RETURNING child_id, amount_sats`;
  return row;
}

type End = {
  state: 'paid' | 'kept';
  paidEntryId: string | null;
  proof: Proof | null;
  txid?: string | null;
  /** The payment that settled it; a later one may have failed. */
  paymentId?: string | undefined;
  by?: string | undefined;
  now: Date;
};

/** The caller has ended its hold in the same transaction. */
export const endPayout = (tx: Tx, familyId: string, entryId: string, end: End) => tx`
  UPDATE payout SET state = ${end.state}, failure = NULL, hold_id = NULL, look_at = NULL,
    paid_entry_id = ${end.paidEntryId}, proof = ${end.proof}, txid = ${end.txid ?? null},
    settled_by = ${end.by ?? null}, ended_at = ${end.now},
    payment_id = coalesce(${end.paymentId ?? null}, payment_id)
  WHERE family_id = ${familyId} AND entry_id = ${entryId}`;

export type PlanRow = { plan: PayingPlan; address: string | null };

export async function findPlan(
  tx: Tx,
  familyId: string,
  childId: string,
): Promise<PlanRow | undefined> {
  const [row] = await tx<PlanRow[]>`
    SELECT plan, address FROM payout_plan WHERE family_id = ${familyId} AND child_id = ${childId}`;
  return row;
}

/**
 * Earlier allowances stay under their own plan. Saving the same plan again leaves its age alone:
 * nothing changes, and no notification is sent.
 */
export async function savePlan(
  tx: Tx,
  familyId: string,
  childId: string,
  row: PlanRow | null,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const before = await findPlan(tx, familyId, childId);
  if (before && before.plan === row?.plan && before.address === row.address) return;
  await tx`DELETE FROM payout_plan WHERE family_id = ${familyId} AND child_id = ${childId}`;
  if (row)
    await tx`
      INSERT INTO payout_plan (family_id, child_id, plan, address, agreed_by, agreed_at)
      VALUES (${familyId}, ${childId}, ${row.plan}, ${row.address}, ${by}, ${now})`;
}

/** True if this name is an address of the family on this server. */
export async function isOwnName(tx: Tx, familyId: string, name: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM gift_address WHERE name = ${name} AND family_id = ${familyId}`;
  return found.length > 0;
}

/** For an allowance that isn't paid out yet. */
export const payoutObjection: ObjectionHook = async (tx, familyId, entryId) => {
  const [row] = await tx<{ state: string; holdId: string | null }[]>`
    SELECT state, hold_id FROM payout
    WHERE family_id = ${familyId} AND entry_id = ${entryId} AND ended_at IS NULL`;
  if (row?.state === 'checking') return { obstacle: because('PAYMENT_CHECKING') };
  return row && { holdId: row.holdId };
};

/**
 * A reversed allowance is no longer paid out; `undo` has released its hold. A payout whose line is
 * reversed is owed again, and paid only when a person acts.
 */
export const payoutReversal: ReversalHook = async (tx, { familyId, entryId, reversalId }) => {
  const [reversal] = await tx<{ at: Date }[]>`
    SELECT recorded_at AS at FROM entry WHERE family_id = ${familyId} AND entry_id = ${reversalId}`;
  if (!reversal) throw new Error(`There is no entry ${reversalId}`);
  await tx`
    UPDATE payout SET state = 'undone', hold_id = NULL, look_at = NULL, ended_at = ${reversal.at}
    WHERE family_id = ${familyId} AND entry_id = ${entryId} AND state IN ('due', 'owed')`;
  const [paid] = await tx<{ entryId: string; accountId: string; amountSats: bigint }[]>`
    SELECT p.entry_id, a.account_id, p.amount_sats FROM payout p
    JOIN account a ON a.family_id = p.family_id AND a.child_id = p.child_id AND a.kind = 'savings'
    WHERE p.family_id = ${familyId} AND p.paid_entry_id = ${entryId}`;
  if (!paid) return;
  const { accountId, amountSats } = paid;
  const hold = { accountId, amountSats, reason: PAYOUT_HOLD, now: reversal.at };
  const holdId = await placeHold(tx, familyId, hold);
  await tx`
    UPDATE payout SET state = 'owed', failure = 'taken-back', hold_id = ${holdId},
      paid_entry_id = NULL, proof = NULL, txid = NULL, settled_by = NULL, ended_at = NULL
    WHERE family_id = ${familyId} AND entry_id = ${paid.entryId}`;
};

export async function erasePayouts(tx: Tx, familyId: string, childId: string): Promise<void> {
  await tx`DELETE FROM payout_plan WHERE family_id = ${familyId} AND child_id = ${childId}`;
  await tx`DELETE FROM payout WHERE family_id = ${familyId} AND child_id = ${childId}`;
}
