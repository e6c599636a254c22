/** The first load of a dashboard: one call whose parts seed the cache of the named calls. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { nothing } from '#contract/fields.ts';
import { Requests } from '#features/book/approvals/contract.ts';
import { Transaction } from '#features/book/transactions/contract.ts';
import { Family, Invitation, Spouse } from '#features/household/family/contract.ts';
import { User } from '#features/people/auth/contract.ts';
import { Child } from '#features/people/children/contract.ts';
import { Allocation } from '#features/pocket/goals/allocations/contract.ts';
import { Goal } from '#features/pocket/goals/contract.ts';

export const Dashboard = v.object({
  /** GET /api/auth/user */
  user: User,
  /** GET /api/family; null for a child. */
  family: v.nullable(Family),
  /** GET /api/children; for a child only its own book. */
  children: v.array(Child),
  /** GET /api/transactions/recent */
  recent: v.array(Transaction),
  /** GET /api/requests */
  requests: Requests,
  /** GET /api/family/can-approve */
  canApprove: v.boolean(),
  /** GET /api/messages/unread */
  unreadMessages: v.number(),
  /** GET /api/family/spouse; also null for a child. */
  spouse: v.nullable(Spouse),
  /** GET /api/invitations */
  invitations: v.array(Invitation),
  /** GET /api/family-goals */
  goals: v.array(Goal),
  /** GET /api/allocations/active */
  allocations: v.array(Allocation),
  /** True if GET /api/family/deletion isn't empty; false for a child. */
  deletionAsked: v.boolean(),
  /** GET /api/pending-allocations */
  pendingAllocations: v.array(Allocation),
  /** GET /api/allocations/answered */
  answeredAllocations: v.array(Allocation),
});
export type Dashboard = v.InferOutput<typeof Dashboard>;

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/api/dashboard',
    access: 'member',
    etag: true,
    input: nothing,
    output: Dashboard,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const dashboardSummaries: Summaries<typeof dashboard> = {
  get: 'Everything the first screen needs, in one reply',
};
