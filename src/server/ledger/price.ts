/**
 * What a bitcoin costs for a family, as SQL. features/rates writes it; it is read here because
 * every entry keeps the price of its moment.
 */
import type postgres from 'postgres';
import { HOUR } from '#core/time.ts';
import type { Sql } from '../db/database.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * After that, a price of the source books nothing by itself, and no entry keeps it. Neither does
 * one that is written so long after it happened.
 */
export const OLD_MS = 48 * HOUR;

const before = (now: Date) => new Date(now.getTime() - OLD_MS);

/**
 * The rows `r` of a family in a currency that have a price, newest first, each with the newest
 * reading `m` of the level that it follows.
 */
export const priced = (sql: Sql, familyId: Fragment, currency: Fragment) => sql`
  family_rate r LEFT JOIN LATERAL (
    SELECT m.minor_per_btc, m.read_at FROM market_rate m
    WHERE m.currency = r.currency AND m.level_no = r.level_no ORDER BY m.rate_no DESC LIMIT 1
  ) m ON true
  WHERE r.family_id = ${familyId} AND r.currency = ${currency} AND r.minor_per_btc IS NOT NULL
  ORDER BY r.rate_no DESC LIMIT 1`;

export const price = (sql: Sql) => sql`coalesce(m.minor_per_btc, r.minor_per_btc)`;
export const pricedAt = (sql: Sql) => sql`greatest(r.typed_at, m.read_at)`;
export const isOld = (sql: Sql, now: Date) => sql`
  (r.level_no IS NOT NULL AND ${pricedAt(sql)} < ${before(now)})`;

/** The currency that a family reads, and whether it has chosen the source for it. */
export const chosen = (sql: Sql, familyId: Fragment) => sql`
  (SELECT currency, from_source FROM family_rate WHERE family_id = ${familyId}
    ORDER BY rate_no DESC LIMIT 1)`;

/** The prices `p` that entries `e` of these families keep, for a LEFT JOIN: one look a family. */
export const priceOfMoment = (sql: Sql, familyIds: string, now: Date) => sql`
  (SELECT f.family_id, c.currency, p.minor_per_btc
    FROM (SELECT DISTINCT f FROM unnest(${familyIds}::uuid[]) AS f) AS f (family_id),
      LATERAL ${chosen(sql, sql`f.family_id`)} c, LATERAL (
        SELECT ${price(sql)} AS minor_per_btc, ${isOld(sql, now)} AS is_old
        FROM ${priced(sql, sql`f.family_id`, sql`c.currency`)}) p
    WHERE NOT p.is_old) AS p ON p.family_id = e.family_id AND e.occurred_at >= ${before(now)}`;
