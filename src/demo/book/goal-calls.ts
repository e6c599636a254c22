/** The calls about goals and allocations, answered by the demo's book. */
import { allocations, type Status } from '#features/pocket/goals/allocations/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { marks } from '#features/pocket/goals/marks/contract.ts';
import { addGiving, decideGiving, endGiving } from './asking.ts';
import type { Family } from './family.ts';
import { on } from './handler.ts';
import { asAllocation, asGoal, contributionsTo } from './shown.ts';

const withStatus = (family: Family, status: Status, childId?: string) =>
  family.givings
    .filter((one) => childId === undefined || one.childId === childId)
    .map((one) => asAllocation(family, one))
    .filter((one) => one.status === status);

export const goalHandlers = [
  on(goals.list, (family) => family.goals.map((goal) => asGoal(family, goal))),
  on(goals.contributions, (family, { id }) => contributionsTo(family, id)),
  // Nobody else reads the demo's book.
  on(marks.onEntry, () => ({ success: true }) as const),
  on(marks.onGoal, () => ({ success: true }) as const),
  on(marks.thank, () => ({ success: true }) as const),
  on(marks.askToBuy, () => ({ success: true }) as const),
  on(allocations.pending, (family) => withStatus(family, 'pending')),
  on(allocations.answered, (family, { childId }) =>
    family.givings
      .filter((one) => one.byChild && (childId === undefined || one.childId === childId))
      .map((one) => asAllocation(family, one))
      .filter(({ status }) => ['active', 'ended', 'denied'].includes(status))
      .reverse(),
  ),
  on(allocations.active, (family, { childId }) => withStatus(family, 'active', childId)),
  // In Child View a parent asks in the child's name, and the request waits like the child's own.
  on(allocations.ask, (family, { id: goalId, percentage: tenths, childId, applyTo, reason }) =>
    asAllocation(
      family,
      addGiving(family, { goalId, childId, tenths, applyTo, note: reason, byChild: true }),
      'existing_savings',
    ),
  ),
  on(allocations.decide, (family, { id, ...verdict }) =>
    asAllocation(family, decideGiving(family, id, verdict)),
  ),
  on(allocations.end, (family, { id }) => {
    endGiving(family, id);
    return { success: true } as const;
  }),
];
