/**
 * The worker queries the operator's price source: every ten minutes for each currency that any
 * family follows.
 */
import type { PriceProblem } from '#core/price.ts';
import { MINUTE } from '#core/time.ts';
import { askPrice, PriceError, type PriceSource } from '#server/adapters/price/source.ts';
import { transaction } from '#server/db/database.ts';
import type { Pool, Sql, Tx } from '#server/db/sql.ts';
import { OLD_MS } from '#server/ledger/price.ts';

const EVERY_MS = 10 * MINUTE;

/** @param wanted the currencies that families follow */
export async function askPrices(
  owner: Pool,
  source: PriceSource | undefined,
  wanted: (sql: Sql) => Promise<string[]>,
  now: Date,
): Promise<void> {
  if (!source) return;
  const due = await dueOf(owner, await wanted(owner), now);
  for (const [at, currency] of due.entries()) {
    const answer = await askPrice(source, currency).catch(problemOf);
    // If the source is silent about one currency, the others aren't tried.
    const asked = answer === 'silent' ? due.slice(at) : [currency];
    await transaction(owner, 'BEGIN', async (tx) => {
      if (typeof answer === 'bigint') await addReading(tx, source, currency, answer, now);
      await noteLook(tx, asked, typeof answer === 'bigint' ? null : answer, now);
    });
    if (answer === 'silent') return;
  }
}

function problemOf(error: unknown): PriceProblem {
  if (error instanceof PriceError) return error.problem;
  throw error;
}

async function dueOf(owner: Pool, wanted: string[], now: Date): Promise<string[]> {
  const earliest = new Date(now.getTime() - EVERY_MS);
  const rows = await owner<{ currency: string }[]>`
    SELECT w.currency FROM unnest(${wanted}::text[]) AS w (currency)
    LEFT JOIN market_look l ON l.currency = w.currency
    WHERE l.asked_at IS NULL OR l.asked_at <= ${earliest} OR l.asked_at > ${now}
    ORDER BY w.currency`;
  return rows.map(({ currency }) => currency);
}

/** Adds it to each nearby level; without one, starts a new level. */
async function addReading(
  tx: Tx,
  { name }: PriceSource,
  currency: string,
  price: bigint,
  now: Date,
): Promise<void> {
  await tx`
    WITH last AS (
      SELECT DISTINCT ON (level_no) level_no, minor_per_btc FROM market_rate
      WHERE currency = ${currency} AND source = ${name} ORDER BY level_no, rate_no DESC
    ), near AS (
      SELECT level_no FROM last
      WHERE minor_per_btc <= 2 * ${price}::bigint AND ${price}::bigint <= 2 * minor_per_btc
    ), next AS (SELECT coalesce(max(rate_no), 0) + 1 AS rate_no FROM market_rate)
    INSERT INTO market_rate (currency, level_no, rate_no, source, minor_per_btc, read_at)
    SELECT ${currency}, coalesce(near.level_no, next.rate_no), next.rate_no, ${name}, ${price},
      ${now}
    FROM next LEFT JOIN near ON true`;
}

const noteLook = (tx: Tx, currencies: string[], problem: PriceProblem | null, now: Date) => tx`
  INSERT INTO market_look (currency, asked_at, problem)
  SELECT currency, ${now}, ${problem} FROM unnest(${currencies}::text[]) AS c (currency)
  ON CONFLICT (currency) DO UPDATE SET asked_at = excluded.asked_at, problem = excluded.problem`;

/** Deletes readings older than 48 hours, except the latest of each level that a family accepted. */
export async function sweepPrices(tx: Tx, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - OLD_MS);
  await tx`
    DELETE FROM market_rate m WHERE m.read_at < ${oldest} AND (
      EXISTS (SELECT FROM market_rate l WHERE l.currency = m.currency AND l.level_no = m.level_no
        AND l.rate_no > m.rate_no)
      OR NOT EXISTS (SELECT FROM family_rate r WHERE r.from_source AND r.currency = m.currency
        AND r.level_no = m.level_no))`;
  await tx`DELETE FROM market_look WHERE asked_at < ${oldest}`;
}
