/** The browser's calls about goals and allocations, and what a change of theirs touches. */
import { allocations } from '#features/goals/allocations/contract.ts';
import { goals } from '#features/goals/contract.ts';
import { client } from '#web/api.ts';

export const goalsCalls = client(goals);
export const allocationsCalls = client(allocations);

export const GOALS_CHANGE = [
  '/api/family-goals',
  '/api/pending-allocations',
  '/api/allocations',
  '/api/children',
  '/api/transactions',
];
