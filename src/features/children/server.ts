/** Children on the server: add, edit, limit, close, and their own sign-in. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ageOn, birthMonthFor } from '#core/ages.ts';
import { type Entry, transfer } from '#core/ledger.ts';
import { hasOpenRequests } from '#features/approvals/store.ts';
import { endAccess } from '#features/auth/store.ts';
import { invite } from '#features/family/invite.ts';
import * as people from '#features/family/store.ts';
import { eraseGoalsOf, lastOfChild } from '#features/goals/store.ts';
import { forgetMessagesTo } from '#features/messages/store.ts';
import type { Tx } from '#server/db/database.ts';
import type { FamilyContext, Handlers, Services } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { accountsOf } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import type { children } from './contract.ts';
import { asChild } from './record.ts';
import * as store from './store.ts';

const NO_CHILD = because('NO_CHILD');

export function childrenHandlers(services: Services): Handlers<typeof children> {
  return {
    list: async (_, { tx, actor, now }) => {
      const { today } = await people.readFamily(tx, actor.familyId, now);
      return (await store.listChildren(tx, actor.familyId, now)).map((row) => asChild(row, today));
    },

    get: ({ id }, context) => reply(context, id),

    create: async ({ name, age, gender, weeklyAllowance, allowanceDay }, context) => {
      const { tx, actor, now } = context;
      const { today } = await people.readFamily(tx, actor.familyId, now);
      const plan = { amountSats: weeklyAllowance, weekday: allowanceDay };
      const [child] = await store.createChildren(
        tx,
        actor.familyId,
        [{ name, age, gender, plan }],
        {
          madeBy: actor.userId,
          now,
          today,
        },
      );
      return reply(context, child as string);
    },

    edit: async ({ id, age, ...change }, context) => {
      const { tx, actor, now } = context;
      const child = await existing(context, id);
      const { today } = await people.readFamily(tx, actor.familyId, now);
      // The same age again must not move the birthday.
      const isNew = age !== undefined && age !== ageOn(child.birthMonth, today);
      const birthMonth = isNew ? birthMonthFor(age, today) : undefined;
      await store.editChild(tx, actor.familyId, id, { ...change, birthMonth }, now);
      return reply(context, id);
    },

    setThreshold: async ({ id, threshold }, context) => {
      const { tx, actor, now } = context;
      await existing(context, id);
      await store.editChild(tx, actor.familyId, id, { thresholdSats: threshold }, now);
      return reply(context, id);
    },

    remove: async ({ id }, context) => {
      await closeBook(context, id);
      return { success: true };
    },

    inviteToSignIn: async ({ id, email }, context) => {
      const child = await existing(context, id);
      if (child.userId)
        throw new Refusal('CONFLICT', because('SIGNS_IN_ALREADY', { name: child.name }));
      await invite(services, context, { role: 'child', email, childId: id });
      return { success: true };
    },

    endSignIn: async ({ id }, context) => {
      const { tx, actor, now } = context;
      const child = await existing(context, id);
      const taken = await people.cancelInvitations(tx, actor.familyId, 'child', now, id);
      if (!child.userId && taken === 0) throw new Refusal('CONFLICT', because('NO_OWN_SIGN_IN'));
      await endSignIn(tx, actor.familyId, child);
      return { success: true };
    },
  };
}

async function existing(
  { tx, actor, now }: FamilyContext,
  childId: string,
): Promise<store.ChildRow> {
  const child = await store.findChild(tx, actor.familyId, childId, now);
  if (!child) throw new Refusal('NOT_FOUND', NO_CHILD);
  return child;
}

async function reply(context: FamilyContext, childId: string) {
  const { tx, actor, now } = context;
  const { today } = await people.readFamily(tx, actor.familyId, now);
  return asChild(await existing(context, childId), today);
}

/** What is left in the book goes outside, named as what it is; then the child is forgotten. */
async function closeBook(context: FamilyContext, childId: string): Promise<void> {
  const { tx, actor, now } = context;
  const { familyId, userId } = actor;
  const child = await existing(context, childId);
  const accounts = await accountsOf(tx, familyId, childId);
  if (!accounts) throw new Error(`The child ${childId} has no accounts`);
  if (
    (await store.hasHolds(tx, familyId, childId)) ||
    (await hasOpenRequests(tx, familyId, childId))
  )
    throw new Refusal('CONFLICT', because('OPEN_REQUESTS_FIRST'));
  const out = (type: string, account: string, sats: bigint): Entry[] =>
    sats === 0n
      ? []
      : [
          {
            entryId: newId(now.getTime()),
            familyId,
            type,
            childId,
            amountSats: -sats,
            occurredAt: now,
            madeBy: userId,
            postings: transfer(account, accounts.outside, sats),
          },
        ];
  const entries = [
    ...out('savings_withdrawal', accounts.savings, child.savingsSats),
    ...out('spending', accounts.spending, child.spendingSats),
    ...(await lastOfChild({ tx, actor, now }, childId)),
  ];
  await post(tx, entries, now);
  await people.cancelInvitations(tx, familyId, 'child', now, childId);
  await eraseGoalsOf(tx, familyId, childId, now);
  await endSignIn(tx, familyId, child);
  await store.eraseChild(tx, familyId, childId, now);
}

async function endSignIn(
  tx: Tx,
  familyId: string,
  { userId, email }: store.ChildRow,
): Promise<void> {
  if (!userId || !email) return;
  await forgetMessagesTo(tx, familyId, userId);
  await endAccess(tx, userId, email);
  await tx`DELETE FROM users WHERE user_id = ${userId}`;
}
