/**
 * The goals of the demo's family: their room, and manual contributions. Repeats those rules of
 * features/pocket/goals that refuse with a server error: importing them would add them to the real
 * dashboard's first load.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { transfer } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import { roomOf } from '#features/pocket/goals/rules.ts';
import { amountsOf, type Family, goalAccount, goalOf, OUTSIDE, post, savingsOf } from './family.ts';

/** Returns its room. @throws Refusal if the goal is complete, or another child's own */
export function roomFor(family: Family, goalId: string, childId: string | null): Sats {
  const goal = amountsOf(family, goalOf(family, goalId));
  const room = roomOf(goal);
  if (room === 0n) throw new Refusal('CONFLICT', because('GOAL_COMPLETE'));
  if (childId !== null && goal.ownerChildId !== null && goal.ownerChildId !== childId)
    throw new Refusal('CONFLICT', because('OTHER_CHILDS_GOAL'), 'childId');
  return room;
}

/** From the savings of a child into its part of the goal. */
export function saveInto(family: Family, goalId: string, childId: string, sats: Sats) {
  post(family, {
    type: 'savings_withdrawal',
    childId,
    amountSats: -sats,
    words: `to ${goalOf(family, goalId).title}`,
    gift: 'savings',
    postings: transfer(savingsOf(childId), goalAccount(goalId, childId), sats),
  });
}

export interface Gift {
  goalId: string;
  /** From a child's savings; null: a gift from the parents. */
  childId: string | null;
  amountSats: Sats;
}

export function contribute(family: Family, { goalId, childId, amountSats }: Gift): void {
  const room = roomFor(family, goalId, childId);
  if (amountSats > room)
    throw new Refusal('CONFLICT', because('GOAL_NEEDS_LESS', { sats: String(room) }), 'amount');
  if (childId !== null) saveInto(family, goalId, childId, amountSats);
  else
    post(family, {
      type: 'goal_in',
      childId,
      amountSats,
      gift: 'gift',
      postings: transfer(OUTSIDE, goalAccount(goalId, null), amountSats),
    });
}
