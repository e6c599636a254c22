/** Rate limits, counted in the database, which instances share, or in memory. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Pool } from '../db/sql.ts';

export type Limit = { points: number; seconds: number };

/** `take(name, key, limit)` is false once the limit is reached; it takes one point or several. */
export type Limiter = (
  name: string,
  key: string,
  limit: Limit,
  points?: number,
) => Promise<boolean>;

/** @param onReached is called for each attempt beyond a limit */
export function limiter(pool: Pool, onReached?: (name: string, key: string) => void): Limiter {
  const client = {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => ({
      // The library expects numbers, not bigints.
      rows: (await pool.unsafe(text, values as never[])).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [
            key,
            typeof value === 'bigint' ? Number(value) : value,
          ]),
        ),
      ),
    }),
  };
  const made = new Map<string, RateLimiterPostgres>();
  const of = (name: string, { points, seconds }: Limit) => {
    const known = made.get(name);
    if (known) return known;
    const created = new RateLimiterPostgres({
      storeClient: client,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    made.set(name, created);
    return created;
  };
  return async (name, key, limit, points = 1) => {
    const isWithin = await taken(of(name, limit).consume(key, points));
    if (!isWithin) onReached?.(name, key);
    return isWithin;
  };
}

/**
 * Counts in this instance only and stores nothing: for cheap calls, and for pages where no
 * visitor's address may be stored.
 */
export function memoryLimiter({ points, seconds }: Limit): (key: string) => Promise<boolean> {
  const limits = new RateLimiterMemory({ points, duration: seconds });
  return (key) => taken(limits.consume(key));
}

async function taken(consumed: Promise<unknown>): Promise<boolean> {
  try {
    await consumed;
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}
