/**
 * A family's price of bitcoin: typed by an adult, or from the operator's source once an adult has
 * accepted it. Append-only; the highest number is the current one.
 */
import type postgres from 'postgres';
import type { PriceProblem } from '#core/price.ts';
import type { Rate } from '#core/rate.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { chosen, isOld, OLD_MS, price, priced, pricedAt } from '#server/ledger/price.ts';

export type RateRow = Rate & {
  by: string | null;
  /** When it was typed, or read from the source. */
  at: Date;
  fromSource: boolean;
  isOld: boolean;
};

type Column = postgres.PendingQuery<postgres.Row[]>;

/** The newest price in a currency, even if the family now uses another. */
export const newestPrice = (sql: Sql, familyId: Column, currency: Column) => sql`
  SELECT ${price(sql)} FROM ${priced(sql, familyId, currency)}`;

/** True if it is from the source, and too old for automatic bookings. */
export const isPriceOld = (sql: Sql, familyId: Column, currency: Column, now: Date) => sql`
  SELECT ${isOld(sql, sql`${now}::timestamptz`)} FROM ${priced(sql, familyId, currency)}`;

/** For a family `f`, as `currency` and `minor_per_btc`; null if it has none. */
export const rateOf = (sql: Sql) => sql`
  (SELECT json_build_object('currency', r.currency, 'minorPerBtc', r.price)
    FROM (SELECT c.currency, (${newestPrice(sql, sql`f.family_id`, sql`c.currency`)}) AS price
      FROM ${chosen(sql, sql`f.family_id`)} c) r
    WHERE r.price IS NOT NULL) AS rate`;

/** Changes with each reading that the family follows, and when the newest becomes old; or null. */
export const pricesRead = (sql: Sql, familyId: Column, now: Date) => sql`
  (SELECT max(m.rate_no) || '/' || (max(m.read_at) >= ${new Date(now.getTime() - OLD_MS)})
    FROM family_rate r, LATERAL (SELECT rate_no, read_at FROM market_rate m
      WHERE m.currency = r.currency AND m.level_no = r.level_no
      ORDER BY m.rate_no DESC LIMIT 1) m
    WHERE r.family_id = ${familyId})`;

/** Prices in a currency that people may have recently seen, the current one first. */
export async function lastPrices(tx: Tx, familyId: string, currency: string): Promise<bigint[]> {
  const rows = await tx<{ minorPerBtc: bigint }[]>`
    WITH typed AS (
      SELECT rate_no, level_no, minor_per_btc FROM family_rate
      WHERE family_id = ${familyId} AND currency = ${currency} AND minor_per_btc IS NOT NULL
      ORDER BY rate_no DESC LIMIT 2)
    SELECT minor_per_btc FROM (
      SELECT true AS is_read, m.rate_no::bigint, m.minor_per_btc FROM market_rate m
      WHERE m.currency = ${currency}
        AND m.level_no = (SELECT level_no FROM typed ORDER BY rate_no DESC LIMIT 1)
      UNION ALL SELECT false, rate_no, minor_per_btc FROM typed) p
    ORDER BY is_read DESC, rate_no DESC`;
  return rows.map(({ minorPerBtc }) => minorPerBtc);
}

export type ShownRate = { currency: string; minorPerBtc: number };

/** The price displayed to everyone in the family. */
export async function shownRate(tx: Tx, familyId: string): Promise<ShownRate | null> {
  const [row] = await tx<{ rate: ShownRate | null }[]>`
    SELECT ${rateOf(tx)} FROM (SELECT ${familyId}::uuid AS family_id) f`;
  return row?.rate ?? null;
}

export async function readRate(tx: Tx, familyId: string, now: Date): Promise<RateRow | null> {
  const family = tx`${familyId}`;
  const [row] = await tx<RateRow[]>`
    SELECT p.currency, p.minor_per_btc, p.at, p.from_source, p.is_old,
      coalesce(u.first_name, u.email) AS by
    FROM ${chosen(tx, family)} c, LATERAL (
      SELECT r.family_id, r.currency, ${price(tx)} AS minor_per_btc, ${pricedAt(tx)} AS at,
        r.from_source, r.typed_by, ${isOld(tx, tx`${now}::timestamptz`)} AS is_old
      FROM ${priced(tx, family, tx`c.currency`)}) p
    LEFT JOIN users u ON u.user_id = p.typed_by AND u.family_id = p.family_id`;
  return row ?? null;
}

export type SourceRow = {
  /** The family's currency for the source. */
  currency: string | null;
  /** The source's latest price, and its time. */
  minorPerBtc: bigint | null;
  at: Date | null;
  /** True if an adult has accepted that reading's level. */
  isTaken: boolean;
  problem: PriceProblem | null;
};

/** The source's state for the family's chosen currency. */
export async function readSource(
  tx: Tx,
  familyId: string,
  name: string | undefined,
): Promise<SourceRow> {
  const family = tx`${familyId}`;
  const [row] = await tx<SourceRow[]>`
    SELECT c.currency, n.minor_per_btc, n.read_at AS at, l.problem,
      EXISTS (SELECT FROM market_rate t
        WHERE t.currency = c.currency AND t.rate_no = n.rate_no AND t.level_no = (
          SELECT r.level_no FROM ${priced(tx, family, tx`c.currency`)})) AS is_taken
    FROM ${chosen(tx, family)} c
    LEFT JOIN LATERAL (SELECT * FROM market_rate m WHERE m.currency = c.currency
      AND m.source = ${name ?? null} ORDER BY m.rate_no DESC LIMIT 1) n ON true
    LEFT JOIN market_look l ON l.currency = c.currency
    WHERE c.from_source`;
  return row ?? { currency: null, minorPerBtc: null, at: null, isTaken: false, problem: null };
}

/**
 * The level of the source's latest price, and the newest price at it. Prefers the level that the
 * family follows.
 */
export async function levelOf(
  tx: Tx,
  familyId: string,
  { currency, minorPerBtc }: Rate,
  name: string | undefined,
): Promise<{ levelNo: bigint; minorPerBtc: bigint } | undefined> {
  const [row] = await tx<{ levelNo: bigint; minorPerBtc: bigint }[]>`
    SELECT m.level_no, (SELECT n.minor_per_btc FROM market_rate n WHERE n.currency = m.currency
      AND n.level_no = m.level_no ORDER BY n.rate_no DESC LIMIT 1) AS minor_per_btc
    FROM market_rate m
    LEFT JOIN LATERAL (SELECT r.level_no
      FROM ${priced(tx, tx`${familyId}`, tx`${currency}`)}) f ON true
    WHERE m.currency = ${currency} AND m.minor_per_btc = ${minorPerBtc}
      AND (m.source = ${name ?? null} OR m.level_no = f.level_no)
    ORDER BY m.rate_no DESC, (m.level_no = f.level_no) IS TRUE DESC LIMIT 1`;
  return row;
}

export type NewRate = {
  familyId: string;
  /** Null to return to the fixed estimate. */
  currency: string | null;
  minorPerBtc: bigint | null;
  fromSource?: boolean;
  levelNo?: bigint;
  typedBy: string;
  now: Date;
};

export const addRate = (tx: Tx, rate: NewRate) => tx`
  INSERT INTO family_rate (family_id, rate_no, currency, minor_per_btc, from_source, level_no,
    typed_by, typed_at)
  SELECT ${rate.familyId}, coalesce(max(rate_no), 0) + 1, ${rate.currency}, ${rate.minorPerBtc},
    ${rate.fromSource ?? false}, ${rate.levelNo ?? null}, ${rate.typedBy}, ${rate.now}
  FROM family_rate WHERE family_id = ${rate.familyId}`;
