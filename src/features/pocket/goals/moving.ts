/** Moves money into goals and out of them: manual contributions, and the end of a goal. */

import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Entry } from '#core/ledger.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { accountsOf, outsideOf } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { goals } from './contract.ts';
import { nameContribution } from './history.ts';
import { assertMayGive, assertNeeds, NO_CHILD } from './permits.ts';
import { intoGoal, roomOf, toGoal } from './rules.ts';
import * as store from './store.ts';

/**
 * From the parents, or for a child: out of its savings, or as an extra from outside.
 * @returns the entry
 */
export async function contribute(
  { tx, actor, now }: FamilyContext,
  input: Parsed<typeof goals.contribute>,
): Promise<string> {
  const { familyId, userId } = actor;
  const { id: goalId, amount, contributionType, childId = null, description } = input;
  const goal = await store.findGoal(tx, familyId, goalId, null);
  assertNeeds(goal);
  const fromSavings =
    childId !== null && (contributionType === 'savings' || contributionType === 'allowance');
  const accounts = childId === null ? undefined : await accountsOf(tx, familyId, childId);
  if (childId !== null && !(accounts && (await store.isThere(tx, familyId, childId))))
    throw new Refusal('NOT_FOUND', NO_CHILD, 'childId');
  assertMayGive(goal, childId);
  if (amount > roomOf(goal))
    throw new Refusal(
      'CONFLICT',
      because('GOAL_NEEDS_LESS', { sats: String(roomOf(goal)) }),
      'amount',
    );
  const to = await store.goalAccount(tx, familyId, goalId, childId, now);
  const from = fromSavings && accounts ? accounts.savings : await outsideOf(tx, familyId);
  const entryId = newId(now.getTime());
  const entry: Entry = {
    entryId,
    familyId,
    type: fromSavings ? 'savings_withdrawal' : 'goal_in',
    childId: childId ?? undefined,
    amountSats: fromSavings ? -amount : amount,
    occurredAt: now,
    madeBy: userId,
    text: fromSavings ? entryText(toGoal(goal.title)) : undefined,
    postings: intoGoal(from, { accountId: to, goalId }, amount),
  };
  await post(tx, [entry], now);
  const words = description ? { description } : { description: null };
  await nameContribution(tx, familyId, { entryId, contributionType, ...words });
  return entryId;
}

/**
 * Empties an open goal. `back`: the children's parts return to their savings, the parents' leave
 * the book. `out`: it was bought, and every part leaves the book.
 */
export async function emptyGoal(
  { tx, actor, now }: FamilyContext,
  goalId: string,
  how: 'back' | 'out',
): Promise<void> {
  const { familyId, userId } = actor;
  const outside = await outsideOf(tx, familyId);
  const parts = await store.goalParts(tx, familyId, { goalId });
  const entries = parts.map((part) => {
    const savings = how === 'back' ? part.savings : null;
    return {
      ...store.leaving(part, savings ?? outside, { familyId, madeBy: userId, now }),
      type: savings ? 'savings_deposit' : 'goal_out',
      amountSats: savings ? part.sats : -part.sats,
      text: savings ? entryText(`back from ${part.title}`) : undefined,
    };
  });
  await post(tx, entries, now);
}
