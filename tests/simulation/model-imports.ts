/** The model's files of wallets: what comes in with one, and what goes when it is taken back. */
import type { File } from './act.ts';
import { book } from './model-book.ts';
import type { ChildNo, FileRow, Model, Outcome } from './model-types.ts';

const DAY_MS = 86_400_000;
/** A row and an entry that are farther apart are two payments. */
const WINDOW_MS = 3 * DAY_MS;

const keyOf = (child: ChildNo, { id }: FileRow) => `${child} ${id}`;

/** Those that are not in the book yet. */
const newOf = ({ rows }: Model, file: File) =>
  file.rows.filter((row) => !rows.has(keyOf(file.child, row)));

/** How a file ends that a child brings in: it waits, unless it says nothing new. */
export function bring(model: Model, file: File, now: number): 'waits' | Outcome {
  const found = newOf(model, file);
  if (!areInTime(found, now)) return 'refused';
  return found.length > 0 ? 'waits' : 'done';
}

/** A payment that is to be made in two days is a mistake of somebody's. */
const areInTime = (rows: readonly FileRow[], now: number) =>
  rows.every(({ at }) => at <= now + DAY_MS);

export function importFile(next: Model, file: File, name: string, now: number): Outcome {
  const { child } = file;
  const found = newOf(next, file);
  if (!areInTime(found, now)) return 'refused';
  if (found.length === 0) return 'done';
  const cut = next.correctedAt[child];
  let [net, lines, counted] = [0n, 0, false];
  for (const row of found) {
    const isOld = cut !== undefined && row.at < cut;
    const isMatched = match(next, child, row);
    const kind = isMatched ? 'matched' : isOld && !file.includes ? 'history' : 'posted';
    const counts = kind !== 'history' && (cut === undefined || (isOld && file.includes));
    next.rows.set(keyOf(child, row), { ...row, file: name, kind, counts });
    counted ||= counts;
    if (kind !== 'posted') continue;
    net += row.sats;
    lines += 1;
  }
  next.imports.set(name, { child, imported: found.length, isUndone: false });
  return move(next, child, { net, lines, counted });
}

/** Its entry, if it stands and nobody else's row is it, counts as paid from now on. */
function match({ entries, rows }: Model, child: ChildNo, { entry: name, at }: FileRow): boolean {
  const entry = name === undefined ? undefined : entries.get(name);
  if (!entry || entry.isUndone || Math.abs(entry.at - at) > WINDOW_MS) return false;
  if ([...rows].some(([key, row]) => key.startsWith(`${child} `) && isTaken(row, name)))
    return false;
  entry.paidBy ??= 'file';
  return true;
}

const isTaken = ({ kind, entry }: { kind: string; entry?: string | undefined }, name?: string) =>
  kind === 'matched' && entry === name;

/**
 * What was in the wallet before its first row is whatever keeps all its sums from being below zero.
 */
function move(
  next: Model,
  child: ChildNo,
  { net, lines, counted }: { net: bigint; lines: number; counted: boolean },
): Outcome {
  const opening = counted ? openingOf(next, child) - next.opening[child] : 0n;
  next.opening[child] += opening;
  const all = lines + (opening === 0n ? 0 : 1);
  if (all === 0) return 'done';
  const outcome = book(next, [{ child, account: 'spending', change: net + opening }]);
  next.lines[child] += all - 1;
  return outcome;
}

function openingOf({ rows }: Model, child: ChildNo): bigint {
  let [sum, lowest] = [0n, 0n];
  const counted = [...rows].filter(([key, row]) => key.startsWith(`${child} `) && row.counts);
  for (const [, { sats }] of counted.toSorted(
    ([, a], [, b]) => a.at - b.at || (a.id < b.id ? -1 : 1),
  )) {
    sum += sats;
    if (sum < lowest) lowest = sum;
  }
  return -lowest;
}

/** As if the file had never been: it may come in once more. */
export function undoImport(next: Model, name: string): Outcome {
  const found = next.imports.get(name);
  if (!found) return 'gone';
  if (found.isUndone) return 'refused';
  found.isUndone = true;
  let [net, lines] = [0n, 0];
  for (const [key, row] of next.rows) {
    if (row.file !== name) continue;
    next.rows.delete(key);
    const entry = row.kind === 'matched' && next.entries.get(row.entry ?? '');
    if (entry && entry.paidBy === 'file') entry.paidBy = undefined;
    if (row.kind !== 'posted') continue;
    net -= row.sats;
    lines += 1;
  }
  return move(next, found.child, { net, lines, counted: true });
}
