/**
 * Imports as they are shown; and what pruning must keep of entries it deletes, so that a wallet's
 * file that comes later is neither counted twice nor past a correction.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import type { Tx } from '#server/db/database.ts';
import type { ImportLimits } from '#server/http/mount.ts';
import type { Keep } from '#server/ledger/prune.ts';
import {
  DEFAULT_LIMITS,
  type ImportPreview,
  type ImportRecord,
  type ImportRow,
} from './contract.ts';
import { answered, type Plan, planWaiting } from './plan.ts';
import { ANSWER_FIRST, type Planned } from './rules.ts';
import { findFile, forgetFiles, type ImportRowOf } from './store.ts';
import { writeImport } from './write.ts';

export const asRecord = (row: ImportRowOf): ImportRecord => ({
  id: row.importId,
  childId: row.childId,
  wallet: row.wallet,
  filename: row.filename,
  state: row.undoneAt ? 'undone' : 'done',
  imported: row.imported,
  skipped: row.skipped,
  matched: row.matched,
  history: row.history,
  opening: formatBtc(row.openingSats),
  importedAt: row.madeAt.toISOString(),
  importedBy: row.madeByName,
  undoneAt: row.undoneAt?.toISOString() ?? null,
});

export function countsOf({ planned, file }: Plan) {
  const of = (kind: Planned['kind']) => planned.filter((one) => one.kind === kind).length;
  const [matched, history] = [of('matched'), of('history')];
  return {
    imported: of('new') + matched + history,
    skipped: of('duplicate') + file.skipped.length,
    matched,
    history,
  };
}

export const DUPLICATE = 'it was imported before';

/** Every row of the file in its order. */
export function rowsOfPlan({ planned, file }: Plan): ImportRow[] {
  const skipped: ImportRow[] = file.skipped.map(({ row, reason }) => ({
    row,
    state: 'skipped',
    reason,
    amount: null,
    fee: null,
    at: null,
    description: '',
    asks: [],
    entry: null,
  }));
  return [...planned.map(asRow), ...skipped].sort((a, b) => a.row - b.row);
}

function asRow(one: Planned): ImportRow {
  const { source, entry } = one;
  const first = one.asks[0];
  return {
    row: source.row,
    state: one.kind,
    reason:
      one.kind === 'duplicate'
        ? DUPLICATE
        : one.kind === 'question' && first && first !== 'match'
          ? ANSWER_FIRST[first]
          : null,
    amount: one.direction ? formatBtc(one.effectSats) : null,
    fee: formatBtc(source.feeSats),
    at: one.at?.toISOString() ?? null,
    description: source.description,
    asks: [...one.asks],
    entry: entry
      ? {
          id: entry.entryId,
          at: entry.occurredAt.toISOString(),
          amount: formatBtc(entry.amountSats),
          description: entry.text,
        }
      : null,
  };
}

export function asPreview(plan: Plan, spendingSats: bigint, inOtherBooks: number): ImportPreview {
  const { file, planned, cut, zone, openingSats } = plan;
  const posted = planned
    .filter(({ kind }) => kind === 'new')
    .reduce((sum, { effectSats }) => sum + effectSats, 0n);
  return {
    wallet: file.wallet,
    format: file.format,
    confidence: file.confidence,
    ...countsOf(plan),
    rows: rowsOfPlan(plan),
    questions: planned.filter(({ kind }) => kind === 'question').length,
    dateOrder: file.asks.dateOrder ?? null,
    timeZone: file.asks.zone ? zone : null,
    opening: formatBtc(openingSats),
    spendingAfter: formatBtc(spendingSats + posted + openingSats),
    correctedAt: cut?.toISOString() ?? null,
    inOtherBooks,
  };
}

/**
 * Books a child's file after a parent's yes, as the book stands by then; the file is forgotten.
 * @throws Refusal when it cannot come in any more.
 */
export async function bookWaiting(
  tx: Tx,
  { familyId, importId }: { familyId: string; importId: string },
  limits: ImportLimits = DEFAULT_LIMITS,
  by: { userId: string; now: Date },
): Promise<void> {
  const file = await findFile(tx, familyId, importId);
  if (!file) throw new Refusal('CONFLICT', because('FILE_GONE'));
  const plan = await planWaiting(tx, familyId, file, limits, by.now);
  answered(plan);
  const counts = countsOf(plan);
  const { filename } = file;
  if (counts.imported > 0)
    await (await writeImport(tx, plan, { ...counts, filename }, by, importId)).sent;
  await forgetFiles(tx, [{ familyId, importId }]);
}

/**
 * Pruning's `keep` (ledger/prune.ts), in the owner's role: of the entries that go, spending that no
 * row of a wallet stands for yet (time and amount, no words), and the newest correction's moment.
 */
export const keepForImports: Keep = async (tx, familyId, lastSeal) => {
  const going = tx`
    FROM seal s
    JOIN entry e ON e.family_id = s.family_id AND e.entry_id = s.entry_id
      AND e.child_id IS NOT NULL AND e.reverses IS NULL AND NOT EXISTS (
        SELECT FROM entry r WHERE r.family_id = e.family_id AND r.reverses = e.entry_id)`;
  await tx`
    INSERT INTO kept_spending (family_id, entry_id, child_id, occurred_at, amount_sats)
    SELECT e.family_id, e.entry_id, e.child_id, e.occurred_at, p.amount_sats
    ${going}
    JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
    JOIN account a ON a.family_id = e.family_id AND a.account_id = p.account_id
      AND a.kind = 'spending'
    WHERE s.family_id = ${familyId} AND s.seal_no <= ${lastSeal}
      AND e.type <> 'spending_adjustment'
      AND e.entry_id NOT IN (
        SELECT w.entry_id FROM wallet_row w WHERE w.family_id = ${familyId} AND w.kind = 'posted'
        UNION ALL
        SELECT unnest(o.entry_ids) FROM wallet_opening o WHERE o.family_id = ${familyId})
    ON CONFLICT DO NOTHING`;
  await tx`
    INSERT INTO kept_correction (family_id, child_id, corrected_at)
    SELECT e.family_id, e.child_id, max(e.occurred_at)
    ${going}
    WHERE s.family_id = ${familyId} AND s.seal_no <= ${lastSeal} AND e.type = 'spending_adjustment'
    GROUP BY e.family_id, e.child_id
    ON CONFLICT (family_id, child_id) DO UPDATE SET
      corrected_at = greatest(kept_correction.corrected_at, excluded.corrected_at)`;
};
