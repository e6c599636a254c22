/** The news for a child who opens its book again. Pure. */
import type { Transaction } from '#features/book/transactions/contract.ts';

/** How many lines are announced together; the rest is in the book. */
export const MOST_NEWS = 4;

/**
 * Income from outside since the last seen line, oldest first: no corrections, no reversed lines, no
 * spending. On first opening the book, announces nothing.
 * @param entries the latest lines, newest first
 * @param lastSeen the first line at that time; it may no longer be in the list
 */
export function arrivedSince(
  entries: readonly Transaction[],
  lastSeen: string | undefined,
): readonly Transaction[] {
  if (lastSeen === undefined) return [];
  const at = entries.findIndex(({ id }) => id === lastSeen);
  const later = at === -1 ? entries : entries.slice(0, at);
  return later.filter(isGain).slice(0, MOST_NEWS).reverse();
}

export const isGain = ({
  type,
  from,
  to,
  amount,
  reverses,
  undoneBy,
  state,
}: Transaction): boolean =>
  from === null &&
  to !== null &&
  Number(amount) > 0 &&
  reverses === null &&
  undoneBy === null &&
  state !== 'waiting' &&
  !CORRECTIONS.includes(type);

const CORRECTIONS: readonly Transaction['type'][] = [
  'spending_adjustment',
  'savings_deposit',
  'savings_withdrawal',
];
