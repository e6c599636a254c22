/** How the calls under /api/lightning write whole sats in replies: as JSON numbers. Pure. */

export const jsonSats = (amount: bigint): number => Number(amount);
