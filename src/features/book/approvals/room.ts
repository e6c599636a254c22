/**
 * Limits a child's requests to the parents: requests of every kind and Lightning payments share one
 * limit, because they end up in one list.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { DAY } from '#core/time.ts';
import type { Tx } from '#server/db/sql.ts';
import { MOST_A_DAY, MOST_OPEN } from './contract.ts';

/**
 * The caller has locked the family, so simultaneous requests are counted one by one. The day is the
 * last 24 hours and includes withdrawn and answered requests. A payment that the child may make
 * without approval counts toward the day.
 * @throws Refusal CONFLICT if too much is open; RATE_LIMITED after too much in a day
 */
export async function requireRoomToAsk(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY);
  const [row] = await tx<{ open: number; today: number }[]>`
    SELECT count(*) FILTER (WHERE is_open)::integer AS open,
      count(*) FILTER (WHERE created_at > ${dayAgo})::integer AS today
    FROM (
      SELECT state = 'pending' AS is_open, created_at FROM request
      WHERE family_id = ${familyId} AND child_id = ${childId}
        AND (state = 'pending' OR created_at > ${dayAgo})
      UNION ALL
      SELECT state = 'asked', created_at FROM payment
      WHERE family_id = ${familyId} AND child_id = ${childId} AND by_child
        AND (state = 'asked' OR created_at > ${dayAgo})
    ) asks`;
  if ((row?.open ?? 0) >= MOST_OPEN)
    throw new Refusal('CONFLICT', because('TOO_MANY_OPEN', { most: MOST_OPEN }));
  if ((row?.today ?? 0) >= MOST_A_DAY) throw new Refusal('RATE_LIMITED', because('ENOUGH_TODAY'));
}
