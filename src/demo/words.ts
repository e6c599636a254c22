/** The demo's texts after an action: what would have happened, and that nothing did. */
import { plural, t } from '@lingui/core/macro';
import { nameOf } from '#contract/endpoint.ts';
import { approvals } from '#features/book/approvals/contract.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { listText } from '#screens/dashboard/web/words.ts';
import type { Passed } from './book/pay-days.ts';

/** The subject of the alert; `nth` counts, so that repeating an action announces it again. */
export type Said = { nth: number } & (
  | { kind: 'act'; call: string; refused: boolean }
  | { kind: 'passed'; passed: Passed }
);

/** For actions outside the demo's book: other people, devices, files. */
export const notPart = () => t`This is a demo: that is not part of it. Nothing was sent.`;

export function saidText(said: Said): string {
  if (said.kind === 'passed') return passedText(said.passed);
  if (said.refused) return t`This is a demo: nothing was sent, and nothing has changed.`;
  const would = wouldText(said.call);
  return t`This is a demo: nothing was sent or kept. ${would}`;
}

/** Within the family's own book. */
function wouldText(call: string): string {
  const is = (...some: Parameters<typeof nameOf>[0][]) => some.map(nameOf).includes(call);
  if (is(allowances.process)) return t`In your own book, every allowance due would be recorded.`;
  if (is(transactions.add, transactions.addSeveral, approvals.initiateTransfer))
    return t`In your own book, the new line would be there now.`;
  if (is(approvals.ask, allocations.ask)) return t`In your own book, a parent would be asked now.`;
  if (is(approvals.decide, approvals.decideWithdrawal, approvals.approveAll))
    return t`In your own book, the answer would count and your child would see it.`;
  if (is(approvals.approveTransfer, allocations.decide))
    return t`In your own book, the answer would count and your child would see it.`;
  return t`In your own book, this would apply from now on.`;
}

/** Whole sentences, so that each can be translated. */
function passedText({ days, payDays, goalsReached, lapsed }: Passed): string {
  const names = listText(goalsReached);
  return [
    days === 7 ? t`A week passed.` : t`A year passed.`,
    plural(payDays, { one: '# pay day recorded.', other: '# pay days recorded.' }),
    goalsReached.length === 0
      ? t`No goal reached yet.`
      : plural(goalsReached.length, {
          one: `# goal reached: ${names}.`,
          other: `# goals reached: ${names}.`,
        }),
    lapsed > 0 &&
      plural(lapsed, {
        one: '# request had no answer for 30 days and ended.',
        other: '# requests had no answer for 30 days and ended.',
      }),
  ]
    .filter(Boolean)
    .join(' ');
}
