/**
 * Limits a child's writes per day across all calls and devices: its own sign-in and every tablet
 * handed over to it count together. `mount` checks before it runs a change, so new calls are
 * limited automatically.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { DAY, HOUR } from '#core/time.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/sql.ts';
import type { Actor } from './actor.ts';

/** More than any child does by hand; calls that need an answer from a parent have lower limits. */
export const MOST_WRITES_A_DAY = 300;

/**
 * Counts a child's write; an adult's isn't counted. The caller has locked the family, so
 * simultaneous calls are counted one by one, and a call refused later is rolled back with its
 * count. The day is the last 24 hours, so nothing resets at midnight. If the clock was set back,
 * hours in the future are included, except those of another day.
 * @throws Refusal RATE_LIMITED
 */
export async function countChildWrite(
  tx: Tx,
  { role, familyId, childId }: Actor,
  now: Date,
): Promise<void> {
  if (role !== 'child') return;
  const time = now.getTime();
  // An hour is included while its last minute is within the day.
  const from = new Date(time - DAY - HOUR);
  const to = new Date(time + DAY);
  const [row] = await tx<{ writes: number }[]>`
    SELECT coalesce(sum(writes), 0)::integer AS writes FROM child_write
    WHERE family_id = ${familyId} AND child_id = ${childId} AND hour > ${from} AND hour < ${to}`;
  if ((row?.writes ?? 0) >= MOST_WRITES_A_DAY)
    throw new Refusal('RATE_LIMITED', because('ENOUGH_TODAY'));
  await tx`
    DELETE FROM child_write
    WHERE family_id = ${familyId} AND child_id = ${childId} AND (hour <= ${from} OR hour >= ${to})`;
  await tx`
    INSERT INTO child_write (family_id, child_id, hour, writes)
    VALUES (${familyId}, ${childId}, ${new Date(time - (time % HOUR))}, 1)
    ON CONFLICT (family_id, child_id, hour) DO UPDATE SET writes = child_write.writes + 1`;
}

/**
 * The same in a separate transaction. No reply shows it, so the family's revision stays the same.
 */
export const countChildCall = (db: Pick<Database, 'changeFamily'>, actor: Actor, now: Date) =>
  db.changeFamily(
    actor.familyId,
    (tx) => countChildWrite(tx, actor, now),
    (tx) => tx`SELECT FROM family WHERE family_id = ${actor.familyId} FOR UPDATE`,
  );
