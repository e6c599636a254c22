/** Accepting an invitation: the person leaves an empty family and joins another. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { accountNews, forgetMessagesTo, notify } from '#features/notices/messages/store.ts';
import { deviceName } from '#features/people/auth/rules.ts';
import * as access from '#features/people/auth/store.ts';
import { dropPin } from '#features/people/handover/store.ts';
import { joinedMail, joinedNotice } from '#features/people/invitations/mails.ts';
import * as invitations from '#features/people/invitations/store.ts';
import { retried, transaction } from '#server/db/database.ts';
import { lockForChange } from '#server/db/revision.ts';
import type { Tx } from '#server/db/sql.ts';
import { newToken, sessionCookie, sha256 } from '#server/http/actor.ts';
import type { Services, UserContext } from '#server/http/context.ts';
import * as store from './store.ts';

const GONE = because('NO_INVITATION');
const OWN_BOOK = because('OWN_BOOK');

/**
 * @throws Refusal NOT_FOUND unless the invitation is open and addressed to this person; CONFLICT if
 * their own family isn't empty, or the place has been taken
 */
export async function join(services: Services, context: UserContext, invitationId: string) {
  const { actor, now, request, reply } = context;
  const { db } = services;
  const [seen] = (await invitations.invitationsTo(db.app, actor.email, now)).filter(
    ({ id }) => id === invitationId,
  );
  if (!seen || seen.familyId === actor.familyId) throw new Refusal('NOT_FOUND', GONE);
  const token = newToken();
  await retried(() =>
    transaction(db.app, 'BEGIN', async (tx) => {
      // Both families are locked in the order of their ids, as in all work across families.
      for (const familyId of [actor.familyId, seen.familyId].sort()) await lock(tx, familyId);
      const invitation = await invitations.takeInvitation(tx, invitationId, actor.email, now);
      if (!invitation) throw new Refusal('NOT_FOUND', GONE);
      await mayLeave(tx, context);
      await enter(tx, services, context, invitation);
      await access.endAccess(tx, actor.userId, actor.email);
      const device = deviceName(request.headers['user-agent']);
      await access.addSession(tx, { tokenHash: sha256(token), userId: actor.userId, device, now });
    }),
  );
  services.cookies.signIn(reply, sessionCookie(seen.familyId, token));
}

async function lock(tx: Tx, familyId: string): Promise<void> {
  await store.speakFor(tx, familyId);
  await lockForChange(tx, familyId);
}

/** Checked under the locks: the person may have just joined another family. */
async function mayLeave(tx: Tx, { actor, now }: UserContext): Promise<void> {
  const { userId, familyId } = actor;
  const user = await access.userById(tx, userId, now);
  await store.speakFor(tx, familyId);
  const alone = user?.familyId === familyId && user.role === 'parent';
  if (!alone || !(await store.isEmpty(tx, familyId, userId)))
    throw new Refusal('CONFLICT', OWN_BOOK);
  await dropPin(tx, familyId, userId);
  await forgetMessagesTo(tx, familyId, userId);
  // Otherwise an invited person would join a family without members.
  await invitations.cancelInvitations(tx, familyId, 'spouse', now);
}

async function enter(
  tx: Tx,
  { jobs, publicUrl }: Services,
  { actor, now }: UserContext,
  { invitationId, familyId, role, childId, netWorthShare, invitedBy }: invitations.InvitationRow,
): Promise<void> {
  await store.speakFor(tx, familyId);
  if (role === 'spouse') {
    if (await store.memberWithRole(tx, familyId, 'spouse'))
      throw new Refusal('CONFLICT', because('SPOUSE_ALREADY'));
    await store.changeSettings(tx, familyId, { spouseShare: netWorthShare });
  } else {
    const [taken] = await tx`
      SELECT FROM users WHERE family_id = ${familyId} AND child_id = ${childId}`;
    if (taken) throw new Refusal('CONFLICT', because('CHILD_SIGNS_IN'));
    await invitations.endJoined(tx, familyId, childId);
  }
  await store.moveUser(tx, actor.userId, { familyId, role, childId });
  await invitations.answerInvitation(tx, invitationId, 'joined', now);
  const news = { ...accountNews('joined'), ...(childId !== null && { childId }) };
  const notices = (await store.adultsOf(tx, familyId)).flatMap(({ userId }) => {
    const letters = userId === invitedBy ? joinedMail : joinedNotice;
    const mail = letters(role, publicUrl);
    return userId === actor.userId ? [] : [{ familyId, to: { userId }, ...news, mail }];
  });
  await notify(jobs, tx, notices, now);
}
