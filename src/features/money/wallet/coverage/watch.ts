/** Records coverage if the books promise something else than at the last record. */
import type { Database } from '#server/db/database.ts';
import type { Queue } from '#server/queue.ts';
import { noteCoverage } from './store.ts';

type Context = {
  readonly db: Pick<Database, 'owner' | 'changeFamily'>;
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly publicUrl: string;
};

/** One statement finds the families; each then gets its own transaction. */
export async function noteAllCoverage(context: Context): Promise<number> {
  const rows = await context.db.owner<{ familyId: string }[]>`
    SELECT w.family_id FROM wallet w
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(a.balance_sats), 0) AS sats FROM account a
      JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
      WHERE a.family_id = w.family_id AND a.kind IN ('savings', 'goal')
        AND c.removed_at IS NULL) AS promised
    LEFT JOIN LATERAL (
      SELECT p.promised_sats FROM coverage_point p WHERE p.family_id = w.family_id
        AND p.rail = 'chain' ORDER BY p.at DESC LIMIT 1) AS last ON true
    WHERE w.checked_at IS NOT NULL AND last.promised_sats IS DISTINCT FROM promised.sats`;
  for (const { familyId } of rows)
    await context.db.changeFamily(familyId, (tx) =>
      noteCoverage(context, tx, familyId, context.clock()),
    );
  return rows.length;
}
