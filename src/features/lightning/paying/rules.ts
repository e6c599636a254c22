/** What is held and booked for the fee of a payment, and when the wallet is asked again. Pure. */
import { DAY, HOUR, MINUTE } from '#core/time.ts';

/** The part of the amount that is held for the fee: 1 percent, and 10 sats at least. */
export const feeLimitOf = (amountSats: bigint): bigint =>
  amountSats / 100n > 10n ? amountSats / 100n : 10n;

/**
 * What is booked as the fee: what the wallet says, up to the limit that was agreed and as far as
 * the child has money for it. What the wallet took beyond is the parents'.
 */
export const bookedFee = (feeSats: bigint | null, roomSats: bigint): bigint => {
  const told = feeSats ?? 0n;
  return told < roomSats ? told : roomSats;
};

/** When to ask again: every few seconds while people wait, in the end once a day. */
export function nextLook(since: Date, now: Date): Date {
  return new Date(now.getTime() + waitAt(now.getTime() - since.getTime()));
}

function waitAt(age: number): number {
  if (age < 15 * MINUTE) return 5_000;
  if (age < HOUR) return MINUTE;
  return age < 7 * DAY ? 15 * MINUTE : DAY;
}
