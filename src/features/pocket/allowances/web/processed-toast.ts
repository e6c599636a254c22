/** The toast after "Process Allowances": each child's amount, or that none was due. */
import { t } from '@lingui/core/macro';
import { satsOf } from '#web/amounts.ts';
import { satsWithValue } from '#web/ui/money-text.ts';
import type { ToastInput } from '#web/ui/toast-store.ts';
import { weekdayName } from '#web/weekdays.ts';

interface ProcessedChild {
  childId: string;
  childName: string;
  amount: string;
  entryId: string;
}

/** One child's total over all its weeks. */
export interface PaidChild {
  childId: string;
  name: string;
  sats: bigint;
  weeks: number;
  /** One per week. */
  entryIds: string[];
}

/** `weekday` is the family's today, 0 for Sunday. */
export function processedToast(processed: readonly ProcessedChild[], weekday: number): ToastInput {
  if (processed.length === 0) {
    const today = weekdayName(weekday);
    return {
      title: t`No Allowances Due`,
      description: t`Today is ${today}, and everything due so far is in the books.`,
    };
  }
  const list = perChild(processed).map(({ name, sats }) => `${name}: ${satsWithValue(sats)}`);
  return { title: t`Allowances Processed`, description: list.join('; ') };
}

/** Adds up several weeks per child, in booking order. */
export function perChild(processed: readonly ProcessedChild[]): PaidChild[] {
  const sums = new Map<string, PaidChild>();
  for (const { childId, childName: name, amount, entryId } of processed) {
    const before = sums.get(childId) ?? { sats: 0n, weeks: 0, entryIds: [] };
    const sats = before.sats + satsOf(amount);
    const entryIds = [...before.entryIds, entryId];
    sums.set(childId, { childId, name, sats, weeks: before.weeks + 1, entryIds });
  }
  return [...sums.values()];
}
