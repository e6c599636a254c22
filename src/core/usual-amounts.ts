/** Which amounts a family uses most: what the amount fields offer to tap. Pure. */
import type { Sats } from './money.ts';

const OFFERED = 3;

/** Offered where a family has no habits yet, on every screen. */
export const COMMON_SATS: readonly Sats[] = [1_000n, 2_000n, 5_000n];

/** Nothing is offered above three times the middle of what was used: a slip is costly. */
const MOST_TIMES = 3n;

/**
 * The most frequent first choice, of equals the one used last; in ascending order.
 * @param used of one kind, the newest first; signs do not matter.
 * @param common fills up what a family has not used yet.
 */
export function usualAmounts(used: readonly Sats[], common: readonly Sats[], atMost: Sats): Sats[] {
  const amounts = used.map((sats) => (sats < 0n ? -sats : sats));
  const counted = amounts.filter((sats) => sats > 0n && sats <= atMost);
  const usual = middleOf(counted);
  const counts = new Map<Sats, number>();
  for (const sats of counted) counts.set(sats, (counts.get(sats) ?? 0) + 1);
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([sats]) => sats);
  return [...new Set([...byCount, ...common])]
    .filter((sats) => usual === undefined || sats <= MOST_TIMES * usual)
    .slice(0, OFFERED)
    .sort(ascending);
}

const ascending = (one: Sats, other: Sats) => (one < other ? -1 : 1);

/** Undefined of none. */
const middleOf = (amounts: readonly Sats[]): Sats | undefined =>
  amounts.toSorted(ascending)[Math.floor(amounts.length / 2)];
