/** What features add when the ledger takes an entry back or removes old ones. */
import { weekReversal } from '#features/allowances/store.ts';
import { shareReversal } from '#features/goals/allocations/store.ts';
import { contributionPruning } from '#features/goals/history.ts';
import { importPruning } from '#features/imports/kept.ts';
import { giftReversal } from '#features/lightning/gifts/store.ts';
import { paymentPruning } from '#features/transactions/payments.ts';
import { depositReversal } from '#features/wallet/children/store.ts';
import type { PruneHook } from '#server/ledger/prune.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';

export const reversalHooks: readonly ReversalHook[] = [
  weekReversal,
  shareReversal,
  giftReversal,
  depositReversal,
];

export const pruneHooks: readonly PruneHook[] = [
  importPruning,
  paymentPruning,
  contributionPruning,
];
