/** The first screen's calls, and the one that loads them all together. */

import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Endpoint, Input, Output } from '#contract/endpoint.ts';
import { approvals, asTransfer } from '#features/book/approvals/contract.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { type Family, family as familyCalls } from '#features/household/family/contract.ts';
import { unread } from '#features/notices/messages/unread/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { type Child, children as childrenCalls } from '#features/people/children/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { type Dashboard, dashboard } from '#screens/dashboard/contract.ts';
import { callApi } from '#web/api.ts';
import { statusOf } from '#web/errors.ts';
import { keyOf, query } from '#web/query.ts';

/**
 * One call instead of six. Once answered, it is never repeated automatically: the parts read the
 * named calls, and a change refreshes those.
 */
export function useFirstLoad() {
  return useQuery({
    queryKey: keyOf(dashboard.get, {}),
    queryFn: async ({ client: queries }) => {
      const all = await callApi(dashboard.get, {});
      seed(queries, all);
      return { deletionAsked: all.deletionAsked };
    },
    enabled: ({ state }) => state.data === undefined,
  });
}

/** The data for the parts of the parents' screen. */
export interface FamilyBook {
  family: Family;
  /** In order of creation; the position determines the color. */
  children: readonly Child[];
}

export function useFamilyBook(): FamilyBook | undefined {
  const family = useQuery(query(familyCalls.get, {})).data;
  const children = useQuery(query(childrenCalls.list, {})).data;
  return family && children && { family, children };
}

/**
 * The reader. A failure is not retried, so a page without a known person shows the error screen and
 * its "Try Again". A 401 leads to the sign-in.
 */
export const useUser = () =>
  useQuery({
    ...query(auth.user, {}),
    throwOnError: (error, { state }) => state.data === undefined && statusOf(error) !== 401,
  }).data;
export const useGoals = () => useQuery(query(goals.list, {})).data ?? [];
export const useInvitations = () => useQuery(query(familyCalls.invitations, {})).data;

/** Caches each part as the reply of its own call. */
function seed(queries: QueryClient, all: Dashboard): void {
  const put = <E extends Endpoint>(endpoint: E, input: Input<E>, answer: Output<E>) =>
    queries.setQueryData(keyOf(endpoint, input), answer);
  put(auth.user, {}, all.user);
  put(familyCalls.invitations, {}, all.invitations);
  put(transactions.recent, {}, all.recent);
  put(approvals.list, {}, all.requests);
  put(approvals.canApprove, {}, { canApprove: all.canApprove });
  const transfers = all.requests.open.filter(({ kind }) => kind === 'savings_transfer');
  put(approvals.pendingTransfers, {}, transfers.map(asTransfer));
  put(goals.list, {}, all.goals);
  put(allocations.pending, {}, all.pendingAllocations);
  const whose = all.user.role === 'child' && all.user.childId ? { childId: all.user.childId } : {};
  put(allocations.active, whose, all.allocations);
  put(allocations.answered, whose, all.answeredAllocations);
  put(unread, {}, { unread: all.unreadMessages });
  for (const child of all.children) put(childrenCalls.get, { id: child.id }, child);
  if (all.user.role === 'child') return;
  put(childrenCalls.list, {}, all.children);
  put(familyCalls.spouse, {}, all.spouse);
  if (all.family) put(familyCalls.get, {}, all.family);
}
