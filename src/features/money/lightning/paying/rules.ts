/** Amounts held and booked for a payment's fee, and when to check the payment. Pure. */
import { MINUTE } from '#core/time.ts';
import { nextLook } from '#features/book/payments/rules.ts';

/** Enough time to pass a payment to its sender; after that, the sender has stopped. */
export const unsentAt = (now: Date): Date => new Date(nextLook(now, now).getTime() + MINUTE);

/** Sats held for the fee: 1 percent of the amount, at least 10. */
export const feeLimitOf = (amountSats: bigint): bigint =>
  amountSats / 100n > 10n ? amountSats / 100n : 10n;

/** When to ask again for a fee that the wallet didn't report. */
export const feeLookAt = (now: Date): Date => new Date(now.getTime() + MINUTE);

/**
 * Returns the fee to book: the wallet's report, up to the agreed limit and the child's money. The
 * parents bear the rest.
 */
export const bookedFee = (feeSats: bigint | null, roomSats: bigint): bigint => {
  const reported = feeSats ?? 0n;
  return reported < roomSats ? reported : roomSats;
};
