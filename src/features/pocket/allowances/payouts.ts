/** Payouts for newly booked allowances, in the booking's transaction. */
import type { CivilDate } from '#core/calendar.ts';
import { list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';

/** `lightning`: paid to the child's Lightning address. `vault`: collected for the vault. */
export type PayingPlan = 'lightning' | 'vault';

/** The hold's reason on a payout's money until it is paid. */
export const PAYOUT_HOLD = 'payout';

export type NewPayout = {
  familyId: string;
  /** The allowance's entry. */
  entryId: string;
  childId: string;
  plan: PayingPlan;
  agreedBy: string;
  /** The Lightning address to pay; null for the vault. */
  address: string | null;
  /** The child's savings account. */
  savings: string;
  dueDate: CivilDate;
  /** The part that went into savings. */
  amountSats: bigint;
};

/** Leaves time to take a booking back before the wallet pays. */
export const PAYOUT_GRACE_MS = 60_000;

/** One statement for any number of children. Pays out nothing if everything went into goals. */
export async function addPayouts(tx: Tx, payouts: readonly NewPayout[], now: Date): Promise<void> {
  const rows = payouts.filter(({ amountSats }) => amountSats > 0n);
  if (rows.length === 0) return;
  const lookAt = new Date(now.getTime() + PAYOUT_GRACE_MS);
  const holds = rows.map(({ plan }) => (plan === 'lightning' ? newId(now.getTime()) : null));
  await tx`
    WITH due AS MATERIALIZED (
      SELECT * FROM unnest(
        ${list(rows, (r) => r.familyId)}::uuid[], ${list(rows, (r) => r.entryId)}::uuid[],
        ${list(rows, (r) => r.childId)}::uuid[], ${list(rows, (r) => r.plan)}::text[],
        ${list(rows, (r) => r.dueDate)}::date[], ${list(rows, (r) => r.amountSats)}::bigint[],
        ${list(holds, (holdId) => holdId)}::uuid[], ${list(rows, (r) => r.agreedBy)}::uuid[],
        ${list(rows, (r) => r.savings)}::uuid[], ${rows.map((r) => r.address)}::text[]
      ) AS d (family_id, entry_id, child_id, plan, due_date, amount_sats, hold_id, agreed_by,
        account_id, address)
    ), held AS (
      INSERT INTO hold (family_id, hold_id, account_id, amount_sats, reason, created_at)
      SELECT family_id, hold_id, account_id, amount_sats, ${PAYOUT_HOLD}, ${now}
      FROM due WHERE hold_id IS NOT NULL
    ), reserved AS (
      UPDATE account SET held_sats = held_sats + d.sats
      FROM (
        SELECT family_id, account_id, sum(amount_sats)::bigint AS sats
        FROM due WHERE hold_id IS NOT NULL GROUP BY family_id, account_id) AS d
      WHERE account.family_id = d.family_id AND account.account_id = d.account_id
    )
    INSERT INTO payout (family_id, entry_id, child_id, plan, due_date, amount_sats, state, hold_id,
      agreed_by, address, created_at, look_at)
    SELECT family_id, entry_id, child_id, plan, due_date, amount_sats, 'due', hold_id, agreed_by,
      address, ${now}, CASE WHEN plan = 'lightning' THEN ${lookAt}::timestamptz END
    FROM due`;
}
