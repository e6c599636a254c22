/** Hooks of features for an entry that is taken back, marked as paid, or pruned. */

import { importPruning } from '#features/book/imports/kept.ts';
import { importObjection } from '#features/book/imports/undo.ts';
import { arrivalObjection } from '#features/book/payments/store.ts';
import { paymentPruning, type SettledHook } from '#features/book/transactions/payments.ts';
import type { UndoHooks } from '#features/book/transactions/undo.ts';
import { giftReversal } from '#features/money/lightning/gifts/store.ts';
import { settleMarked } from '#features/money/lightning/payouts/outcomes.ts';
import { payoutObjection, payoutReversal } from '#features/money/lightning/payouts/store.ts';
import { depositReversal } from '#features/money/wallet/deposits/store.ts';
import { weekReversal } from '#features/pocket/allowances/store.ts';
import { shareReversal } from '#features/pocket/goals/allocations/store.ts';
import { contributionPruning } from '#features/pocket/goals/history.ts';
import type { PruneHook } from '#server/ledger/prune.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';

export const reversalHooks: readonly ReversalHook[] = [
  weekReversal,
  shareReversal,
  giftReversal,
  depositReversal,
  payoutReversal,
];

export const undoHooks: UndoHooks = {
  objections: [importObjection, arrivalObjection, payoutObjection],
  reversals: reversalHooks,
};

export const settledHooks: readonly SettledHook[] = [settleMarked];

export const pruneHooks: readonly PruneHook[] = [
  importPruning,
  paymentPruning,
  contributionPruning,
];
