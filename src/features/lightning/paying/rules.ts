/** What is held and booked for the fee of a payment, and when the wallet is asked again. Pure. */

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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When to ask again: every few seconds while people wait, in the end once a day. */
export function nextLook(since: Date, now: Date): Date {
  return new Date(now.getTime() + waitAt(now.getTime() - since.getTime()));
}

function waitAt(age: number): number {
  if (age < 15 * MINUTE_MS) return 5_000;
  if (age < HOUR_MS) return MINUTE_MS;
  return age < 7 * DAY_MS ? 15 * MINUTE_MS : DAY_MS;
}
