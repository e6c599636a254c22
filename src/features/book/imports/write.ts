/** Writes a planned import, and takes one back: rows, entries and opening amount together. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Entry, reversed, transfer } from '#core/ledger.ts';
import { markPaid, unmarkPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { NOT_ENOUGH, post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Plan } from './plan.ts';
import { entryWords, openingOf } from './rules.ts';
import {
  addImport,
  addOpening,
  addRows,
  findBooked,
  type ImportRowOf,
  lowestSum,
  type NewImport,
  type NewRow,
} from './store.ts';
import { endImport, forgetRows, postedEntries, rowsOf } from './undo.ts';

type By = { userId: string; now: Date };
type Book = { spending: string; outside: string };

export const TOO_LITTLE = because('IMPORT_OVERDRAWS');
export const GONE = because('IMPORT_MONEY_GONE');

const OPENING = 'What was in the wallet before its file begins';
const TAKEN_BACK = 'Import taken back';

/** Sends everything; the caller awaits the last promise together with COMMIT. */
export async function writeImport(
  tx: Tx,
  plan: Plan,
  totals: Pick<NewImport, 'filename' | 'imported' | 'skipped' | 'matched' | 'history'>,
  by: By,
  importId = newId(by.now.getTime()),
): Promise<{ importId: string; sent: Promise<unknown> }> {
  const { of, book, file, planned, openingSats } = plan;
  const { now, userId } = by;
  const rows: NewRow[] = [];
  const entries: Entry[] = [];
  for (const one of planned) {
    if (one.kind === 'duplicate' || one.kind === 'question') continue;
    const entryId = one.kind === 'new' ? newId(now.getTime()) : (one.entry?.entryId ?? null);
    rows.push({ ...one, entryId });
    if (one.kind === 'new' && entryId) entries.push(entryOf(one, entryId, plan, by));
  }
  const opening = openingEntry(of, book, openingSats, earliest(rows, now), by);
  if (opening) entries.push(opening);
  const matched = rows.flatMap((row) =>
    row.kind === 'matched' && row.entryId ? [row.entryId] : [],
  );
  const sent = inOrder([
    worded(post(tx, entries, now), TOO_LITTLE),
    addImport(tx, {
      ...of,
      ...totals,
      importId,
      format: file.format,
      openingSats,
      madeBy: userId,
      now,
    }),
    addRows(tx, of, importId, rows),
    opening && addOpening(tx, of, openingSats, opening.entryId),
    matched.length > 0 && markPaid(tx, of.familyId, matched, { by: userId, now, source: 'import' }),
  ]);
  return { importId, sent };
}

function entryOf(one: Plan['planned'][number], entryId: string, plan: Plan, by: By): Entry {
  const { of, book } = plan;
  const words = entryWords(one.source.description);
  const out = one.effectSats < 0n;
  return {
    entryId,
    familyId: of.familyId,
    childId: of.childId,
    type: out ? 'lightning_spend' : 'earned',
    amountSats: one.effectSats,
    occurredAt: one.at as Date,
    madeBy: by.userId,
    ...(words !== '' && { text: entryText(words) }),
    postings: signed(book, one.effectSats),
  };
}

const signed = ({ spending, outside }: Book, sats: bigint) =>
  sats < 0n ? transfer(spending, outside, -sats) : transfer(outside, spending, sats);

/** Has the type earned even if it shrinks, to keep the total earned correct. */
function openingEntry(
  { familyId, childId }: { familyId: string; childId: string },
  book: Book,
  sats: bigint,
  occurredAt: Date,
  { userId, now }: By,
): Entry | undefined {
  if (sats === 0n) return undefined;
  return {
    entryId: newId(now.getTime()),
    familyId,
    childId,
    type: 'earned',
    amountSats: sats,
    occurredAt,
    madeBy: userId,
    text: entryText(OPENING),
    postings: signed(book, sats),
  };
}

const earliest = (rows: readonly NewRow[], now: Date): Date =>
  rows.reduce((first, { at }) => (at && at < first ? at : first), now);

/** The first error is the cause: later ones only report that a statement failed. */
async function inOrder(sent: readonly unknown[]): Promise<void> {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason;
}

async function worded(posting: Promise<void>, sentence: Sentence): Promise<void> {
  try {
    await posting;
  } catch (error) {
    if (error instanceof Refusal && error.why === NOT_ENOUGH)
      throw new Refusal('CONFLICT', sentence);
    throw error;
  }
}

/**
 * Reverses the import's entries, unmarks those it had marked Paid, and forgets its rows, so the
 * same file can be imported again as new.
 * @throws Refusal CONFLICT if it was already taken back, or its money is gone
 */
export async function takeBack(tx: Tx, familyId: string, i: ImportRowOf, by: By): Promise<void> {
  if (i.undoneAt) throw new Refusal('CONFLICT', because('IMPORT_TAKEN_BACK'));
  const { now, userId } = by;
  const of = { familyId, childId: i.childId, wallet: i.wallet };
  const [books, rows, entries, lowest, booked] = await Promise.all([
    findBooks(tx, familyId, [i.childId]),
    rowsOf(tx, of, i.importId),
    postedEntries(tx, of, i.importId),
    lowestSum(tx, of, { without: i.importId }),
    findBooked(tx, of),
  ]);
  const book = books.get(i.childId);
  if (!book) throw new Refusal('CONFLICT', because('BOOK_CLOSED'));
  const standing = new Map(entries.map((entry) => [entry.entryId, entry]));
  const back: Entry[] = entries
    .filter(({ undone }) => !undone)
    .map(({ entryId, type, amountSats, postings }) => ({
      entryId: newId(now.getTime()),
      familyId,
      childId: i.childId,
      type,
      amountSats: -amountSats,
      occurredAt: now,
      madeBy: userId,
      reverses: entryId,
      text: entryText(TAKEN_BACK),
      postings: reversed(postings),
    }));
  const pruned = rows
    .filter(({ kind, entryId }) => kind === 'posted' && !standing.has(entryId as string))
    .reduce((sum, { effectSats }) => sum + effectSats, 0n);
  if (pruned !== 0n)
    back.push({
      ...(openingEntry(of, book, -pruned, now, by) as Entry),
      text: entryText(TAKEN_BACK),
    });
  const difference = openingOf(lowest) - booked;
  const opening = openingEntry(of, book, difference, now, by);
  if (opening) back.push(opening);
  const matched = rows.flatMap(({ kind, entryId }) =>
    kind === 'matched' && entryId ? [entryId] : [],
  );
  await inOrder([
    worded(post(tx, back, now), GONE),
    forgetRows(tx, of, i.importId),
    opening && addOpening(tx, of, difference, opening.entryId),
    matched.length > 0 && unmarkPaid(tx, familyId, matched, { by: userId, now, source: 'import' }),
    endImport(tx, familyId, i.importId, by),
  ]);
}
