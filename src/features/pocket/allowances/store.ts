/** SQL for pauses and pay settings. Weeks are settled in settling.ts. */
import { addDays, type CivilDate } from '#core/calendar.ts';
import type { Pause } from '#core/pay-days.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';

export async function setNextDue(tx: Tx, familyId: string, childId: string, due: CivilDate) {
  await tx`
    UPDATE child SET next_due = ${due} WHERE family_id = ${familyId} AND child_id = ${childId}`;
}

export async function addPause(
  tx: Tx,
  familyId: string,
  childId: string,
  pause: Pause,
  by: { madeBy: string; now: Date },
): Promise<void> {
  await tx`
    INSERT INTO allowance_pause (family_id, child_id, pause_id, from_date, to_date, created_by,
      created_at)
    VALUES (${familyId}, ${childId}, ${newId(by.now.getTime())}, ${pause.from}, ${pause.to},
      ${by.madeBy}, ${by.now})`;
}

/** Makes pauses that reach today or later end yesterday; one not yet begun becomes empty. */
export async function endPauses(tx: Tx, familyId: string, childId: string, today: CivilDate) {
  const yesterday = addDays(today, -1);
  await tx`
    UPDATE allowance_pause SET to_date = greatest(${yesterday}::date, from_date - 1)
    WHERE family_id = ${familyId} AND child_id = ${childId} AND to_date >= ${today}`;
}

/** The start of the family's day, and automatic booking of allowances. */
export const changePaySettings = (
  tx: Tx,
  familyId: string,
  change: { timeZone?: string | undefined; payAutomatically?: boolean | undefined },
) => tx`
  UPDATE family SET
    time_zone = coalesce(${change.timeZone ?? null}, time_zone),
    pay_automatically = coalesce(${change.payAutomatically ?? null}::boolean, pay_automatically)
  WHERE family_id = ${familyId}`;

/** A week whose allowance was reversed stays settled and is never booked again. */
export const weekReversal: ReversalHook = (tx, { familyId, entryId }) => tx`
  UPDATE allowance_occurrence SET state = 'reversed'
  WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
