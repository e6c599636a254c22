/**
 * Matches a wallet's payments with the book's entries, one to one and by amount: as many pairs as
 * possible, and among those the closest in time. Pure.
 */
import { DAY } from '#core/time.ts';

export const WINDOW_MS = 3 * DAY;
const MAX_CELLS = 1_000_000;

/**
 * True if at least two of these moments are within `window` of `at`. Uses binary search: five
 * thousand rows with the same amount call this five thousand times.
 * @param moments in milliseconds, ascending
 */
export function hasSeveralNear(moments: readonly number[], at: number, window: number): boolean {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] as number) < at - window) low = middle + 1;
    else high = middle;
  }
  const second = moments[low + 1];
  return second !== undefined && second <= at + window;
}

/** Pairs of indexes into `rows` and `entries`, which are times in milliseconds, both ascending. */
export function pairInTime(
  rows: readonly number[],
  entries: readonly number[],
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < rows.length && j < entries.length) {
    const [fromRow, fromEntry] = [i, j];
    // A cluster ends where neither side can match anything later on the other.
    let last = Math.min(rows[i] as number, entries[j] as number);
    for (;;) {
      if (i < rows.length && (rows[i] as number) <= last + WINDOW_MS) last = max(last, rows[i++]);
      else if (j < entries.length && (entries[j] as number) <= last + WINDOW_MS)
        last = max(last, entries[j++]);
      else break;
    }
    const some = pairCluster(rows.slice(fromRow, i), entries.slice(fromEntry, j));
    for (const [a, b] of some) pairs.push([a + fromRow, b + fromEntry]);
  }
  return pairs;
}

const max = (a: number, b: number | undefined) => Math.max(a, b as number);

const near = (row: number, entry: number) => Math.abs(row - entry) <= WINDOW_MS;

/** The best pairs never cross in time, so a table of prefixes finds them. */
function pairCluster(rows: readonly number[], entries: readonly number[]) {
  const width = entries.length + 1;
  if ((rows.length + 1) * width > MAX_CELLS) return pairGreedily(rows, entries);
  const count = new Int32Array((rows.length + 1) * width);
  const cost = new Float64Array((rows.length + 1) * width);
  for (let i = 1; i <= rows.length; i++)
    for (let j = 1; j <= entries.length; j++) {
      const at = i * width + j;
      const best = better(count, cost, at - width, at - 1) ? at - width : at - 1;
      count[at] = count[best] as number;
      cost[at] = cost[best] as number;
      const [row, entry] = [rows[i - 1] as number, entries[j - 1] as number];
      if (!near(row, entry)) continue;
      const with_ = at - width - 1;
      const counted = (count[with_] as number) + 1;
      const costs = (cost[with_] as number) + Math.abs(row - entry);
      if (
        counted > (count[at] as number) ||
        (counted === count[at] && costs < (cost[at] as number))
      ) {
        count[at] = counted;
        cost[at] = costs;
      }
    }
  return walkBack(rows, entries, count, cost);
}

function better(count: Int32Array, cost: Float64Array, a: number, b: number): boolean {
  if (count[a] !== count[b]) return (count[a] as number) > (count[b] as number);
  return (cost[a] as number) <= (cost[b] as number);
}

function walkBack(
  rows: readonly number[],
  entries: readonly number[],
  count: Int32Array,
  cost: Float64Array,
): [number, number][] {
  const width = entries.length + 1;
  const pairs: [number, number][] = [];
  for (let [i, j] = [rows.length, entries.length]; i > 0 && j > 0; ) {
    const at = i * width + j;
    const same = (other: number) => count[other] === count[at] && cost[other] === cost[at];
    if (same(at - width)) i -= 1;
    else if (same(at - 1)) j -= 1;
    else pairs.unshift([--i, --j]);
  }
  return pairs;
}

/** As many pairs, but not always the closest: for thousands of equal amounts within days. */
function pairGreedily(rows: readonly number[], entries: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  let j = 0;
  for (const [i, row] of rows.entries()) {
    while (j < entries.length && (entries[j] as number) < row - WINDOW_MS) j += 1;
    if (j < entries.length && near(row, entries[j] as number)) pairs.push([i, j++]);
  }
  return pairs;
}
