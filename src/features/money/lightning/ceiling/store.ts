/**
 * Adds up each adult's use of the ceiling from existing rows: payments, pay days, sends and
 * entries. The caller holds the family's lock.
 */
import { HOUR } from '#core/time.ts';
import { CEILING_HOURS, YOUNG_HOURS } from '#features/money/ceiling/contract.ts';
import { type CeilingRow, countingCeiling } from '#features/money/ceiling/rules.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import type { Counted } from '#server/http/money.ts';

const hoursAgo = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR);

/** @param except a payout that is about to be added again */
type Of = { familyId: string; userId: string; now: Date; except?: string | undefined };
type Within = Omit<Of, 'now'> & { since: Date };

/** Undefined if no money can leave, because the family has no wallet here. */
export async function counted(tx: Tx, { now, ...of }: Of): Promise<Counted | undefined> {
  const { familyId } = of;
  // No upper bound: if the clock was set back, rows in the future are still included.
  const window = { ...of, since: hoursAgo(now, CEILING_HOURS) };
  const [row] = await tx<(CeilingRow & Pick<Counted, 'sats'>)[]>`
    SELECT f.ceiling_sats, f.ceiling_before, (SELECT coalesce(sum(sats), 0)::bigint FROM (
      ${payments(tx, window)} UNION ALL ${payouts(tx, window)}
      UNION ALL ${sends(tx, window)} UNION ALL ${entries(tx, window)}) AS m) AS sats
    FROM family f
    WHERE f.family_id = ${familyId} AND (
      EXISTS (SELECT FROM lightning_connection WHERE family_id = ${familyId} AND purpose = 'spend')
      OR EXISTS (SELECT FROM vault WHERE family_id = ${familyId})
      OR EXISTS (SELECT FROM wallet WHERE family_id = ${familyId}))`;
  return row && { sats: row.sats, ceilingSats: countingCeiling(row, now).sats };
}

/** True if this much more would exceed the adult's ceiling. */
export async function isAbove(tx: Tx, of: Of, moreSats: bigint): Promise<boolean> {
  const now = await counted(tx, of);
  return now !== undefined && now.sats + moreSats > now.ceilingSats;
}

/**
 * Lightning payments that the adult made or approved, dated when the wallet was told to pay. Failed
 * ones are excluded, unless only a person or their browser reported the failure.
 */
const payments = (sql: Sql, { familyId, userId, since }: Within) => sql`
  SELECT p.amount_sats + coalesce(p.fee_sats, p.fee_limit_sats) AS sats
  FROM payment p
  WHERE p.family_id = ${familyId} AND p.purpose IN ('spend', 'transfer')
    AND CASE WHEN p.by_child THEN p.decided_by ELSE p.made_by END = ${userId}
    AND (p.state IN ('open', 'paid') OR p.state = 'failed'
      AND (p.failure = 'unclear' OR p.handed_to IS NOT NULL))
    AND (p.state = 'open' AND p.sent_at IS NULL
      OR coalesce(p.sent_at, p.created_at) > ${since})`;

/** A parent said that it was paid in another way, so only its entry is included, if anything. */
const byWord = (sql: Sql) => sql`
  p.proof = 'person' AND p.paid_entry_id IS DISTINCT FROM p.payment_id`;

const payouts = (sql: Sql, { familyId, userId, since, except = userId }: Within) => sql`
  SELECT p.amount_sats + CASE WHEN p.state = 'paid' THEN coalesce(y.fee_sats, y.fee_limit_sats, 0)
    ELSE greatest(p.amount_sats / 100, 10) END
  FROM payout p LEFT JOIN payment y
    ON y.family_id = p.family_id AND y.payment_id = p.payment_id
  WHERE p.family_id = ${familyId} AND p.counted_for = ${userId} AND p.counted_at > ${since}
    AND p.state IN ('due', 'owed', 'checking', 'paid') AND (${byWord(sql)}) IS NOT TRUE
    AND p.entry_id <> ${except}`;

/** Sends on the chain and vault days, by the amount held: the parents sign the fee. */
const sends = (sql: Sql, { familyId, userId, since }: Within) => sql`
  SELECT amount_sats FROM payment
  WHERE family_id = ${familyId} AND purpose IN ('send', 'vault_day') AND made_by = ${userId}
    AND created_at > ${since} AND state <> 'declined'`;

/**
 * Sums that the adult's entries added to spending money which a child may pay out without asking.
 * Excludes reversed entries, and those of pay days, which are included as payouts.
 */
const entries = (sql: Sql, { familyId, userId, since }: Within) => sql`
  SELECT g.amount_sats
  FROM entry e
  JOIN posting g ON g.family_id = e.family_id AND g.entry_id = e.entry_id AND g.amount_sats > 0
  JOIN account a ON a.family_id = g.family_id AND a.account_id = g.account_id
    AND a.kind = 'spending'
  JOIN lightning_child l ON l.family_id = a.family_id AND l.child_id = a.child_id
    AND l.pay_limit_sats > 0
  WHERE e.family_id = ${familyId} AND e.made_by = ${userId} AND e.recorded_at > ${since}
    AND EXISTS (SELECT FROM lightning_connection
      WHERE family_id = ${familyId} AND purpose = 'spend')
    AND NOT EXISTS (SELECT FROM entry r WHERE r.family_id = e.family_id AND r.reverses = e.entry_id)
    AND NOT EXISTS (SELECT FROM payout p WHERE p.family_id = e.family_id
      AND p.paid_entry_id = e.entry_id AND (${byWord(sql)}) IS NOT TRUE)`;

type Payout = { entryId: string; amountSats: bigint; feeLimitSats: bigint };

/**
 * Finds the adult whose ceiling a payout uses: the one who agreed to it or raised the allowance.
 * Null if plan, address and amount were older than 72 hours when it was booked; anything younger
 * stays young until someone confirms it.
 */
async function youngOf(tx: Tx, familyId: string, entryId: string): Promise<string | null> {
  const [row] = await tx<{ userId: string | null }[]>`
    SELECT CASE WHEN r.created_by IS NOT NULL THEN r.created_by
      WHEN g.agreed_at <= b.before AND (p.address <> 'sub-wallet' OR w.made_at <= b.before)
        THEN NULL
      ELSE p.agreed_by END AS user_id
    FROM payout p
    CROSS JOIN LATERAL (SELECT p.created_at - ${`${YOUNG_HOURS} hours`}::interval AS before) b
    LEFT JOIN payout_plan g ON g.family_id = p.family_id AND g.child_id = p.child_id
      AND g.address = p.address
    LEFT JOIN sub_wallet w ON w.family_id = p.family_id AND w.child_id = p.child_id
    LEFT JOIN LATERAL (
      SELECT a.created_by FROM (
        SELECT created_by, created_at, plan_no, amount_sats,
          lag(amount_sats) OVER (ORDER BY plan_no) AS before_sats, agreed_minor,
          lag(agreed_minor) OVER (ORDER BY plan_no) AS before_minor
        FROM allowance_plan WHERE family_id = p.family_id AND child_id = p.child_id) AS a
      WHERE a.created_at > b.before
        AND (a.amount_sats > coalesce(a.before_sats, 0) OR a.agreed_minor > a.before_minor)
      ORDER BY a.plan_no DESC LIMIT 1) AS r ON true
    WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId}`;
  return row?.userId ?? null;
}

/** Records an adult's approval of a payout. @param isConfirmed whether their sign-in is fresh */
export async function countAgreed(
  tx: Tx,
  familyId: string,
  entryId: string,
  { by, isConfirmed, now }: { by: string; isConfirmed: boolean; now: Date },
): Promise<void> {
  const counts = (await youngOf(tx, familyId, entryId)) !== null;
  await tx`
    UPDATE payout SET confirmed = ${isConfirmed}, counted_for = ${counts ? by : null},
      counted_at = ${counts ? now : null}
    WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
}

/**
 * Decides whether a payout may be paid without asking. If so, it uses the ceiling from now on;
 * otherwise it waits for a person and uses nothing.
 */
export async function mayPay(
  tx: Tx,
  familyId: string,
  { entryId, amountSats, feeLimitSats }: Payout,
  now: Date,
): Promise<boolean> {
  const [row] = await tx<{ confirmed: boolean; countedFor: string | null }[]>`
    SELECT confirmed, counted_for FROM payout
    WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
  const userId = row?.countedFor ?? (await youngOf(tx, familyId, entryId));
  if (!row || userId === null) return true;
  const of = { familyId, userId, now, except: entryId };
  const may = row.confirmed || !(await isAbove(tx, of, amountSats + feeLimitSats));
  await tx`
    UPDATE payout SET counted_for = ${may ? userId : null}, counted_at = ${may ? now : null}
    WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
  return may;
}
