/**
 * A family's price of bitcoin, as SQL. features/people/rates writes it; it is read here because
 * every entry stores the price at the time.
 */
import type postgres from 'postgres';
import { HOUR } from '#core/time.ts';
import type { Sql } from '../db/sql.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Older prices from the source no longer book anything automatically. */
export const OLD_MS = 48 * HOUR;

/**
 * The newest row `r` of a family in a currency that has a price, with the newest reading `m` of the
 * level that it follows. The row is found first; joined first, every row would be read with its
 * readings.
 * @param until a past moment, for the price known then; by default the newest, whatever its date
 */
export const priced = (
  sql: Sql,
  familyId: Fragment,
  currency: Fragment,
  until = sql`'infinity'`,
) => sql`
  (SELECT * FROM family_rate
    WHERE family_id = ${familyId} AND currency = ${currency} AND minor_per_btc IS NOT NULL
      AND typed_at <= ${until}
    ORDER BY rate_no DESC LIMIT 1) r
  LEFT JOIN LATERAL (
    SELECT m.minor_per_btc, m.read_at FROM market_rate m
    WHERE m.currency = r.currency AND m.level_no = r.level_no AND m.read_at <= ${until}
    ORDER BY m.rate_no DESC LIMIT 1
  ) m ON true`;

export const price = (sql: Sql) => sql`coalesce(m.minor_per_btc, r.minor_per_btc)`;
export const pricedAt = (sql: Sql) => sql`greatest(r.typed_at, m.read_at)`;
export const isOld = (sql: Sql, at: Fragment) => sql`
  (r.level_no IS NOT NULL AND ${pricedAt(sql)} < ${at} - interval '48 hours')`;

/** The currency of a family, and whether it has chosen the source for it. */
export const chosen = (sql: Sql, familyId: Fragment, until = sql`'infinity'`) => sql`
  (SELECT currency, from_source FROM family_rate
    WHERE family_id = ${familyId} AND typed_at <= ${until} ORDER BY rate_no DESC LIMIT 1)`;

/**
 * The price stored with an entry `e`: the one at the moment it happened, unless that was out of
 * date.
 */
export const priceThen = (sql: Sql) => sql`
  (SELECT c.currency, p.minor_per_btc
    FROM ${chosen(sql, sql`e.family_id`, sql`e.occurred_at`)} c, LATERAL (
      SELECT ${price(sql)} AS minor_per_btc, ${isOld(sql, sql`e.occurred_at`)} AS is_old
      FROM ${priced(sql, sql`e.family_id`, sql`c.currency`, sql`e.occurred_at`)}) p
    WHERE NOT p.is_old)`;
