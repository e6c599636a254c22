/** Plans of allowances in the database, some agreed in a currency: what they are in sats now. */
import type { Plan } from '#core/pay-days.ts';
import { agreedSats } from '#core/price.ts';
import { newestPrice } from '#features/rates/store.ts';
import type { Sql } from '#server/db/database.ts';

/** A plan inside JSON: amounts are text, as a JSON number is a double. */
export type RawPlan = {
  validFrom: string;
  weekday: number;
  amountSats: string;
  agreed: { currency: string; minor: string; minorPerBtc: string } | null;
};

/** All plans of the child `c`, in the order in which they were saved. */
export const plansOf = (sql: Sql) => sql`
  (SELECT json_agg(json_build_object('validFrom', p.valid_from, 'weekday', p.weekday,
      'amountSats', p.amount_sats::text,
      'agreed', CASE WHEN p.agreed_currency IS NOT NULL THEN json_build_object(
        'currency', p.agreed_currency, 'minor', p.agreed_minor::text,
        'minorPerBtc', (${newestPrice(sql, sql`p.family_id`, sql`p.agreed_currency`)})::text) END)
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
  };
  return { ...plan, amountSats: agreedSats(agreement), agreed: agreement };
}

/** The same sum as `agreedSats`, of a row `plan`: for estimates, never for what is booked. */
export const planSats = (sql: Sql) => sql`
  CASE WHEN plan.agreed_currency IS NULL THEN plan.amount_sats
    ELSE least(plan.amount_sats, plan.agreed_minor * 100000000
      / (${newestPrice(sql, sql`plan.family_id`, sql`plan.agreed_currency`)})) END`;
