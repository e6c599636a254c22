/**
 * The slip of a pay day outlives a reload of its tab: from it the pay day is paid, or taken back.
 * Only the ids of its lines are kept; names and amounts stay in the book.
 */
import { useState } from 'react';
import { formatBtc } from '#core/money.ts';
import type { Processed } from '#features/allowances/web/use-process-allowances.ts';
import type { Transaction } from '#features/transactions/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';
import type { SlipState } from './process-button.tsx';

const KEY = `${STORAGE_PREFIX}pay_day`;

/** @param recent the newest lines of the book; a slip with lines beyond them is not shown again */
export function useSlip(recent: readonly Transaction[] | undefined): SlipState {
  const [slip, setSlip] = useState<Processed>();
  const [kept, setKept] = useState(read);
  const onSlip = (next: Processed | undefined) => {
    write(next?.processedChildren.map(({ entryId }) => entryId) ?? []);
    setKept([]);
    setSlip(next);
  };
  return { slip: slip ?? slipOf(kept, recent ?? []), onSlip };
}

/** Undefined where one of its lines was paid or taken back meanwhile. */
function slipOf(ids: readonly string[], recent: readonly Transaction[]): Processed | undefined {
  const lines = ids.flatMap((id) => recent.filter((line) => line.id === id));
  const isWhole = lines.length === ids.length && lines.length > 0;
  if (!isWhole || lines.some(({ state, undoneBy }) => state === 'paid' || undoneBy !== null))
    return undefined;
  const total = lines.reduce((sum, { amount }) => sum + satsOf(amount), 0n);
  return {
    processedChildren: lines.map(({ id: entryId, childId, childName, amount, createdAt }) => ({
      ...{ childId: childId ?? '', childName, amount, entryId, dueDate: createdAt.slice(0, 10) },
    })),
    totalAmount: formatBtc(total),
  };
}

function read(): string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return []; // storage is forbidden here
  }
}

function write(ids: readonly string[]): void {
  try {
    if (ids.length > 0) sessionStorage.setItem(KEY, ids.join(' '));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden here: the slip goes with the page.
  }
}
