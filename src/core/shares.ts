/** Whole parts that add up, by the method of the largest remainder (Hamilton). Pure. */
import type { Sats } from './money.ts';

/**
 * Divides `whole` by weight: each part is rounded down, then the rest is given out one by one to
 * the largest remainders; the first wins a tie. All zeros if nothing has weight.
 */
export function apportion(whole: number, weights: readonly bigint[]): number[] {
  return apportionSats(BigInt(whole), weights).map(Number);
}

/** The same for amounts. */
export function apportionSats(whole: Sats, weights: readonly bigint[]): Sats[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const exact = weights.map((weight, index) => ({
    index,
    part: (weight * whole) / total,
    rest: (weight * whole) % total,
  }));
  const missing = whole - exact.reduce((sum, one) => sum + one.part, 0n);
  const byRest = exact.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1));
  for (const one of byRest.slice(0, Number(missing))) one.part += 1n;
  return exact.map((one) => one.part);
}
