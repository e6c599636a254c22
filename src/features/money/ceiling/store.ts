/** SQL for the ceiling, stored in the family's row. */
import type { Tx } from '#server/db/sql.ts';
import { type CeilingRow, withCeiling } from './rules.ts';

export async function readCeiling(tx: Tx, familyId: string): Promise<CeilingRow> {
  const [row] = await tx<CeilingRow[]>`
    SELECT ceiling_sats, ceiling_before FROM family WHERE family_id = ${familyId}`;
  if (!row) throw new Error(`There is no family ${familyId}`);
  return row;
}

/** A lower previous ceiling stays in effect for another 72 hours, even if an undo replaced it. */
export async function saveCeiling(
  tx: Tx,
  familyId: string,
  sats: bigint,
  now: Date,
): Promise<CeilingRow> {
  const row = withCeiling(await readCeiling(tx, familyId), sats, now);
  await tx`
    UPDATE family SET ceiling_sats = ${row.ceilingSats},
      ceiling_before = ${JSON.stringify(row.ceilingBefore)}::text::jsonb
    WHERE family_id = ${familyId}`;
  return row;
}
