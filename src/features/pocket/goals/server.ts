/** Goals on the server: creating, changing, contributing, buying, deleting, and their pictures. */

import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { CivilDate } from '#core/calendar.ts';
import { GOAL_DRAWINGS } from '#core/goal-drawings.ts';
import { isUndoable } from '#features/book/transactions/rules.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { type ReversalHook, reverse } from '#server/ledger/reverse.ts';
import { type goals, PICTURE_BYTES, PICTURE_SIDE } from './contract.ts';
import { findContribution, listCarried, listContributions } from './history.ts';
import { contribute, emptyGoal } from './moving.ts';
import { savePicture } from './pictures.ts';
import { asCarried, asContribution, asGoal, readerOf } from './record.ts';
import { readPicture, roomOf } from './rules.ts';
import * as store from './store.ts';

const BOUGHT = because('GOAL_BOUGHT');

/** Notifies the children with pending requests that their goal was deleted. */
type TellOfDeleted = (
  jobs: Services['jobs'],
  context: Pick<FamilyContext, 'tx' | 'actor' | 'now'>,
  goalId: string,
) => Promise<void>;

export const goalHandlers = (
  { jobs }: Pick<Services, 'jobs'>,
  reversals: readonly ReversalHook[],
  tellOfDeleted: TellOfDeleted,
): Handlers<typeof goals> => ({
  list: async (_, { tx, actor, calendar }) => {
    const { today } = await calendar();
    const rows = await store.listGoals(tx, actor.familyId, actor.childId);
    return rows.map((row) => asGoal(row, actor, today));
  },

  create: async ({ targetAmount, ...goal }, context) => {
    const { tx, actor, now } = context;
    const { drawing = null, targetDate = null, imageUrl = null } = goal;
    assertDrawing(drawing);
    await notPast(context, targetDate);
    const { familyId, userId, childId } = actor;
    const goalId = await store.addGoal(
      tx,
      familyId,
      { ...goal, targetSats: targetAmount, drawing, targetDate, imageUrl },
      { userId, childId, now },
    );
    return reply(context, goalId);
  },

  edit: editGoal,

  remove: async ({ id }, context) => {
    const { tx, actor, now } = context;
    await changeable(context, id);
    await emptyGoal(context, id, 'back');
    await tellOfDeleted(jobs, context, id);
    await store.closeGoal(tx, actor.familyId, id, 'deleted', now);
    return { success: true };
  },

  buy: async ({ id }, context) => {
    const { tx, actor, now } = context;
    const goal = await store.findGoal(tx, actor.familyId, id, null);
    if (goal.state === 'bought') throw new Refusal('CONFLICT', BOUGHT);
    if (roomOf(goal) > 0n) throw new Refusal('CONFLICT', because('GOAL_INCOMPLETE'));
    await emptyGoal(context, id, 'out');
    await store.closeGoal(tx, actor.familyId, id, 'bought', now);
    return reply(context, id);
  },

  seen: async ({ id }, { tx, actor }) => {
    const goal = await store.findGoal(tx, actor.familyId, id, actor.childId);
    if (roomOf(goal) > 0n) throw new Refusal('CONFLICT', because('GOAL_INCOMPLETE'));
    await store.markFullSeen(tx, actor.familyId, id, readerOf(actor));
    return { success: true };
  },

  contributions: async ({ id }, { tx, actor, now }) => {
    const { familyId, childId } = actor;
    await store.findGoal(tx, familyId, id, childId);
    const rows = await listContributions(tx, familyId, id, childId);
    const carried = await listCarried(tx, familyId, id, childId);
    return [...rows.map((row) => asContribution(row, now)), ...carried.map(asCarried)];
  },

  contribute: async (input, context) => {
    await contribute(context, input);
    return reply(context, input.id);
  },

  takeBack: (input, context) => takeBack(input, context, reversals),
  setPicture,
});

/**
 * Adults can change every goal that isn't bought; a child its own, while the parents have no money
 * in it.
 * @throws Refusal
 */
async function changeable({ tx, actor }: FamilyContext, goalId: string): Promise<store.GoalRow> {
  const goal = await store.findGoal(tx, actor.familyId, goalId, actor.childId);
  if (actor.role === 'child' && goal.ownerChildId !== actor.childId)
    throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  if (goal.state === 'bought') throw new Refusal('CONFLICT', BOUGHT);
  if (actor.role === 'child' && goal.ownSats !== goal.currentSats)
    throw new Refusal('CONFLICT', because('PARENTS_GAVE'));
  return goal;
}

async function editGoal(
  { id, targetAmount, ...change }: Parsed<typeof goals.edit>,
  context: FamilyContext,
) {
  const { tx, actor, now } = context;
  assertDrawing(change.drawing);
  const goal = await changeable(context, id);
  if (change.targetDate !== goal.targetDate) await notPast(context, change.targetDate ?? null);
  const targetSats = targetAmount ?? goal.targetSats;
  if (targetSats < goal.currentSats)
    throw new Refusal('CONFLICT', because('TARGET_BELOW_SAVED'), 'targetAmount');
  // Omitted fields stay unchanged; null removes them.
  const kept = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const picture = change.imageUrl === undefined ? {} : { imageId: null };
  await store.changeGoal(tx, actor.familyId, id, { ...goal, ...kept, targetSats, ...picture }, now);
  return reply(context, id);
}

async function takeBack(
  { id }: Parsed<typeof goals.takeBack>,
  { tx, actor, now }: FamilyContext,
  reversals: readonly ReversalHook[],
): Promise<{ success: true }> {
  const { familyId, userId: madeBy } = actor;
  const found = await findContribution(tx, familyId, id);
  if (!found) throw new Refusal('NOT_FOUND', because('NO_CONTRIBUTION'));
  if (!isUndoable(found.recordedAt, now))
    throw new Refusal('CONFLICT', because('CONTRIBUTION_TOO_OLD'));
  const by = { madeBy, now, why: 'Taken back from a goal' };
  await reverse(tx, familyId, id, by, reversals);
  return { success: true };
}

async function setPicture(
  { id, picture }: Parsed<typeof goals.setPicture>,
  context: FamilyContext,
) {
  const { tx, actor, now } = context;
  const goal = await store.findGoal(tx, actor.familyId, id, actor.childId);
  if (actor.role === 'child' && goal.ownerChildId !== actor.childId)
    throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  const bytes = Buffer.from(picture, 'base64');
  const read = bytes.length <= PICTURE_BYTES ? readPicture(bytes) : undefined;
  const fits = (side: number) => side >= 1 && side <= PICTURE_SIDE;
  if (!read || !fits(read.width) || !fits(read.height))
    throw new Refusal('VALIDATION_ERROR', because('PICTURE_WRONG'), 'picture');
  await savePicture(tx, actor.familyId, id, { kind: read.kind, bytes }, now);
  return reply(context, id);
}

function assertDrawing(name: string | null = null) {
  const isKnown = name === null || GOAL_DRAWINGS.some((one) => one === name);
  const expected = `one of ${GOAL_DRAWINGS.join(', ')}`;
  if (!isKnown)
    throw new Refusal(
      'VALIDATION_ERROR',
      because('INVALID_INPUT', { message: `Expected ${expected}` }),
      'drawing',
    );
}

async function notPast({ calendar }: FamilyContext, date: CivilDate | null) {
  if (date === null) return;
  const { today } = await calendar();
  if (date < today) throw new Refusal('VALIDATION_ERROR', because('DATE_PAST'), 'targetDate');
}

async function reply({ tx, actor, calendar }: FamilyContext, goalId: string) {
  const { today } = await calendar();
  const row = await store.findGoal(tx, actor.familyId, goalId, actor.childId);
  return asGoal(row, actor, today);
}
