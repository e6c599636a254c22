/** An allocation in the API's format. */
import { formatBtc } from '#core/money.ts';
import { PARENTS } from '../record.ts';
import { drawingOf, progressOf } from '../rules.ts';
import type { Allocation } from './contract.ts';
import { estimatedMonthly, partOf, statusOf } from './rules.ts';
import type { AllocationRow } from './store.ts';

/** @param savings the requesting screen's name for all savings */
export function asAllocation(
  row: AllocationRow,
  savings: 'entire_savings' | 'existing_savings' = 'entire_savings',
): Allocation {
  const isOnce = row.applyTo === 'entire_savings';
  const status = statusOf(row);
  const weekly = isOnce || status === 'ended' ? [] : (row.weekly ?? []).map(BigInt);
  const waits = row.status === 'pending' && isOnce && row.availableSats !== null;
  return {
    id: row.allocationId,
    goalId: row.goalId,
    goalTitle: row.goalTitle,
    goalName: row.goalTitle,
    goalDrawing: row.goalDrawing ?? drawingOf(row.goalCategory),
    childId: row.childId,
    childName: row.childId === null ? PARENTS : (row.childName ?? ''),
    percentage: row.tenths / 10,
    applyTo: isOnce ? savings : row.applyTo,
    status,
    denialReason: row.denialReason,
    requestNote: row.note,
    contributedAmount: formatBtc(row.contributedSats),
    estimatedMonthly: formatBtc(estimatedMonthly(weekly, row.tenths)),
    goalProgress: progressOf(row),
    movesNow: waits ? formatBtc(partOf(row.availableSats ?? 0n, row.tenths)) : null,
    byChild: row.sessionKind === 'child' || row.sessionKind === 'handed_over',
    enteredBy: row.enteredByName,
    decidedBy: row.decidedByName,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}
