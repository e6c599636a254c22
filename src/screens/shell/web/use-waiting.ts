/** The number of pending items: requests, and a parent's other tasks on Home. */
import { useQuery } from '@tanstack/react-query';
import { approvals } from '#features/book/approvals/contract.ts';
import { family } from '#features/household/family/contract.ts';
import { waitingBesideRequests } from '#features/household/family/rules.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { query } from '#web/query.ts';

/** Zero for anyone who may not answer. Transfers are among the requests. */
export function useWaiting(): number {
  const may = useQuery(query(approvals.canApprove, {})).data?.canApprove ?? false;
  const requests = useQuery({ ...query(approvals.list, {}), enabled: may }).data;
  const goals = useQuery({ ...query(allocations.pending, {}), enabled: may }).data;
  const book = useQuery({ ...query(family.get, {}), enabled: may }).data;
  const others = book ? waitingBesideRequests(book) : 0;
  return may ? (requests?.open.length ?? 0) + (goals?.length ?? 0) + others : 0;
}
