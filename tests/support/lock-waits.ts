/** Who waits for a lock in the tests' database: the sign that two calls are at the same point. */

import type { Sql } from 'postgres';
import { expect } from 'vitest';

/** How many connections wait for a lock now. */
export async function waitingForLocks(owner: Pick<Sql, 'unsafe'>): Promise<number> {
  const [row] = await owner.unsafe<{ count: number }[]>(`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}

/** Until so many connections wait for a lock, or more. */
export const untilWaiting = (owner: Pick<Sql, 'unsafe'>, least = 1): Promise<void> =>
  expect.poll(() => waitingForLocks(owner)).toBeGreaterThanOrEqual(least);
