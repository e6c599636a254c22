/** A vault day's fee, as a share of the amount it puts into the vault. Pure. */

/** A fee below this share is low. */
export const LOW_FEE_PERCENT = 2n;

/** In percent with one decimal, rounded up: "2" never means more than 2 %. */
export function feePercent(feeSats: bigint, amountSats: bigint): number {
  if (amountSats <= 0n) return 0;
  const tenths = (feeSats * 1_000n + amountSats - 1n) / amountSats;
  return Number(tenths) / 10;
}

export const isLowFee = (feeSats: bigint, amountSats: bigint): boolean =>
  feeSats * 100n < amountSats * LOW_FEE_PERCENT;
