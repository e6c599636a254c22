/** Reads the children with due weeks, and all input for core/pay-days.ts. */
import type { CivilDate } from '#core/calendar.ts';
import type { Pause, Plan } from '#core/pay-days.ts';
import { plansOf, type RawPlan, readPlan } from '#features/people/children/agreed.ts';
import { between, list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/sql.ts';
import type { PayingPlan } from './payouts.ts';

export type DueChild = {
  familyId: string;
  childId: string;
  name: string;
  timeZone: string;
  today: CivilDate;
  nextWeek: CivilDate;
  plans: Plan[];
  pauses: Pause[];
  savings: string;
  outside: string;
  /** The step after booking; null if the allowance is only booked. */
  payoutPlan: PayingPlan | null;
  agreedBy: string | null;
  payoutAddress: string | null;
};

type Raw = Omit<DueChild, 'plans' | 'today'> & { plans: RawPlan[] };

/** Children of these families with due weeks; each family has its own date. */
export async function readDue(
  tx: Tx,
  families: ReadonlyMap<string, CivilDate>,
  now: Date,
  onlyChild?: string,
): Promise<DueChild[]> {
  const ids = [...families.keys()];
  if (ids.length === 0) return [];
  const rows = await tx<Raw[]>`
    SELECT c.family_id, c.child_id, c.name, f.time_zone, c.next_week,
      s.account_id AS savings, o.account_id AS outside, w.plan AS payout_plan, w.agreed_by,
      w.address AS payout_address,
      ${plansOf(tx, now)} AS plans,
      (SELECT coalesce(json_agg(json_build_object('from', p.from_date, 'to', p.to_date)), '[]')
        FROM allowance_pause p WHERE p.family_id = c.family_id
          AND p.child_id = c.child_id) AS pauses
    FROM unnest(${list(ids, (id) => id)}::uuid[],
      ${list(ids, (id) => families.get(id) as string)}::date[]) AS d (family_id, today)
    JOIN family f ON f.family_id = d.family_id
    JOIN child c ON c.family_id = d.family_id AND c.removed_at IS NULL AND c.next_due <= d.today
      AND ${between(tx, 'c.family_id', ids, (id) => id)}
    JOIN account s ON s.family_id = c.family_id AND s.child_id = c.child_id AND s.kind = 'savings'
    JOIN account o ON o.family_id = c.family_id AND o.kind = 'outside'
    LEFT JOIN payout_plan w ON w.family_id = c.family_id AND w.child_id = c.child_id
    ${onlyChild ? tx`WHERE c.child_id = ${onlyChild}` : tx``}
    ORDER BY c.family_id, c.child_id`;
  return rows.map((row) => ({
    ...row,
    today: families.get(row.familyId) as CivilDate,
    plans: row.plans.map(readPlan),
  }));
}
