/** What a family types as the price of a bitcoin: only added to, the newest by number counts. */
import type postgres from 'postgres';
import type { Rate } from '#core/rate.ts';
import type { Sql, Tx } from '#server/db/database.ts';

export type RateRow = Rate & { by: string | null; at: Date };

/** Of a family `f`, as `currency` and `minor_per_btc`; null where it has none. */
export const rateOf = (sql: Sql) => sql`
  (SELECT json_build_object('currency', r.currency, 'minorPerBtc', r.minor_per_btc)
    FROM (SELECT currency, minor_per_btc FROM family_rate WHERE family_id = f.family_id
      ORDER BY rate_no DESC LIMIT 1) r
    WHERE r.currency IS NOT NULL) AS rate`;

/** The newest price in a currency, also of a family that reads another one now. */
type Column = postgres.PendingQuery<postgres.Row[]>;

export const newestPrice = (sql: Sql, familyId: Column, currency: Column) => sql`
  SELECT r.minor_per_btc FROM family_rate r
  WHERE r.family_id = ${familyId} AND r.currency = ${currency} ORDER BY r.rate_no DESC LIMIT 1`;

/** The last two prices in a currency, newest first. */
export async function lastPrices(tx: Tx, familyId: string, currency: string): Promise<bigint[]> {
  const rows = await tx<{ minorPerBtc: bigint }[]>`
    SELECT minor_per_btc FROM family_rate
    WHERE family_id = ${familyId} AND currency = ${currency} ORDER BY rate_no DESC LIMIT 2`;
  return rows.map(({ minorPerBtc }) => minorPerBtc);
}

export type ShownRate = { currency: string; minorPerBtc: number };

/** As everybody in the family reads it. */
export async function shownRate(tx: Tx, familyId: string): Promise<ShownRate | null> {
  const rate = await readRate(tx, familyId);
  return rate && { currency: rate.currency, minorPerBtc: Number(rate.minorPerBtc) };
}

export async function readRate(tx: Tx, familyId: string): Promise<RateRow | null> {
  const [row] = await tx<(RateRow & { currency: string | null })[]>`
    SELECT r.currency, r.minor_per_btc, coalesce(u.first_name, u.email) AS by, r.typed_at AS at
    FROM family_rate r LEFT JOIN users u ON u.user_id = r.typed_by AND u.family_id = r.family_id
    WHERE r.family_id = ${familyId}
    ORDER BY r.rate_no DESC LIMIT 1`;
  return row?.currency ? row : null;
}

export const addRate = (
  tx: Tx,
  {
    familyId,
    rate,
    typedBy,
    now,
  }: { familyId: string; rate: Rate | null; typedBy: string; now: Date },
) => tx`
  INSERT INTO family_rate (family_id, rate_no, currency, minor_per_btc, typed_by, typed_at)
  SELECT ${familyId}, coalesce(max(rate_no), 0) + 1, ${rate?.currency ?? null},
    ${rate?.minorPerBtc ?? null}, ${typedBy}, ${now}
  FROM family_rate WHERE family_id = ${familyId}`;
