/** Notifies devices on pay day. */
import { localDate } from '#core/time-zone.ts';
import { isDaytime } from '#features/notices/push/rules.ts';
import { type Device, timedPush } from '#features/notices/push/store.ts';
import { transaction } from '#server/db/database.ts';
import type { Pool } from '#server/db/sql.ts';
import type { Queue } from '#server/queue.ts';

/**
 * On the day, between 08:00 and 20:00 in the family's zone, once per device: adults while an
 * allowance waits to be booked, a child once its own has been.
 */
export async function notifyPayDays(owner: Pool, jobs: Queue, now: Date): Promise<void> {
  const families = await owner<{ familyId: string; zone: string }[]>`
    SELECT DISTINCT f.family_id, f.time_zone AS zone
    FROM push_subscription p JOIN family f USING (family_id)`;
  const awake = families.filter(({ zone }) => isDaytime(now, zone));
  if (awake.length === 0) return;
  await transaction(owner, 'BEGIN', async (tx) => {
    const devices = await tx<Device[]>`
      UPDATE push_subscription p SET pay_day_told = d.today
      FROM unnest(${awake.map(({ familyId }) => familyId)}::uuid[],
        ${awake.map(({ zone }) => localDate(now, zone))}::date[]) AS d (family_id, today), users u,
          family f
      WHERE p.family_id = d.family_id AND p.pay_day_told IS DISTINCT FROM d.today
        AND u.user_id = p.user_id AND u.family_id = p.family_id AND f.family_id = p.family_id
        AND CASE WHEN u.role = 'child' THEN EXISTS (
          SELECT FROM allowance_occurrence o WHERE o.family_id = p.family_id
            AND o.child_id = u.child_id AND o.due_date = d.today AND o.state = 'booked')
        ELSE NOT f.pay_automatically AND EXISTS (
          SELECT FROM child c WHERE c.family_id = p.family_id AND c.removed_at IS NULL
            AND c.next_due = d.today) END
      RETURNING p.family_id, p.session_id, u.role, f.time_zone AS zone`;
    await jobs.pushes(
      devices.map((one) => timedPush(one, { kind: 'pay-day' }, now)),
      tx,
    );
  });
}
