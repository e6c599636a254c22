/** Names of types and accounts on screen. */
import { t } from '@lingui/core/macro';
import type { ACCOUNT_KINDS, TransactionType } from '#features/book/transactions/contract.ts';

export function typeWord(type: TransactionType): string {
  const words: Record<TransactionType, string> = {
    allowance: t`Allowance`,
    bonus: t`Bonus or gift`,
    chore_payment: t`Pay for a chore`,
    spending_adjustment: t`Correction of spending money`,
    spending: t`Spent`,
    lightning_spend: t`Paid with Lightning`,
    savings_deposit: t`Into savings`,
    savings_withdrawal: t`Out of savings`,
    earned: t`Earned`,
  };
  return words[type];
}

export function accountWord(kind: (typeof ACCOUNT_KINDS)[number]): string {
  if (kind === 'savings') return t`Savings`;
  return kind === 'spending' ? t`Spending` : t`Goal`;
}
