/** What is held and booked for the fee of a payment, and when the wallet is asked again. Pure. */

/** The part of the amount that is held for the fee: 1 percent, and 10 sats at least. */
export const feeLimitOf = (amountSats: bigint): bigint =>
  amountSats / 100n > 10n ? amountSats / 100n : 10n;

/**
 * What is booked as the fee: what the wallet says, as far as the child has money for it. The limit
 * is never booked.
 */
export const bookedFee = (feeSats: bigint | null, roomSats: bigint): bigint => {
  const told = feeSats ?? 0n;
  return told < roomSats ? told : roomSats;
};

const MINUTE_MS = 60_000;
const FIRST_LOOKS_MS = 15 * MINUTE_MS;

/** When to ask again: every few seconds while people wait, then less and less often. */
export function nextLook(since: Date, now: Date): Date {
  const age = now.getTime() - since.getTime();
  const wait = age < FIRST_LOOKS_MS ? 5_000 : age < 4 * FIRST_LOOKS_MS ? MINUTE_MS : 15 * MINUTE_MS;
  return new Date(now.getTime() + wait);
}
