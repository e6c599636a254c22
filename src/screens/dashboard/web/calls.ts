/** The calls of the first screen, and the one that brings them all at once. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Endpoint, Input, Output } from '#contract/endpoint.ts';
import { asTransfer } from '#features/approvals/contract.ts';
import { approvalsCalls } from '#features/approvals/web/calls.ts';
import { calls as authCalls } from '#features/auth/web/calls.ts';
import type { Child } from '#features/children/contract.ts';
import { childrenCalls } from '#features/children/web/calls.ts';
import type { Family } from '#features/family/contract.ts';
import { familyCalls } from '#features/family/web/calls.ts';
import { allocationsCalls, goalsCalls } from '#features/goals/web/calls.ts';
import { messagesCalls } from '#features/messages/web/calls.ts';
import { transactionsCalls } from '#features/transactions/web/calls.ts';
import { type Dashboard, dashboard } from '#screens/dashboard/contract.ts';
import { type Call, client } from '#web/api.ts';
import { keyOf, query } from '#web/query.ts';

const dashboardCalls = client(dashboard);

/**
 * One call instead of six. Once it has answered it is never asked again by itself: the parts read
 * the named calls, and a change refreshes those.
 */
export function useFirstLoad() {
  return useQuery({
    queryKey: keyOf(dashboardCalls.get, {}),
    queryFn: async ({ client: queries }) => {
      const all = await dashboardCalls.get({});
      seed(queries, all);
      return { deletionAsked: all.deletionAsked };
    },
    enabled: ({ state }) => state.data === undefined,
  });
}

/** What the parts of the parents' screen draw from. */
export interface FamilyBook {
  family: Family;
  /** In the order in which they were added; the place gives each its colour. */
  children: readonly Child[];
}

export function useFamilyBook(): FamilyBook | undefined {
  const family = useQuery(query(familyCalls.get, {})).data;
  const children = useQuery(query(childrenCalls.list, {})).data;
  return family && children && { family, children };
}

/** Of the family; a child reads its own clock. */
export const useTimeZone = (isChild: boolean): string | undefined =>
  useQuery({ ...query(familyCalls.get, {}), enabled: !isChild }).data?.timeZone;

export const useUser = () => useQuery(query(authCalls.user, {})).data;
export const useGoals = () => useQuery(query(goalsCalls.list, {})).data ?? [];
export const useInvitations = () => useQuery(query(familyCalls.invitations, {})).data;

/** Puts each part where its own call would have put it. */
function seed(queries: QueryClient, all: Dashboard): void {
  const put = <E extends Endpoint>(call: Call<E>, input: Input<E>, answer: Output<E>) =>
    queries.setQueryData(keyOf(call, input), answer);
  put(authCalls.user, {}, all.user);
  put(familyCalls.invitations, {}, all.invitations);
  put(transactionsCalls.recent, {}, all.recent);
  put(approvalsCalls.list, {}, all.requests);
  put(approvalsCalls.canApprove, {}, { canApprove: all.canApprove });
  const transfers = all.requests.open.filter(({ kind }) => kind === 'savings_transfer');
  put(approvalsCalls.pendingTransfers, {}, transfers.map(asTransfer));
  put(goalsCalls.list, {}, all.goals);
  put(allocationsCalls.pending, {}, all.pendingAllocations);
  if (all.user.role === 'child' && all.user.childId)
    put(allocationsCalls.active, { childId: all.user.childId }, all.allocations);
  else put(allocationsCalls.active, {}, all.allocations);
  put(messagesCalls.unread, {}, { unread: all.unreadMessages });
  for (const child of all.children) put(childrenCalls.get, { id: child.id }, child);
  if (all.user.role === 'child') return;
  put(childrenCalls.list, {}, all.children);
  put(familyCalls.spouse, {}, all.spouse);
  if (all.family) put(familyCalls.get, {}, all.family);
}
