/** SQL for allowance plans, some agreed in a currency, with their current value in sats. */
import type { Plan } from '#core/pay-days.ts';
import { agreedSats } from '#core/price.ts';
import { isPriceOld, newestPrice } from '#features/people/rates/store.ts';
import type { Sql } from '#server/db/sql.ts';

/** A plan in JSON: amounts are text, because a JSON number is a double. */
export type RawPlan = {
  validFrom: string;
  weekday: number;
  amountSats: string;
  agreed: { currency: string; minor: string; minorPerBtc: string; isOld: boolean } | null;
};

/** All plans of the child `c`, in the order they were saved. */
export const plansOf = (sql: Sql, now: Date) => sql`
  (SELECT json_agg(json_build_object('validFrom', p.valid_from, 'weekday', p.weekday,
      'amountSats', p.amount_sats::text,
      'agreed', CASE WHEN p.agreed_currency IS NOT NULL THEN json_build_object(
        'currency', p.agreed_currency, 'minor', p.agreed_minor::text,
        'minorPerBtc', (${newestPrice(sql, sql`p.family_id`, sql`p.agreed_currency`)})::text,
        'isOld', (${isPriceOld(sql, sql`p.family_id`, sql`p.agreed_currency`, now)})) END)
      ORDER BY p.plan_no)
    FROM allowance_plan p WHERE p.family_id = c.family_id AND p.child_id = c.child_id)`;

export function readPlan({ validFrom, weekday, amountSats, agreed }: RawPlan): Plan {
  const plan = { validFrom, weekday, amountSats: BigInt(amountSats) } as Plan;
  if (!agreed) return plan;
  const agreement = {
    currency: agreed.currency,
    minor: BigInt(agreed.minor),
    mostSats: plan.amountSats,
    minorPerBtc: BigInt(agreed.minorPerBtc),
    isOld: agreed.isOld,
  };
  return { ...plan, amountSats: agreedSats(agreement), agreed: agreement };
}

/** The same sum as `agreedSats`, for a row `plan`: for estimates, never for bookings. */
export const planSats = (sql: Sql) => sql`
  CASE WHEN plan.agreed_currency IS NULL THEN plan.amount_sats
    ELSE least(plan.amount_sats, plan.agreed_minor * 100000000
      / (${newestPrice(sql, sql`plan.family_id`, sql`plan.agreed_currency`)})) END`;

/** The currencies to follow: displayed by a family, or used in a plan. */
export async function followedCurrencies(sql: Sql): Promise<string[]> {
  const rows = await sql<{ currency: string }[]>`
    SELECT DISTINCT r.currency FROM family_rate r
    WHERE r.from_source AND NOT EXISTS (SELECT FROM family_rate l
      WHERE l.family_id = r.family_id AND l.currency = r.currency AND l.rate_no > r.rate_no)
    AND (NOT EXISTS (SELECT FROM family_rate l
        WHERE l.family_id = r.family_id AND l.rate_no > r.rate_no)
      OR EXISTS (SELECT FROM allowance_plan p
        WHERE p.family_id = r.family_id AND p.agreed_currency = r.currency
          AND NOT EXISTS (SELECT FROM allowance_plan q WHERE q.family_id = p.family_id
            AND q.child_id = p.child_id AND q.plan_no > p.plan_no)))
    ORDER BY 1`;
  return rows.map(({ currency }) => currency);
}
