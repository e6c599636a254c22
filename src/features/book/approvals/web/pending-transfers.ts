/** The query for pending transfers to savings. */
import { approvals } from '#features/book/approvals/contract.ts';
import { query } from '#web/query.ts';

const EVERY_10_S = 10_000;

/** Polled every 10 seconds, in addition to the live updates. */
export const pendingTransfers = () => ({
  ...query(approvals.pendingTransfers, {}),
  refetchInterval: EVERY_10_S,
});
