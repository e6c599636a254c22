/** Allocations on the server: giving, requesting, answering, listing, ending. */

import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { answeredAfter, sessionKind } from '#features/book/approvals/rules.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { assertMayGive, assertNeeds, NO_CHILD } from '../permits.ts';
import { findGoal, isThere } from '../store.ts';
import type { allocations } from './contract.ts';
import { add, decide, end } from './decisions.ts';
import { asAllocation } from './record.ts';
import * as store from './store.ts';

export const allocationHandlers = (services: Services): Handlers<typeof allocations> => ({
  allocate: async ({ id, percentage, childId: named = null, applyTo }, context) => {
    const { actor } = context;
    const isChild = actor.role === 'child';
    // To a child, other children's ids don't exist.
    if (isChild && named !== null && named !== actor.childId)
      throw new Refusal('NOT_FOUND', NO_CHILD, 'childId');
    const childId = isChild ? actor.childId : named;
    await checkGoal(context, id, childId);
    if (childId === null && applyTo === 'entire_savings')
      throw new Refusal('CONFLICT', because('USE_CONTRIBUTE'), 'childId');
    const row = await add(services, context, {
      goalId: id,
      childId,
      tenths: percentage,
      applyTo,
      note: '',
      sessionKind: isChild ? sessionKind(actor) : null,
    });
    return asAllocation(row);
  },

  ask: async ({ id, percentage, reason, applyTo, childId }, context) => {
    await checkGoal(context, id, childId);
    const row = await add(services, context, {
      goalId: id,
      childId,
      tenths: percentage,
      applyTo,
      note: reason,
      sessionKind: sessionKind(context.actor),
    });
    return asAllocation(row, 'existing_savings');
  },

  pending: async (_, { tx, actor }) =>
    (await store.listAllocations(tx, actor.familyId, 'asked', actor.childId)).map((row) =>
      asAllocation(row),
    ),

  active: async ({ childId }, context) => {
    const of = await readerOf(context, childId);
    return (await store.listAllocations(context.tx, context.actor.familyId, 'active', of))
      .map((row) => asAllocation(row))
      .filter(({ status }) => status === 'active');
  },

  answered: async ({ childId }, context) => {
    const { tx, actor, now } = context;
    const of = await readerOf(context, childId);
    const rows = await store.listAnswered(tx, actor.familyId, of, answeredAfter(now));
    return rows.map((row) => asAllocation(row));
  },

  approve: answer(services),
  decide: answer(services),

  end: async ({ id }, context) => {
    await end(services, context, id);
    return { success: true };
  },
});

/** Both specified addresses use this. */
const answer =
  (services: Services) =>
  async (
    { id, approved, denialReason }: Parsed<typeof allocations.decide>,
    context: FamilyContext,
  ) => {
    const verdict = { approved, reason: approved ? undefined : denialReason };
    return asAllocation(await decide(services, context, id, verdict));
  };

/** The child whose allocations to read; null for all. @throws Refusal for another child's */
async function readerOf(
  { tx, actor }: FamilyContext,
  childId: string | null = null,
): Promise<string | null> {
  const isForeign = actor.childId !== null && childId !== null && childId !== actor.childId;
  if (isForeign || (childId !== null && !(await isThere(tx, actor.familyId, childId))))
    throw new Refusal('NOT_FOUND', NO_CHILD, 'childId');
  return actor.childId ?? childId;
}

/** @throws Refusal if the goal or child doesn't exist or isn't theirs, or the goal needs nothing */
async function checkGoal(
  { tx, actor }: FamilyContext,
  goalId: string,
  childId: string | null,
): Promise<void> {
  const goal = await findGoal(tx, actor.familyId, goalId, actor.childId);
  if (childId !== null && !(await isThere(tx, actor.familyId, childId)))
    throw new Refusal('NOT_FOUND', NO_CHILD, 'childId');
  assertNeeds(goal);
  assertMayGive(goal, childId);
}
