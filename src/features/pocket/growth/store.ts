/** Reads the changes in children's savings, step by step. */
import { list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Change } from './rules.ts';

/** One child's book, or all open ones. */
const chosen = (tx: Tx, familyId: string, childId: string | undefined) => tx`
  c.family_id = ${familyId} AND c.removed_at IS NULL
    ${childId === undefined ? tx`` : tx`AND c.child_id = ${childId}`}`;

/** When the first of these books was created, or undefined; imported lines may be older. */
export async function readBeginning(
  tx: Tx,
  familyId: string,
  childId: string | undefined,
): Promise<Date | undefined> {
  const [row] = await tx<{ begins: Date | null }[]>`
    SELECT min(least(c.created_at, (
      SELECT e.occurred_at FROM entry e
      WHERE e.family_id = c.family_id AND e.child_id = c.child_id
      ORDER BY e.occurred_at LIMIT 1))) AS begins
    FROM child c WHERE ${chosen(tx, familyId, childId)}`;
  return row?.begins ?? undefined;
}

type Ledger = { balanceSats: bigint; removedUpTo: Date | null; changes: Change[] };

type Row = Omit<Ledger, 'changes'> & { [K in keyof Change]: Change[K] | null };

/**
 * The current balance, and the changes between the moments in `ends`: step 1 is between the first
 * two of them, the last step is everything after the last one. One statement, for a consistent
 * snapshot. A reversed entry, and its reversal, move only the savings. Parts are summed over
 * entries that moved savings; their other sides are the child's own goals and spending money, and
 * the outside.
 */
export async function readLedger(
  tx: Tx,
  familyId: string,
  childId: string | undefined,
  ends: readonly Date[],
): Promise<Ledger> {
  const sums = (types: string) => tx`
    coalesce(sum(e.amount_sats) FILTER (
      WHERE e.type = ANY (${types}::text[]) AND e.reverses IS NULL AND r.entry_id IS NULL
    ), 0)::bigint`;
  const saved = (types: string) => tx`
    coalesce(sum(m.net_sats) FILTER (
      WHERE m.saved_sats <> 0 AND e.type = ANY (${types}::text[])), 0)::bigint`;
  const moments = list(ends, (end) => end.toISOString());
  const rows = await tx<Row[]>`
    WITH book AS (
      SELECT a.child_id, a.account_id, a.balance_sats
      FROM child c
      JOIN account a ON a.family_id = c.family_id AND a.child_id = c.child_id
        AND a.kind = 'savings'
      WHERE ${chosen(tx, familyId, childId)}
    ), change AS (
      SELECT width_bucket(e.occurred_at, ${moments}::timestamptz[]) AS step,
        coalesce(sum(m.saved_sats), 0)::bigint AS saved_sats,
        ${sums('{allowance}')} AS pay_day_sats,
        ${sums('{bonus,chore_payment,earned}')} AS gift_sats,
        -${sums('{spending,lightning_spend}')} AS spent_sats,
        ${saved('{allowance}')} AS saved_pay_day_sats,
        ${saved('{bonus,chore_payment,earned}')} AS saved_gift_sats,
        -coalesce(sum(m.goal_sats) FILTER (WHERE m.saved_sats <> 0), 0)::bigint AS goal_sats,
        -coalesce(sum(m.spending_sats) FILTER (WHERE m.saved_sats <> 0), 0)::bigint AS moved_sats
      FROM book b
      JOIN entry e ON e.family_id = ${familyId} AND e.child_id = b.child_id
        AND e.occurred_at >= ${ends[0] as Date}
      CROSS JOIN LATERAL (
        SELECT sum(p.amount_sats) AS net_sats,
          sum(p.amount_sats) FILTER (WHERE a.kind = 'savings') AS saved_sats,
          sum(p.amount_sats) FILTER (WHERE a.kind = 'goal') AS goal_sats,
          sum(p.amount_sats) FILTER (WHERE a.kind = 'spending') AS spending_sats
        FROM posting p
        JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
          AND a.child_id = b.child_id
        WHERE p.family_id = e.family_id AND p.entry_id = e.entry_id
      ) m
      LEFT JOIN entry r ON r.family_id = e.family_id AND r.reverses = e.entry_id
      GROUP BY 1
    )
    SELECT total.balance_sats, k.newest_at AS removed_up_to, s.*
    FROM (SELECT coalesce(sum(balance_sats), 0)::bigint AS balance_sats FROM book) total
    LEFT JOIN checkpoint k ON k.family_id = ${familyId}
    LEFT JOIN change s ON true`;
  const { balanceSats = 0n, removedUpTo = null } = rows[0] ?? {};
  const changes = rows.filter((row): row is Row & Change => row.step !== null);
  return { balanceSats, removedUpTo, changes };
}
