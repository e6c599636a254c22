/** Families on the server: setting up, inviting, joining, leaving. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isTimeZone } from '#core/time-zone.ts';
import { preferEncryption } from '#features/money/vault/store.ts';
import { findWallet } from '#features/money/wallet/watched/store.ts';
import * as access from '#features/people/auth/store.ts';
import { asChild } from '#features/people/children/record.ts';
import { createChildren, listChildren } from '#features/people/children/store.ts';
import { invite } from '#features/people/invitations/invite.ts';
import * as invitations from '#features/people/invitations/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { family } from './contract.ts';
import { join } from './join.ts';
import { leave, makeFullParent, removeSpouse, undoFullParent } from './leaving.ts';
import { readOverview } from './overview.ts';
import { asFamily, asInvitation, readSpouse } from './record.ts';
import { readAccess } from './spouse-access.ts';
import * as store from './store.ts';

type All = Handlers<typeof family>;

export const familyHandlers = (services: Services): All => ({
  ...bookHandlers(),
  ...spouseHandlers(services),
  ...invitationHandlers(services),
});

type Book = Pick<All, 'get' | 'setup' | 'overview' | 'shareNetWorth' | 'adjustShare'>;

function bookHandlers(): Book {
  return {
    get: async (_, { tx, actor, now }) => asFamily(await store.readFamily(tx, actor.familyId, now)),

    setup: async ({ children, timeZone, useEncryption }, context) => {
      const { tx, actor, now, calendar } = context;
      // Only the first time: a later visit, perhaps while traveling, must not move the family.
      const isFirst = !(await access.userById(tx, actor.userId, now))?.onboarded;
      if (isFirst && timeZone !== undefined && isTimeZone(timeZone))
        await store.changeSettings(tx, actor.familyId, { timeZone });
      const { today } = await calendar();
      // The setup doesn't ask for the gender, so it must not guess a picture.
      const added = children.map((child) => ({ face: 'letter' as const, ...child }));
      const by = { madeBy: actor.userId, now, today };
      if (added.length > 0) await createChildren(tx, actor.familyId, added, by);
      // A connected wallet has to be encrypted in the browser first.
      if (useEncryption && !(await findWallet(tx, actor.familyId)))
        await preferEncryption(tx, actor.familyId, actor.userId, now);
      await tx`UPDATE users SET onboarded = true WHERE user_id = ${actor.userId}`;
      const rows = await listChildren(tx, actor.familyId, now);
      return { success: true, children: rows.map((row) => asChild(row, today)) };
    },

    overview: (_, context) => readOverview(context),

    shareNetWorth: async (sharing, { tx, actor }) => {
      await store.setSharing(tx, actor.userId, sharing);
      return sharing;
    },

    adjustShare: async ({ spouseShare }, context) => {
      const { tx, actor, now } = context;
      if (await store.memberWithRole(tx, actor.familyId, 'spouse'))
        await store.changeSettings(tx, actor.familyId, { spouseShare });
      else if (!(await invitations.changeInvitedShare(tx, actor.familyId, spouseShare, now)))
        throw new Refusal('CONFLICT', because('NO_SPOUSE'));
      return spouseOf(context);
    },
  };
}

type Spouses =
  | 'spouse'
  | 'inviteSpouse'
  | 'resendSpouse'
  | 'spouseAccess'
  | 'removeSpouse'
  | 'makeFullParent'
  | 'undoFullParent';

function spouseHandlers(services: Services): Pick<All, Spouses | 'leave'> {
  return {
    spouse: (_, { tx, actor, now }) => readSpouse(tx, actor.familyId, now),

    inviteSpouse: async ({ email, netWorthShare }, context) => {
      if (await store.memberWithRole(context.tx, context.actor.familyId, 'spouse'))
        throw new Refusal('CONFLICT', because('SPOUSE_ALREADY'));
      await invite(services, context, { role: 'spouse', email, netWorthShare });
      return spouseOf(context);
    },

    resendSpouse: async (_, context) => {
      const { tx, actor, now } = context;
      const open = await invitations.openInvitation(tx, actor.familyId, 'spouse', now);
      if (!open) throw new Refusal('CONFLICT', because('NO_OPEN_INVITATION'));
      const { email, netWorthShare } = open;
      await invite(services, context, { role: 'spouse', email, netWorthShare });
      return spouseOf(context);
    },

    spouseAccess: async (_, { tx, actor, now }) => {
      const spouse = await store.memberWithRole(tx, actor.familyId, 'spouse');
      if (!spouse) throw new Refusal('CONFLICT', because('NO_SPOUSE'));
      return readAccess(tx, actor.familyId, spouse.userId, now);
    },

    removeSpouse: async (_, context) => {
      await removeSpouse(services, context);
      return { success: true };
    },

    makeFullParent: async (_, context) => {
      await makeFullParent(services, context);
      return { success: true };
    },

    undoFullParent: async (_, context) => {
      await undoFullParent(services, context);
      return { success: true };
    },

    leave: async (_, context) => {
      await leave(services, context);
      services.cookies.signOut(context.reply);
      return { success: true };
    },
  };
}

function invitationHandlers(services: Services): Pick<All, 'invitations' | 'join' | 'decline'> {
  return {
    invitations: async (_, { actor, now }) =>
      (await invitations.invitationsTo(services.db.app, actor.email, now))
        .filter((one) => one.familyId !== actor.familyId)
        .map(asInvitation),

    join: async ({ id }, context) => {
      await join(services, context, id);
      return { success: true };
    },

    decline: async ({ id }, { actor, now }) => {
      const [open] = (await invitations.invitationsTo(services.db.app, actor.email, now)).filter(
        (one) => one.id === id,
      );
      if (!open) throw new Refusal('NOT_FOUND', because('NO_INVITATION'));
      await services.db.changeFamily(open.familyId, (tx) =>
        invitations.answerInvitation(tx, id, 'declined', now),
      );
      return { success: true };
    },
  };
}

async function spouseOf({ tx, actor, now }: FamilyContext) {
  const spouse = await readSpouse(tx, actor.familyId, now);
  if (!spouse) throw new Error('The invitation was not written');
  return spouse;
}
