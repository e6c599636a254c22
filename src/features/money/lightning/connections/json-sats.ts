/** Whole sats in replies of the calls under /api/lightning: JSON numbers. Pure. */

export const jsonSats = (amount: bigint): number => Number(amount);
