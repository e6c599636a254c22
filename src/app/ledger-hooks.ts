/** What features do when an entry is taken back, marked as paid, or pruned. */
import { weekReversal } from '#features/allowances/store.ts';
import { shareReversal } from '#features/goals/allocations/store.ts';
import { contributionPruning } from '#features/goals/history.ts';
import { importPruning } from '#features/imports/kept.ts';
import { importClaim } from '#features/imports/undo.ts';
import { giftReversal } from '#features/lightning/gifts/store.ts';
import { settleMarked } from '#features/lightning/payouts/outcomes.ts';
import { payoutClaim, payoutReversal } from '#features/lightning/payouts/store.ts';
import { arrivalClaim } from '#features/payments/store.ts';
import { paymentPruning, type SettledHook } from '#features/transactions/payments.ts';
import type { UndoHooks } from '#features/transactions/undo.ts';
import { depositReversal } from '#features/wallet/deposits/store.ts';
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
  claims: [importClaim, arrivalClaim, payoutClaim],
  reversals: reversalHooks,
};

export const settledHooks: readonly SettledHook[] = [settleMarked];

export const pruneHooks: readonly PruneHook[] = [
  importPruning,
  paymentPruning,
  contributionPruning,
];
