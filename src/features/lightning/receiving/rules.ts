/** When an invoice for a child counts as not paid, and how often a browser asks. Pure. */

import type { LookUp } from '#core/lightning/wallet.ts';
import { DAY, HOUR } from '#core/time.ts';

/** Which connection answers, and when it was asked. */
export type Heard = { by: string | undefined; now: Date };

/**
 * Only a wallet that is asked after the invoice has expired can say that it was not paid; one that
 * is silent may have been paid. The hour is for a payment that was under way by then. "Not found"
 * counts a day later, and only from the wallet that made the invoice.
 */
export function isOver(
  { expiresAt, connectionId }: { expiresAt: Date; connectionId: string | null },
  found: LookUp,
  { by, now }: Heard,
): boolean {
  const lateMs = now.getTime() - expiresAt.getTime();
  if (found.state === 'open' || found.state === 'expired') return lateMs > HOUR;
  const isItsWallet = by !== undefined && by === connectionId;
  const isNotKnown = found.state === 'unknown' && found.reason === 'not-found';
  return isNotKnown && isItsWallet && lateMs > DAY;
}

const ASK_MS = 5_000;
const ASK_LATER_MS = 30_000;
const SELDOM_MS = 600_000;
const WATCHED_MS = 180_000;

/**
 * When a browser asks its wallet again about an invoice that has been on the screen for so long:
 * often while somebody watches it arrive, then ever more rarely. Each question takes from what the
 * family may send in a day.
 */
export function askAgainMs(shownMs: number): number {
  if (shownMs < WATCHED_MS) return ASK_MS;
  return Math.min(SELDOM_MS, ASK_LATER_MS * 2 ** Math.floor(Math.log2(shownMs / WATCHED_MS)));
}
