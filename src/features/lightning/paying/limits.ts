/** How much a child may pay without asking. */
import type { Tx } from '#server/db/database.ts';
import { childRows } from '../connections/store.ts';
import { paidToday } from './store.ts';

/** What a child may still pay today without asking. */
export async function leftToday(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<bigint> {
  const rows = await childRows(tx, familyId);
  const limit = rows.find((row) => row.childId === childId)?.payLimitSats ?? 0n;
  const left = limit - (await paidToday(tx, familyId, childId, now));
  return left > 0n ? left : 0n;
}
