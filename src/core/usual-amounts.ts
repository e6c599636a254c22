/** Which amounts a family uses most: what the amount fields offer to tap. Pure. */
import type { Sats } from './money.ts';

const OFFERED = 3;

/** Offered where a family has no habits yet, on every screen. */
export const COMMON_SATS: readonly Sats[] = [1_000n, 2_000n, 5_000n];

/**
 * The most frequent first choice, of equals the one used last; in ascending order.
 * @param used the newest first; signs do not matter.
 * @param common fills up what a family has not used yet.
 */
export function usualAmounts(used: readonly Sats[], common: readonly Sats[], atMost: Sats): Sats[] {
  const counts = new Map<Sats, number>();
  for (const amount of used) {
    const sats = amount < 0n ? -amount : amount;
    if (sats > 0n && sats <= atMost) counts.set(sats, (counts.get(sats) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([sats]) => sats);
  const offered = [...new Set([...byCount, ...common])].slice(0, OFFERED);
  return offered.sort((one, other) => (one < other ? -1 : 1));
}
