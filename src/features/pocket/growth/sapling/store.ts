/** SQL for saplings: the stored growth, and a run's input. */
import type { CivilDate } from '#core/calendar.ts';
import type { Plan } from '#core/pay-days.ts';
import { between, list } from '#server/db/columns.ts';
import { fromJsonRow } from '#server/db/json-rows.ts';
import type { Sql, Tx } from '#server/db/sql.ts';

/** Undefined without an open book. */
export async function findSapling(
  tx: Tx,
  familyId: string,
  childId: string,
): Promise<bigint | undefined> {
  const [row] = await tx<{ sapling: bigint }[]>`
    SELECT sapling FROM child
    WHERE family_id = ${familyId} AND child_id = ${childId} AND removed_at IS NULL`;
  return row?.sapling;
}

export type GrowingChild = {
  familyId: string;
  childId: string;
  timeZone: string;
  saplingDay: CivilDate | null;
  createdAt: Date;
  /** Time of the newest removed line: earlier amounts are unknown. */
  removedUpTo: Date | null;
  plans: Plan[];
  keptSats: bigint;
  changes: { at: Date; sats: bigint }[];
};

type Raw = Omit<GrowingChild, 'plans' | 'changes'> & {
  plans: Record<string, unknown>[];
  changes: { at: string; sats: string }[];
};

/**
 * The next children, by id, without yesterday's growth. The kept amount is the money in savings and
 * in the child's own goals. One statement, for a consistent snapshot. A line takes effect when it
 * was written, so past days can't be improved.
 * @param yesterdays by time zone
 */
export async function readGrowing(
  owner: Sql,
  after: { familyId: string; childId: string },
  yesterdays: ReadonlyMap<string, CivilDate>,
  most: number,
): Promise<GrowingChild[]> {
  const rows = await owner<Raw[]>`
    WITH growing AS (
      SELECT c.family_id, c.child_id, c.created_at, c.sapling_day, f.time_zone
      FROM child c
      JOIN family f ON f.family_id = c.family_id
      JOIN unnest(${[...yesterdays.keys()]}::text[], ${[...yesterdays.values()]}::date[])
        AS z (zone, yesterday) ON z.zone = f.time_zone
      WHERE (c.family_id, c.child_id) > (${after.familyId}, ${after.childId})
        AND c.removed_at IS NULL AND (c.sapling_day IS NULL OR c.sapling_day < z.yesterday)
      ORDER BY c.family_id, c.child_id LIMIT ${most}
    ), kept AS (
      SELECT c.family_id, c.child_id, a.account_id, a.balance_sats
      FROM growing c
      JOIN account a ON a.family_id = c.family_id AND a.child_id = c.child_id
      LEFT JOIN goal g ON g.family_id = a.family_id AND g.goal_id = a.goal_id
      WHERE a.kind = 'savings' OR g.owner_child_id = c.child_id
    )
    SELECT c.*, k.newest_at AS removed_up_to,
      (SELECT json_agg(json_build_object('valid_from', p.valid_from, 'weekday', p.weekday,
          'amount_sats', p.amount_sats) ORDER BY p.plan_no)
        FROM allowance_plan p
        WHERE p.family_id = c.family_id AND p.child_id = c.child_id) AS plans,
      (SELECT sum(s.balance_sats)::bigint FROM kept s
        WHERE s.family_id = c.family_id AND s.child_id = c.child_id) AS kept_sats,
      (SELECT coalesce(json_agg(json_build_object('at', e.recorded_at,
          'sats', p.amount_sats::text)), '[]')
        FROM kept s
        JOIN posting p ON p.family_id = s.family_id AND p.account_id = s.account_id
        JOIN entry e ON e.family_id = p.family_id AND e.entry_id = p.entry_id
        WHERE s.family_id = c.family_id AND s.child_id = c.child_id
          AND e.recorded_at >= coalesce(c.sapling_day, c.created_at::date)) AS changes
    FROM growing c
    LEFT JOIN checkpoint k ON k.family_id = c.family_id
    ORDER BY c.family_id, c.child_id`;
  return rows.map(({ plans, changes, ...row }) => ({
    ...row,
    plans: plans.map(fromJsonRow<Plan>),
    changes: changes.map(({ at, sats }) => ({ at: new Date(at), sats: BigInt(sats) })),
  }));
}

export type Grown = {
  familyId: string;
  childId: string;
  before: CivilDate | null;
  to: CivilDate;
  grown: bigint;
};

/** Adds each child's days once: skips rows whose last day has changed since. */
export async function addGrowth(tx: Tx, rows: readonly Grown[]): Promise<number> {
  const { count } = await tx`
    UPDATE child c SET sapling = c.sapling + n.grown, sapling_day = n.last_day
    FROM unnest(
      ${list(rows, (r) => r.familyId)}::uuid[], ${list(rows, (r) => r.childId)}::uuid[],
      ${list(rows, (r) => r.before)}::date[], ${list(rows, (r) => r.to)}::date[],
      ${list(rows, (r) => r.grown)}::bigint[]
    ) AS n (family_id, child_id, before, last_day, grown)
    WHERE c.family_id = n.family_id AND c.child_id = n.child_id
      AND c.sapling_day IS NOT DISTINCT FROM n.before
      AND ${between(tx, 'c.family_id', rows, (r) => r.familyId)}`;
  return count;
}
