/** What is held and booked for the fee of a payment, and when it is looked after. Pure. */
import { MINUTE } from '#core/time.ts';
import { nextLook } from '#features/payments/rules.ts';

/** Long enough to hand a payment to whoever sends it; from then on they are gone. */
export const unsentAt = (now: Date): Date => new Date(nextLook(now, now).getTime() + MINUTE);

/** The part of the amount that is held for the fee: 1 percent, and 10 sats at least. */
export const feeLimitOf = (amountSats: bigint): bigint =>
  amountSats / 100n > 10n ? amountSats / 100n : 10n;

/** A fee that was not told is looked up once more then. */
export const feeLookAt = (now: Date): Date => new Date(now.getTime() + MINUTE);

/**
 * What is booked as the fee: what the wallet says, up to the limit that was agreed and as far as
 * the child has money for it. What the wallet took beyond is the parents'.
 */
export const bookedFee = (feeSats: bigint | null, roomSats: bigint): bigint => {
  const told = feeSats ?? 0n;
  return told < roomSats ? told : roomSats;
};
