/**
 * Refuses contributions that aren't allowed. Separate from rules.ts because the first screen loads
 * that file, and the sentences of refusals stay on the server.
 */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Amounts, roomOf } from './rules.ts';

export const NO_CHILD = because('NO_CHILD');

/** @throws Refusal CONFLICT if the goal is bought or complete */
export function assertNeeds(goal: Amounts & { readonly state: string }): void {
  if (goal.state === 'bought') throw new Refusal('CONFLICT', because('GOAL_BOUGHT'));
  if (roomOf(goal) === 0n) throw new Refusal('CONFLICT', because('GOAL_COMPLETE'));
}

/** @throws Refusal CONFLICT: one child's money must not go to another child's personal goal */
export function assertMayGive(
  { ownerChildId }: { readonly ownerChildId: string | null },
  childId: string | null,
): void {
  if (childId !== null && ownerChildId !== null && ownerChildId !== childId)
    throw new Refusal('CONFLICT', because('OTHER_CHILDS_GOAL'), 'childId');
}
