/** A family's most frequent amounts, offered at amount fields. Pure. */
import type { Sats } from './money.ts';

const OFFERED = 3;

/** Offered on every screen while a family has no habits yet. */
export const COMMON_SATS: readonly Sats[] = [1_000n, 2_000n, 5_000n];

/** Nothing above three times the median of past amounts is offered: a slip would be costly. */
const MOST_TIMES = 3n;

/**
 * The most frequent amounts, the most recent first in a tie, returned in ascending order.
 * @param used past amounts of one kind, newest first; signs don't matter
 * @param common fills in for a family's missing habits
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

/** Undefined for an empty list. */
const middleOf = (amounts: readonly Sats[]): Sats | undefined =>
  amounts.toSorted(ascending)[Math.floor(amounts.length / 2)];
