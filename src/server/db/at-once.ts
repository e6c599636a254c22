/**
 * Changes that are one statement, and so a transaction by themselves. They share a few connections
 * ("lanes"): what is sent at once arrives as one message, and the next change follows before the
 * first is answered, so that neither process sleeps and wakes for each.
 *
 * The statement sees one snapshot. It first names its family, then replaces the family's revision
 * (revision.ts), which fails where anybody changed the family since that snapshot: what it reads is
 * what the book says behind the lock, as if it had been read after it. Whoever fails goes the
 * ordinary way.
 */
import type { Question, Tx } from './database.ts';
import { isGone, type Lane, leastWaiting } from './lanes.ts';

/** On a slow disk many connections are faster than few: beyond this, the ordinary way. */
const DEPTH = 8;

/** A family that somebody else has locked holds up a lane for so many milliseconds at most. */
const LONGEST_WAIT_MS = 20;

export const AT_ONCE = {
  // No family's: what is looked up before the statement has named its own finds nothing.
  'app.family_id': '00000000-0000-0000-0000-000000000000',
  default_transaction_isolation: 'repeatable read',
  lock_timeout: LONGEST_WAIT_MS,
};

/**
 * Goes first in a statement of its own: `then` is worked out only when the family is named, for
 * this transaction. (Should a plan read a row before that, row-level security would refuse it.)
 * @param family the place of its id, a uuid.
 */
export const inItsFamily = (family: string, then: string) =>
  `CASE WHEN set_config('app.family_id', ${family}::text, true) IS NOT NULL THEN ${then} END`;

/** @returns sends a change on one of the lanes; false when nothing was sent, as too many wait. */
export function changeIn(lanes: readonly Lane[]) {
  return async (ask: (tx: Tx) => Question): Promise<boolean> => {
    const lane = leastWaiting(lanes);
    if (lane.waiting >= DEPTH) return false;
    const { sql } = lane;
    lane.waiting += 1;
    try {
      await ask(sql).execute();
      return true;
    } catch (error) {
      if (isGone(error)) lane.renew(sql);
      throw error;
    } finally {
      lane.waiting -= 1;
    }
  };
}
