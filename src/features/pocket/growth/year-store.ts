/** Reads a year of a child's book: its sums, its biggest lines, and the completed goals. */
import { type EntryRow, entrySelect, type KeptRate } from '#features/book/transactions/store.ts';
import type { Tx } from '#server/db/sql.ts';

type Span = { childId: string; since: Date; until: Date };

export type YearRow = {
  closingSats: bigint;
  inSats: bigint;
  outSats: bigint;
  payDaySats: bigint;
  giftSats: bigint;
  earnedSats: bigint;
  removedUpTo: Date | null;
};

/**
 * Across savings, spending money and the child's own parts of goals: moves between them cancel out.
 * A reversal is subtracted from its line's side, so in minus out is the amount left.
 */
const netOf = (tx: Tx, familyId: string, { childId, since }: Span) => tx`
  WITH own AS (
    SELECT account_id, balance_sats FROM account
    WHERE family_id = ${familyId} AND child_id = ${childId}
  ), net AS (
    SELECT e.entry_id, e.type, e.occurred_at, e.reverses, sum(p.amount_sats)::bigint AS sats,
      coalesce(e.reverses, e.entry_id) AS line_id
    FROM entry e
    JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
    JOIN own ON own.account_id = p.account_id
    WHERE e.family_id = ${familyId} AND e.occurred_at >= ${since}
    GROUP BY e.entry_id, e.type, e.occurred_at, e.reverses
    HAVING sum(p.amount_sats) <> 0
  )`;

/** True for income; everything else is spending. */
const came = (tx: Tx) => tx`(n.sats > 0) = (n.reverses IS NULL)`;
const earned = (tx: Tx) => tx`n.type IN ('chore_payment', 'earned')`;

export async function readYear(tx: Tx, familyId: string, span: Span): Promise<YearRow> {
  const sum = (what = tx`true`) => tx`
    coalesce(sum(n.sats) FILTER (WHERE n.occurred_at < ${span.until} AND ${what}), 0)::bigint`;
  const [row] = await tx<[YearRow]>`
    ${netOf(tx, familyId, span)}
    SELECT ${sum(came(tx))} AS in_sats, -${sum(tx`NOT (${came(tx)})`)} AS out_sats,
      ${sum(tx`n.type = 'allowance'`)} AS pay_day_sats, ${sum(tx`n.type = 'bonus'`)} AS gift_sats,
      ${sum(earned(tx))} AS earned_sats,
      (SELECT coalesce(sum(balance_sats), 0)::bigint FROM own)
        - coalesce(sum(n.sats) FILTER (WHERE n.occurred_at >= ${span.until}), 0)::bigint
        AS closing_sats,
      (SELECT newest_at FROM checkpoint WHERE family_id = ${familyId}) AS removed_up_to
    FROM net n`;
  return row;
}

export type RateRow = { sum: 'in' | 'out' | 'payDays' | 'gifts' | 'earned' } & KeptRate;

/**
 * The price that gives each sum the worth of its lines when they were written, if all of them have
 * one in the same currency. A reversal uses its line's price. The line is a column of `net`: with
 * an expression here, row-level security would read the whole book for each.
 */
export const readRates = (tx: Tx, familyId: string, span: Span) => tx<RateRow[]>`
  ${netOf(tx, familyId, span)}
  SELECT s.sum, min(o.rate_currency) AS rate_currency,
    round(sum(n.sats * o.rate_minor_per_btc::numeric) / sum(n.sats))::bigint AS rate_minor_per_btc
  FROM net n
  LEFT JOIN entry o ON o.family_id = ${familyId} AND o.entry_id = n.line_id
  CROSS JOIN LATERAL (VALUES ('in', ${came(tx)}), ('out', NOT (${came(tx)})),
    ('payDays', n.type = 'allowance'), ('gifts', n.type = 'bonus'), ('earned', ${earned(tx)})
  ) AS s (sum, counts)
  WHERE s.counts AND n.occurred_at < ${span.until}
  GROUP BY s.sum
  HAVING count(o.rate_currency) = count(*) AND min(o.rate_currency) = max(o.rate_currency)
    AND sum(n.sats) * sum(n.sats * o.rate_minor_per_btc::numeric) > 0`;

/** The lines with the largest effect, except ordinary pay days and reversed lines. */
export const readMoments = (tx: Tx, familyId: string, span: Span, most: number) => tx<
  (EntryRow & KeptRate)[]
>`
  ${netOf(tx, familyId, span)}, big AS (
    SELECT n.entry_id FROM net n
    WHERE n.occurred_at < ${span.until} AND n.type <> 'allowance' AND n.reverses IS NULL
      AND NOT EXISTS (SELECT FROM entry r
        WHERE r.family_id = ${familyId} AND r.reverses = n.entry_id)
    ORDER BY abs(n.sats) DESC, n.entry_id LIMIT ${most}
  )
  SELECT e.* FROM (
    ${entrySelect(tx)} WHERE e.family_id = ${familyId} AND e.entry_id IN (SELECT entry_id FROM big)
  ) e
  ORDER BY e.occurred_at, e.entry_id`;

/** The family's and the child's own, by the day of their last contribution. */
export const readFullGoals = (tx: Tx, familyId: string, { childId, since, until }: Span) => tx<
  { title: string; category: string; fullAt: Date }[]
>`
  SELECT g.title, g.category, last.full_at
  FROM goal g
  CROSS JOIN LATERAL (
    SELECT max(e.occurred_at) AS full_at
    FROM account a
    JOIN posting p ON p.family_id = a.family_id AND p.account_id = a.account_id
      AND p.amount_sats > 0
    JOIN entry e ON e.family_id = p.family_id AND e.entry_id = p.entry_id
    WHERE a.family_id = g.family_id AND a.goal_id = g.goal_id
  ) last
  WHERE g.family_id = ${familyId} AND (g.owner_child_id IS NULL OR g.owner_child_id = ${childId})
    AND (g.state = 'bought' OR (g.state = 'open' AND g.current_sats >= g.target_sats))
    AND last.full_at >= ${since} AND last.full_at < ${until}
  ORDER BY last.full_at`;
