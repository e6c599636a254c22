/** When a wallet is asked about a payment again, and when an arrival surely was not paid. Pure. */
import type { LookUp } from '#core/lightning/wallet.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';

/** Every few seconds while people wait, in the end once a day. */
export function nextLook(since: Date, now: Date): Date {
  return new Date(now.getTime() + waitAt(now.getTime() - since.getTime()));
}

function waitAt(age: number): number {
  if (age < 15 * MINUTE) return 5_000;
  if (age < HOUR) return MINUTE;
  return age < 7 * DAY ? 15 * MINUTE : DAY;
}

/** The longest that a payment under way can be held on its route: 2,016 blocks. */
const MAY_SETTLE_MS = 14 * DAY;

/**
 * When a wallet is asked again about a payment that counts as failed; null once nothing that was
 * under way can be paid any more.
 */
export const nextLateLook = (failedAt: Date, now: Date): Date | null =>
  now.getTime() + HOUR > failedAt.getTime() + MAY_SETTLE_MS ? null : new Date(now.getTime() + HOUR);

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
