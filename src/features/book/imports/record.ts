/** Imports and previews in the API's format. */
import { formatBtc } from '#core/money.ts';
import type { ImportPreview, ImportRecord, ImportRow } from './contract.ts';
import type { Plan } from './plan.ts';
import { ANSWER_FIRST, type Planned } from './rules.ts';
import type { ImportRowOf } from './store.ts';

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

/** Why a duplicate adds nothing. */
export const duplicateReason = ({ isElsewhere }: Planned): string =>
  isElsewhere
    ? 'the family’s Lightning wallet has it: in another book, or waiting to be booked'
    : 'it was imported before';

/** Every row of the file, in file order. */
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
        ? duplicateReason(one)
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
