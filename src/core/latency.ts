/**
 * Response times, counted in buckets: the instances' counts are added up, and a percentile is read
 * from the sums. Pure.
 */

/** The upper ends of the buckets in milliseconds; the last one is open-ended. */
export const CLASS_ENDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
export const CLASSES = CLASS_ENDS_MS.length + 1;

/**
 * The threshold for slow replies. It has to be the end of a bucket, or slow replies couldn't be
 * counted.
 */
export const SLOW_REPLY_MS = 1_000;

export function classOf(ms: number): number {
  const found = CLASS_ENDS_MS.findIndex((end) => ms <= end);
  return found === -1 ? CLASS_ENDS_MS.length : found;
}

/**
 * Milliseconds within which `share` of the replies came; 0 if there are none. Replies are
 * assumed to be spread evenly within a bucket; for the last one only its start is known.
 * @param counts one per bucket
 */
export function percentile(counts: readonly number[], share: number): number {
  const rank = counts.reduce((sum, count) => sum + count, 0) * share;
  if (rank === 0) return 0;
  let before = 0;
  for (const [i, count] of counts.entries()) {
    if (before + count >= rank) {
      const from = CLASS_ENDS_MS[i - 1] ?? 0;
      const to = CLASS_ENDS_MS[i] ?? from;
      return from + ((rank - before) / count) * (to - from);
    }
    before += count;
  }
  return CLASS_ENDS_MS.at(-1) as number;
}

/** How many took longer than SLOW_REPLY_MS. */
export const countSlow = (counts: readonly number[]): number =>
  counts.slice(CLASS_ENDS_MS.indexOf(SLOW_REPLY_MS) + 1).reduce((sum, count) => sum + count, 0);
