/** How many requests wait for the answer of who is signed in. */
import { useQuery } from '@tanstack/react-query';
import { approvals } from '#features/approvals/contract.ts';
import { allocations } from '#features/goals/allocations/contract.ts';
import { query } from '#web/query.ts';

/** Zero for whoever may not answer. Transfers are among the requests. */
export function useWaiting(): number {
  const may = useQuery(query(approvals.canApprove, {})).data?.canApprove ?? false;
  const requests = useQuery({ ...query(approvals.list, {}), enabled: may }).data;
  const goals = useQuery({ ...query(allocations.pending, {}), enabled: may }).data;
  return may ? (requests?.open.length ?? 0) + (goals?.length ?? 0) : 0;
}
