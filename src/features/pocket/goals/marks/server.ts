/** Marks on the server. They are only messages, so they expire after 90 days. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { describeEntry, findEntry } from '#features/book/transactions/store.ts';
import { hasMessage, type Notice, notify } from '#features/notices/messages/store.ts';
import { listChildren } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { roomOf } from '../rules.ts';
import { findGoal } from '../store.ts';
import type { marks } from './contract.ts';

type Jobs = Pick<Services, 'jobs'>;

export const markHandlers = ({ jobs }: Jobs): Handlers<typeof marks> => ({
  onEntry: async ({ id, mark }, context) => {
    const { tx, actor } = context;
    const entry = await findEntry(tx, actor.familyId, id);
    if (!entry?.childId) throw new Refusal('NOT_FOUND', because('NO_ENTRY'));
    if (entry.reverses || entry.undoneBy)
      throw new Refusal('CONFLICT', because('ENTRY_TAKEN_BACK'));
    await once(context, 'well_done', 'entryId', id);
    const data = { mark, entryId: id, what: describeEntry(entry), ...byOf(context) };
    return tell(jobs, context, [{ to: 'child', kind: 'well_done', childId: entry.childId, data }]);
  },

  onGoal: async ({ id, mark }, context) => {
    const { tx, actor, now } = context;
    const goal = await findGoal(tx, actor.familyId, id, null);
    await once(context, 'well_done', 'goalId', id);
    const books = await listChildren(tx, actor.familyId, now);
    const data = { mark, goalId: id, goal: goal.title, ...byOf(context) };
    const whose = books.filter(({ childId }) => [null, childId].includes(goal.ownerChildId));
    return tell(
      jobs,
      context,
      whose.map(({ childId }) => ({ to: 'child', kind: 'well_done', childId, data })),
    );
  },

  askToBuy: async ({ id }, context) => {
    const { goal, childId, from, isBought } = await fullGoal(context, id);
    if (isBought) throw new Refusal('CONFLICT', because('GOAL_BOUGHT'));
    await once(context, 'buy_asked', 'from', from);
    const data = { goalId: id, goal: goal.title, from };
    return tell(jobs, context, [{ to: 'adults', kind: 'buy_asked', childId, data }]);
  },

  thank: async ({ id, mark }, context) => {
    const { tx, actor } = context;
    const { goal, childId, from, isBought } = await fullGoal(context, id);
    await once(context, 'thanks', 'from', from);
    const data = { mark, goalId: id, goal: goal.title };
    const givers = await giversOf(tx, actor.familyId, id, isBought);
    const others = givers.filter((one) => one !== childId);
    return tell(jobs, context, [
      // Always notifies the parents. Siblings don't learn who gives thanks.
      { to: 'adults', kind: 'thanks', childId, data: { ...data, from } },
      ...others.map((giver) => ({
        to: 'child' as const,
        kind: 'thanks' as const,
        childId: giver,
        data,
      })),
    ]);
  },
});

/** A full goal, seen by the acting child; `from` contains both names. @throws Refusal */
async function fullGoal({ tx, actor: { familyId, childId } }: FamilyContext, id: string) {
  const goal = await findGoal(tx, familyId, id, childId);
  if (!childId) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  const isBought = goal.state === 'bought';
  if (!isBought && roomOf(goal) > 0n) throw new Refusal('CONFLICT', because('GOAL_INCOMPLETE'));
  return { goal, childId, isBought, from: `${childId} ${id}` };
}

const SAID_ALREADY = {
  well_done: because('MARKED_ALREADY'),
  thanks: because('THANKED_ALREADY'),
  buy_asked: because('ASKED_TO_BUY_ALREADY'),
};

const byOf = ({ actor: { firstName } }: FamilyContext) => ({ ...(firstName && { by: firstName }) });

async function tell(
  jobs: Services['jobs'],
  { tx, actor: { familyId }, now }: FamilyContext,
  notices: readonly Omit<Notice, 'familyId'>[],
): Promise<{ success: true }> {
  const all = notices.map((notice) => ({ ...notice, familyId }));
  await notify(jobs, tx, all, now);
  return { success: true };
}

/** A mark can be given only once; repeating it would make it worthless. @throws Refusal */
async function once(
  { tx, actor }: FamilyContext,
  kind: keyof typeof SAID_ALREADY,
  fact: string,
  value: string,
): Promise<void> {
  if (await hasMessage(tx, actor.familyId, kind, fact, value))
    throw new Refusal('CONFLICT', SAID_ALREADY[kind]);
}

/** The children with money in the goal, or who had some there before it was bought. */
async function giversOf(
  tx: Tx,
  familyId: string,
  goalId: string,
  isBought: boolean,
): Promise<string[]> {
  const rows = await tx<{ childId: string }[]>`
    SELECT DISTINCT a.child_id FROM account a
    WHERE a.family_id = ${familyId} AND a.goal_id = ${goalId}
      AND a.child_id IS NOT NULL AND (a.balance_sats > 0
      OR (${isBought} AND EXISTS (SELECT FROM posting p WHERE p.family_id = a.family_id
        AND p.account_id = a.account_id AND p.amount_sats > 0)))`;
  return rows.map(({ childId }) => childId);
}
