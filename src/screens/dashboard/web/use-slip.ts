/**
 * A pay day's slip survives a reload of its tab: it is the place to pay it, or take it back. Only
 * the ids of its lines are stored; names and amounts stay in the book.
 */
import { useQuery } from '@tanstack/react-query';
import { type Transaction, transactions } from '#features/book/transactions/contract.ts';
import type { Processed } from '#features/pocket/allowances/web/use-process-allowances.ts';
import { query } from '#web/query.ts';
import { useWay } from '#web/ui/page-link.tsx';
import { KEPT_SLIP, type SlipState } from './kept-slip.ts';

/** The slip to display; none if some of its lines are no longer among the newest. */
export function useSlip({ slip, onSlip }: SlipState) {
  // The demo stores nothing.
  const keeps = useWay('/activity') !== undefined;
  const recent = useQuery({ ...query(transactions.recent, {}), enabled: slip === 'kept' }).data;
  return {
    slip: slip === 'kept' ? slipOf(recent ?? []) : slip,
    onSlip: (next: Processed | undefined) => {
      if (keeps) write(next?.processedChildren.map(({ entryId }) => entryId) ?? []);
      onSlip(next);
    },
  };
}

/** Undefined if one of its lines is missing, paid or taken back. */
function slipOf(recent: readonly Transaction[]): Processed | undefined {
  const ids = read();
  const lines = ids.flatMap((id) => recent.filter((line) => line.id === id));
  const isWhole = lines.length === ids.length && lines.length > 0;
  if (!isWhole || lines.some(({ state, undoneBy }) => state === 'paid' || undoneBy !== null))
    return undefined;
  return {
    processedChildren: lines.map(({ id: entryId, childId, childName, amount, createdAt }) => ({
      ...{ childId: childId ?? '', childName, amount, entryId, dueDate: createdAt.slice(0, 10) },
    })),
  };
}

function read(): string[] {
  try {
    return (sessionStorage.getItem(KEPT_SLIP) ?? '').split(' ').filter(Boolean);
  } catch {
    return []; // storage is forbidden here
  }
}

function write(ids: readonly string[]): void {
  try {
    if (ids.length > 0) sessionStorage.setItem(KEPT_SLIP, ids.join(' '));
    else sessionStorage.removeItem(KEPT_SLIP);
  } catch {
    // Storage is forbidden here: the slip is lost with the page.
  }
}
