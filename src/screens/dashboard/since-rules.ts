/** What a child is told when it opens its book again. Pure. */
import type { Transaction } from '#features/book/transactions/contract.ts';

/** How many lines are announced at once; the rest is in the book. */
export const MOST_NEWS = 4;

/**
 * What came from outside since the line that was seen last, oldest first: no corrections, nothing
 * that was taken back, no spending. On first opening the book, nothing is announced.
 * @param entries the latest lines, newest first
 * @param lastSeen the line that was first then; it may have left the list by now
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
