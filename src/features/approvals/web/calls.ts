/** The browser's calls of this feature, and what an answer changes elsewhere. */
import { approvals } from '#features/approvals/contract.ts';
import { client } from '#web/api.ts';
import { query } from '#web/query.ts';

export const approvalsCalls = client(approvals);

export const REQUESTS_CHANGE = [
  '/api/requests',
  '/api/withdrawal-requests',
  '/api/savings-transfers',
  '/api/children',
  '/api/transactions',
];

const EVERY_10_S = 10_000;

/** Asked again every 10 seconds, besides what the live updates say. */
export const pendingTransfers = () => ({
  ...query(approvalsCalls.pendingTransfers, {}),
  refetchInterval: EVERY_10_S,
});
