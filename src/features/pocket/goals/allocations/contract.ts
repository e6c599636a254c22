/** Allocations: a percentage for a goal, of each new allowance or once of all savings. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { blankOrId, btcText, done, id, line, moment, nothing } from '#contract/fields.ts';
import { drawingName } from '../contract.ts';
import { percentTenths } from './rules.ts';

export const PERCENTAGE_RANGE = check('PERCENTAGE_RANGE');
export const PERCENTAGE_WHOLE = check('PERCENTAGE_WHOLE');
export const PERCENTAGE_REQUIRED = check('PERCENTAGE_REQUIRED');
export const REASON_TOO_SHORT = check('CONTRIBUTION_REASON_TOO_SHORT');
export const APPLY_TO_REQUIRED = check('APPLY_TO_REQUIRED');
export const DENIAL_REASON_REQUIRED = check('DENIAL_REASON_REQUIRED');
export const REASON_MIN = 10;
export const REASON_MAX = 300;
/** Maximum number of a family's active allocations. */
export const MOST_ACTIVE = 200;

/** Three screens' names for the same base. */
export const ALL_SAVINGS = ['entire_savings', 'existing_savings', 'all savings'] as const;

export const STATUSES = [
  'pending',
  'active',
  'denied',
  'withdrawn',
  'lapsed',
  'stopped',
  'ended',
] as const;
export type Status = (typeof STATUSES)[number];

export const Allocation = v.object({
  id,
  goalId: id,
  goalTitle: v.string(),
  /** The same, under the approvals panel's name. */
  goalName: v.string(),
  goalDrawing: drawingName,
  /** Null for the parents. */
  childId: v.nullable(id),
  childName: v.string(),
  percentage: v.number(),
  applyTo: v.picklist(['new_contributions', 'entire_savings', 'existing_savings']),
  status: v.picklist(STATUSES),
  denialReason: v.nullable(v.string()),
  requestNote: v.nullable(v.string()),
  contributedAmount: btcText,
  /** Four weeks of allowance; zero for one-time allocations. */
  estimatedMonthly: btcText,
  /** Whole percent, at most 100. */
  goalProgress: v.number(),
  /** For an open request on all savings: the amount that an approval would move now. */
  movesNow: v.nullable(btcText),
  /** True if the child asked in person; otherwise an adult did, in the child's name. */
  byChild: v.boolean(),
  enteredBy: v.nullable(v.string()),
  /** First name of the person who last answered or ended it; null while open, or if unknown. */
  decidedBy: v.nullable(v.string()),
  createdAt: moment,
  /** When a request was approved, denied or ended; null while open, or without a request. */
  decidedAt: v.nullable(moment),
});
export type Allocation = v.InferOutput<typeof Allocation>;

const applyTo = v.pipe(
  v.picklist(['new_contributions', ...ALL_SAVINGS], APPLY_TO_REQUIRED),
  v.transform((name) => (name === 'new_contributions' ? name : 'entire_savings')),
);

/** A number or its text, in steps of a tenth; parsed to tenths of a percent. */
const percentage = (message: string) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.maxLength(6)), v.number()], message),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const tenths = percentTenths(String(dataset.value));
      if (tenths !== undefined) return tenths;
      addIssue({ message });
      return NEVER;
    }),
  );

const decision = v.pipe(
  v.strictObject({
    id,
    approved: v.boolean('Expected true or false'),
    denialReason: v.optional(line(0, REASON_MAX)),
  }),
  v.forward(
    v.check(
      ({ approved, denialReason }) => approved || Boolean(denialReason),
      DENIAL_REASON_REQUIRED,
    ),
    ['denialReason'],
  ),
);

export const allocations = {
  allocate: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/allocations',
    access: 'member',
    money: 'none',
    input: v.strictObject({
      id,
      percentage: percentage(PERCENTAGE_RANGE),
      childId: v.optional(blankOrId),
      applyTo: v.optional(applyTo, 'new_contributions'),
    }),
    output: Allocation,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/child-allocation-request',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({
      id,
      percentage: v.pipe(
        percentage(PERCENTAGE_WHOLE),
        v.check((tenths) => tenths % 10 === 0, PERCENTAGE_WHOLE),
      ),
      reason: line(REASON_MIN, REASON_MAX, REASON_TOO_SHORT),
      applyTo,
      childId: id,
    }),
    output: Allocation,
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/pending-allocations',
    access: 'member',
    etag: true,
    input: nothing,
    output: v.array(Allocation),
  }),
  active: endpoint({
    method: 'GET',
    path: '/api/allocations/active',
    access: 'member',
    etag: true,
    input: v.strictObject({ childId: v.optional(id) }),
    output: v.array(Allocation),
  }),
  answered: endpoint({
    method: 'GET',
    path: '/api/allocations/answered',
    access: 'member',
    etag: true,
    input: v.strictObject({ childId: v.optional(id) }),
    output: v.array(Allocation),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/allocations/{id}/approve',
    access: 'adult',
    money: 'none',
    input: decision,
    output: Allocation,
  }),
  /** The same answer at the approvals panel's address. */
  decide: endpoint({
    method: 'PATCH',
    path: '/api/goal-allocations/{id}/approve',
    access: 'adult',
    money: 'none',
    input: decision,
    output: Allocation,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/allocations/{id}',
    access: 'member',
    money: 'moves',
    input: v.strictObject({ id }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const allocationSummaries: Summaries<typeof allocations> = {
  allocate: 'Give a percentage to a goal: a parent’s counts at once, a child’s waits for a yes',
  ask: 'A child asks to give a percentage to a goal; an adult may ask in its name',
  pending: 'The requests that wait for an answer, the oldest first; a child gets its own',
  active: 'The active allocations, of all or of one child; a child gets its own',
  answered: 'Requests for goals with a yes or a no of the last 30 days; a child gets its own',
  approve: 'Answer a request: yes, or no with a reason',
  decide: 'Answer a request: yes, or no with a reason',
  end: 'Take an open request back; a parent may also stop an active allocation',
};
