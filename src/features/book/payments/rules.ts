/**
 * When to check a payment with a wallet again, and when an arrival was definitely not paid. Pure.
 */
import type { LookUp } from '#core/lightning/wallet.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';

/** Every few seconds while people wait, then less and less often, down to once a day. */
export function nextLook(since: Date, now: Date): Date {
  return new Date(now.getTime() + waitAt(now.getTime() - since.getTime()));
}

function waitAt(age: number): number {
  if (age < 15 * MINUTE) return 5_000;
  if (age < HOUR) return MINUTE;
  return age < 7 * DAY ? 15 * MINUTE : DAY;
}

/** The longest time a payment can be held on its route: 2,016 blocks. */
const MAY_SETTLE_MS = 14 * DAY;

/** When to check a failed payment again; null once nothing still in flight can be paid. */
export const nextLateLook = (failedAt: Date, now: Date): Date | null =>
  now.getTime() + HOUR > failedAt.getTime() + MAY_SETTLE_MS ? null : new Date(now.getTime() + HOUR);

/** The connection that answered, and the time of the query. */
export type Answered = { by: string | undefined; now: Date };

/**
 * Only a wallet queried after the invoice's expiry can say that it was not paid; silence proves
 * nothing. The extra hour is for a payment in flight at that time. "Not found" is accepted a day
 * later, and only from the wallet that made the invoice.
 */
export function isOver(
  { expiresAt, connectionId }: { expiresAt: Date; connectionId: string | null },
  found: LookUp,
  { by, now }: Answered,
): boolean {
  const lateMs = now.getTime() - expiresAt.getTime();
  if (found.state === 'open' || found.state === 'expired') return lateMs > HOUR;
  const isItsWallet = by !== undefined && by === connectionId;
  const isNotKnown = found.state === 'unknown' && found.reason === 'not-found';
  return isNotKnown && isItsWallet && lateMs > DAY;
}
