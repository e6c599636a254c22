/** Waits for locks in the tests' database: the sign that two calls are at the same point. */

import type { Sql } from 'postgres';
import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import type { Tx } from '../../src/server/db/sql.ts';

/** How many connections are waiting for a lock now. */
export async function waitingForLocks(owner: Pick<Sql, 'unsafe'>): Promise<number> {
  const [row] = await owner.unsafe<{ count: number }[]>(`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}

/** Waits until at least this many connections are waiting for a lock. */
export const untilWaiting = (owner: Pick<Sql, 'unsafe'>, least = 1): Promise<void> =>
  expect.poll(() => waitingForLocks(owner)).toBeGreaterThanOrEqual(least);

/**
 * Starts something during a change of its family, which makes it wait for the family's lock; only
 * then commits the change. @returns the result of `start`
 */
export async function meanwhile<T>(
  db: Database,
  familyId: string,
  change: (tx: Tx) => Promise<unknown>,
  start: () => Promise<T>,
): Promise<T> {
  const begun: Promise<T>[] = [];
  await db.changeFamilyAsOwner(familyId, async (tx) => {
    await change(tx);
    begun.push(start());
    await untilWaiting(db.owner);
  });
  return begun.at(-1) as Promise<T>;
}
