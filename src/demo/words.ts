/** The demo's alert after an action: what would have happened, and that nothing did. */
import { t } from '@lingui/core/macro';
import { nameOf } from '#contract/endpoint.ts';
import { approvals } from '#features/book/approvals/contract.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';

/** The action's call; `nth` increases, so repeating an action announces it again. */
export interface Notice {
  nth: number;
  call: string;
}

export function saidText({ call }: Notice): string {
  const would = wouldText(call);
  return t`This is a demo: nothing was sent or kept. ${would}`;
}

/** Shown next to the action; the bar says the rest. */
export const refusedText = () => t`This is a demo: nothing was sent, and nothing has changed.`;

/** Within the family's own book. */
function wouldText(call: string): string {
  const is = (...some: Parameters<typeof nameOf>[0][]) => some.map(nameOf).includes(call);
  if (is(allowances.process)) return t`In your own book, every allowance due would be recorded.`;
  if (is(transactions.add, transactions.addSeveral, approvals.initiateTransfer))
    return t`In your own book, the new line would be there now.`;
  if (is(approvals.ask, allocations.ask)) return t`In your own book, a parent would be asked now.`;
  const { decide, decideWithdrawal, approveAll, approveTransfer } = approvals;
  if (is(decide, decideWithdrawal, approveAll, approveTransfer, allocations.decide))
    return t`In your own book, the answer would count and your child would see it.`;
  return t`In your own book, this would apply from now on.`;
}
