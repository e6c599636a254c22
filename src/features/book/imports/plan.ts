/** Plans an import: each row's outcome, given the current book. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Book, findBooks } from '#features/book/transactions/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { findBookedByHash } from './booked.ts';
import type { ParsedFile } from './csv/format.ts';
import type { FileInput, ReadFile } from './read-file.ts';
import { ANSWER_FIRST, type Identified, openingOf, type Planned, planImport } from './rules.ts';
import type { Of, WaitingFile } from './store.ts';
import {
  findBooked,
  findCandidates,
  findCut,
  findKnown,
  findUnderOtherKind,
  lowestSum,
} from './store.ts';

export type Plan = {
  of: Of;
  book: Book;
  file: ParsedFile;
  zone: string;
  planned: readonly Planned[];
  cut: Date | undefined;
  /** The change to the wallet's opening amount. */
  openingSats: bigint;
};

/** Reads only. @throws Refusal NOT_FOUND */
export async function makePlan(
  tx: Tx,
  familyId: string,
  input: FileInput,
  { file, zone, rows }: ReadFile,
  now: Date,
): Promise<Plan> {
  const books = await findBooks(tx, familyId, [input.childId]);
  const book = books.get(input.childId);
  if (!book) throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
  const of: Of = { familyId, childId: input.childId, wallet: file.wallet };
  const [byPrint, others, cut, bookedSats, booked] = await Promise.all([
    findKnown(tx, of, [...new Set(rows.flatMap(({ prints }) => prints))]),
    of.wallet === 'phoenix' ? findUnderOtherKind(tx, of, rows) : [],
    findCut(tx, of),
    findBooked(tx, of),
    findBookedByHash(tx, of, rows),
  ]);
  const known = new Map(byPrint);
  for (const print of others) if (!known.has(print)) known.set(print, { count: 1, next: 0 });
  // If every row is known, no matching is needed.
  const fresh = rows.filter(({ prints }) => !prints.some((print) => known.has(print)));
  const again = rows.some(({ row }) => row.id === null);
  const times = timesOf(again ? rows : fresh, input);
  const candidates =
    times.length > 0 && (again || fresh.length > 0)
      ? await findCandidates(tx, of, least(times), most(times))
      : [];
  const planned = planImport({ rows, answers: input, known, candidates, booked, cut, now });
  const added = planned.filter(({ counts }) => counts);
  const openingSats =
    added.length > 0 ? openingOf(await lowestSum(tx, of, { added })) - bookedSats : 0n;
  return { of, book, file, zone, planned, cut, openingSats };
}

/** @throws Refusal VALIDATION_ERROR naming the first row with an open question */
export function answered({ planned }: Plan): void {
  const open = planned.find(({ kind }) => kind === 'question');
  const ask = open?.asks[0];
  if (open && ask && ask !== 'match')
    throw new Refusal(
      'VALIDATION_ERROR',
      because('ROW_WRONG', { row: open.source.row, problem: ANSWER_FIRST[ask] }),
      'rows',
    );
}

/** A pending file in the form of a new upload. */
export const asInput = ({ content, childId, filename, answers }: WaitingFile): FileInput => ({
  ...answers,
  childId,
  filename,
  csvContent: content,
});

function timesOf(rows: readonly Identified[], input: FileInput): number[] {
  const read = rows.flatMap(({ row }) => (row.timestampISO === null ? [] : [row.timestampISO]));
  const given = (input.rows ?? []).flatMap(({ at }) => (at === undefined ? [] : [at]));
  return [...read, ...given].map((text) => new Date(text).getTime());
}

const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b));
const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b));
