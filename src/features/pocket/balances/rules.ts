/** Builds the entry that corrects a balance. Pure. */
import { type Posting, transfer } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import type { TransactionType } from '#features/book/transactions/contract.ts';

export type CorrectedKind = 'savings' | 'spending';

type Correction = { type: TransactionType; words: string; amountSats: Sats; postings: Posting[] };

/** The difference, posted to or from outside; undefined if there is none. */
export function correction(
  kind: CorrectedKind,
  accounts: { account: string; outside: string },
  isSats: Sats,
  shallSats: Sats,
): Correction | undefined {
  const amountSats = shallSats - isSats;
  if (amountSats === 0n) return undefined;
  const { account, outside } = accounts;
  return {
    ...(kind === 'spending'
      ? { type: 'spending_adjustment', words: 'Correction of spending money' }
      : {
          type: amountSats > 0n ? 'savings_deposit' : 'savings_withdrawal',
          words: 'Correction of savings',
        }),
    amountSats,
    postings:
      amountSats > 0n
        ? transfer(outside, account, amountSats)
        : transfer(account, outside, -amountSats),
  };
}
