/** Children on the server: adding, editing, limiting, closing, and their own sign-in. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ageOn, birthMonthFor } from '#core/ages.ts';
import { invite } from '#features/people/invitations/invite.ts';
import { cancelInvitations } from '#features/people/invitations/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { listClosings } from './closed-books.ts';
import { closeBook, type Eraser, endSignIn, restoreBook } from './closing.ts';
import type { children } from './contract.ts';
import { asChild, asClosedBook } from './record.ts';
import * as store from './store.ts';

type All = Handlers<typeof children>;

const NO_CHILD = because('NO_CHILD');

export function childrenHandlers(services: Services, erasers: readonly Eraser[]): All {
  return {
    list: async (_, { tx, actor, now, calendar }) => {
      const { today } = await calendar();
      return (await store.listChildren(tx, actor.familyId, now)).map((row) => asChild(row, today));
    },

    get: ({ id }, context) => reply(context, id),

    create: async (input, context) => {
      const { tx, actor, now, calendar } = context;
      const { today } = await calendar();
      const by = { madeBy: actor.userId, now, today };
      const [child] = await store.createChildren(tx, actor.familyId, [input], by);
      return reply(context, child as string);
    },

    edit: async ({ id, age, ...change }, context) => {
      const { tx, actor, now, calendar } = context;
      const child = await existing(context, id);
      const { today } = await calendar();
      // Reentering the same age must not move the birthday.
      const isNew = age !== undefined && age !== ageOn(child.birthMonth, today);
      const birthMonth = isNew ? birthMonthFor(age, today) : undefined;
      await store.editChild(tx, actor.familyId, id, { ...change, birthMonth }, now);
      return reply(context, id);
    },

    chooseFace: async ({ id, ...chosen }, context) => {
      const { tx, actor, now } = context;
      await existing(context, id);
      await store.editChild(tx, actor.familyId, id, chosen, now);
      return reply(context, id);
    },

    setThreshold: async ({ id, threshold }, context) => {
      const { tx, actor, now } = context;
      await existing(context, id);
      await store.editChild(tx, actor.familyId, id, { thresholdSats: threshold }, now);
      return reply(context, id);
    },

    remove: async ({ id }, context) => {
      await closeBook(services, context, await existing(context, id), erasers);
      return { success: true };
    },

    closed: async (_, { tx, actor, now }) =>
      (await listClosings(tx, actor.familyId, now)).map(asClosedBook),

    restore: async ({ id }, context) => {
      await restoreBook(services, context, id, erasers);
      return { success: true };
    },

    ...signInHandlers(services),
  };
}

function signInHandlers(services: Services): Pick<All, 'inviteToSignIn' | 'endSignIn'> {
  return {
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
      const taken = await cancelInvitations(tx, actor.familyId, 'child', now, id);
      if (!child.userId && taken === 0) throw new Refusal('CONFLICT', because('NO_OWN_SIGN_IN'));
      await endSignIn(tx, actor.familyId, child, now);
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
  const { today } = await context.calendar();
  return asChild(await existing(context, childId), today);
}
