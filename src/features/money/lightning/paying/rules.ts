/** What is held and booked for the fee of a payment, and when to check on it. Pure. */
import { MINUTE } from '#core/time.ts';
import { nextLook } from '#features/book/payments/rules.ts';

/** Enough time to pass a payment to whoever sends it; after that they are gone. */
export const unsentAt = (now: Date): Date => new Date(nextLook(now, now).getTime() + MINUTE);

/** What is held for the fee: 1 percent of the amount, at least 10 sats. */
export const feeLimitOf = (amountSats: bigint): bigint =>
  amountSats / 100n > 10n ? amountSats / 100n : 10n;

/** When to ask once more for a fee that was not reported. */
export const feeLookAt = (now: Date): Date => new Date(now.getTime() + MINUTE);

/**
 * The fee to book: what the wallet reports, up to the agreed limit and as far as the child has
 * money for it. The parents bear the rest.
 */
export const bookedFee = (feeSats: bigint | null, roomSats: bigint): bigint => {
  const told = feeSats ?? 0n;
  return told < roomSats ? told : roomSats;
};
