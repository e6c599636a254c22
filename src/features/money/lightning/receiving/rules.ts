/** How often a browser queries its wallet about a child's invoice. Pure. */

const ASK_MS = 5_000;
const ASK_LATER_MS = 30_000;
const SELDOM_MS = 600_000;
const WATCHED_MS = 180_000;

/**
 * Returns when to query again after the invoice has been on the screen for this long: often at
 * first, while people watch it arrive, then less and less. Each request uses up some of the
 * family's daily allowance.
 */
export function askAgainMs(shownMs: number): number {
  if (shownMs < WATCHED_MS) return ASK_MS;
  return Math.min(SELDOM_MS, ASK_LATER_MS * 2 ** Math.floor(Math.log2(shownMs / WATCHED_MS)));
}
