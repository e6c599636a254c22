/** When an invoice for a child counts as not paid. Pure. */
import type { LookUp } from '#core/lightning/wallet.ts';

/** Which connection answers, and when it was asked. */
export type Heard = { by: string | undefined; now: Date };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
  if (found.state === 'open' || found.state === 'expired') return lateMs > HOUR_MS;
  const isItsWallet = by !== undefined && by === connectionId;
  const isNotKnown = found.state === 'unknown' && found.reason === 'not-found';
  return isNotKnown && isItsWallet && lateMs > DAY_MS;
}
