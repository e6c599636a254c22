/** SQL for coverage: what the books promise, what the wallet holds, and the history of both. */
import { notify } from '#features/notices/messages/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Queue } from '#server/queue.ts';
import { HISTORY_SHOWN } from './contract.ts';
import { shortMail } from './mails.ts';

export type PromisedRow = {
  childId: string;
  childName: string;
  savingsSats: bigint;
  goalsSats: bigint;
  /** At most the sum of the two. */
  inVaultSats: bigint;
};

/** Savings and the parts in open goals, child by child. */
export const promisedByChild = (tx: Tx, familyId: string) => tx<PromisedRow[]>`
  SELECT c.child_id, c.name AS child_name,
    coalesce(sum(a.balance_sats) FILTER (WHERE a.kind = 'savings'), 0)::bigint AS savings_sats,
    coalesce(sum(a.balance_sats) FILTER (WHERE a.kind = 'goal'), 0)::bigint AS goals_sats,
    least(coalesce(sum(a.balance_sats) FILTER (WHERE a.kind IN ('savings', 'goal')), 0),
      (SELECT coalesce(sum(p.amount_sats), 0) FROM payout p
        WHERE p.family_id = c.family_id AND p.child_id = c.child_id AND p.plan = 'vault'
          AND p.state = 'paid'))::bigint AS in_vault_sats
  FROM child c
  LEFT JOIN account a ON a.family_id = c.family_id AND a.child_id = c.child_id
  WHERE c.family_id = ${familyId} AND c.removed_at IS NULL
  GROUP BY c.family_id, c.child_id, c.name ORDER BY c.child_id`;

export type Totals = {
  promisedSats: bigint;
  heldSats: bigint;
  waitingSats: bigint;
  checkedAt: Date | null;
  shortSince: Date | null;
};

/** Undefined if there is no wallet. */
export async function totalsOf(tx: Tx, familyId: string): Promise<Totals | undefined> {
  const [row] = await tx<Totals[]>`
    SELECT w.checked_at, w.short_since,
      (SELECT coalesce(sum(a.balance_sats), 0)::bigint FROM account a
        JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
        WHERE a.family_id = w.family_id AND a.kind IN ('savings', 'goal')
          AND c.removed_at IS NULL) AS promised_sats,
      coalesce(sum(d.confirmed_sats), 0)::bigint AS held_sats,
      coalesce(sum(d.waiting_sats), 0)::bigint AS waiting_sats
    FROM wallet w LEFT JOIN wallet_address d ON d.family_id = w.family_id
    WHERE w.family_id = ${familyId}
    GROUP BY w.family_id, w.checked_at, w.short_since`;
  return row;
}

export type Point = { at: Date; promisedSats: bigint; heldSats: bigint };

/** The newest points, oldest first. */
export const pointsOf = (tx: Tx, familyId: string) => tx<Point[]>`
  SELECT at, promised_sats, held_sats FROM (
    SELECT at, promised_sats, held_sats FROM coverage_point
    WHERE family_id = ${familyId} AND rail = 'chain'
    ORDER BY at DESC LIMIT ${HISTORY_SHOWN}) AS newest
  ORDER BY at`;

/**
 * Adds a point if anything has changed since the last one, and notifies the adults when the wallet
 * first holds too little. Nothing is judged before the first look-up.
 */
export async function noteCoverage(
  { jobs, publicUrl }: { jobs: Queue; publicUrl: string },
  tx: Tx,
  familyId: string,
  now: Date,
): Promise<void> {
  const totals = await totalsOf(tx, familyId);
  if (!totals?.checkedAt) return;
  const { promisedSats, heldSats, shortSince } = totals;
  const [last] = await tx<Point[]>`
    SELECT at, promised_sats, held_sats FROM coverage_point
    WHERE family_id = ${familyId} AND rail = 'chain' ORDER BY at DESC LIMIT 1`;
  if (last?.promisedSats !== promisedSats || last.heldSats !== heldSats)
    await tx`
      INSERT INTO coverage_point (family_id, rail, at, promised_sats, held_sats)
      VALUES (${familyId}, 'chain', ${now}, ${promisedSats}, ${heldSats})
      ON CONFLICT (family_id, rail, at) DO UPDATE SET promised_sats = excluded.promised_sats,
        held_sats = excluded.held_sats`;
  const isShort = heldSats < promisedSats;
  if (isShort === (shortSince !== null)) return;
  await tx`
    UPDATE wallet SET short_since = ${isShort ? now : null} WHERE family_id = ${familyId}`;
  if (!isShort) return;
  const mail = shortMail(publicUrl);
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'coverage_short', mail }], now);
}
