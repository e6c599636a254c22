/** A goal for display: sats instead of texts, progress, stamps. */
import type { Goal } from '#features/pocket/goals/contract.ts';
import { byNearness, progressOf, roomOf, stampsOf } from '#features/pocket/goals/rules.ts';
import { satsOf } from '#web/amounts.ts';

export interface ViewGoal {
  id: string;
  goal: Goal;
  currentSats: bigint;
  targetSats: bigint;
  roomSats: bigint;
  percent: number;
  stamps: number;
  /** Full, bought or not. */
  complete: boolean;
  bought: boolean;
}

export function viewGoal(goal: Goal): ViewGoal {
  const amounts = {
    currentSats: satsOf(goal.currentAmount),
    targetSats: satsOf(goal.targetAmount),
  };
  return {
    id: goal.id,
    goal,
    ...amounts,
    roomSats: roomOf(amounts),
    percent: progressOf(amounts),
    stamps: stampsOf(amounts),
    complete: progressOf(amounts) === 100,
    bought: goal.state === 'bought',
  };
}

/** True if the goal is the reading child's own, or contains some of its money. */
export const hasPartIn = ({ goal }: ViewGoal): boolean =>
  goal.ownerChildId !== null || satsOf(goal.ownAmount ?? '0.00000000') > 0n;

/** Closest to completion first. */
export const viewGoals = (goals: readonly Goal[]): ViewGoal[] => byNearness(goals.map(viewGoal));
