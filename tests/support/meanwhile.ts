/** Something that begins while a change of its family is made, and waits for the family's lock. */
import { expect } from 'vitest';
import type { Database, Tx } from '../../src/server/db/database.ts';

/**
 * The change commits only when `start` waits for it.
 * @returns what became of `start`
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
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
  });
  return begun.at(-1) as Promise<T>;
}

/** How many connections of this database wait for a lock. */
async function countWaiting({ owner }: Database): Promise<number> {
  const rows = await owner`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}
