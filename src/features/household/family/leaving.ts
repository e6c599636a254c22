/** Leaving a family, or being removed from it, and making the spouse a full parent. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { HOUR } from '#core/time.ts';
import { noteAdultLeft } from '#features/book/changes/store.ts';
import { askForRotation } from '#features/money/lightning/connections/store.ts';
import { endVaultPasskeysOf } from '#features/money/vault/passkeys/store.ts';
import { askForRenewal } from '#features/money/vault/store.ts';
import { accountNews, forgetMessagesTo, notify } from '#features/notices/messages/store.ts';
import * as access from '#features/people/auth/store.ts';
import { endSignIn } from '#features/people/children/closing.ts';
import { childLeftMail } from '#features/people/children/mails.ts';
import { dropPin } from '#features/people/handover/store.ts';
import * as invitations from '#features/people/invitations/store.ts';
import { type Letters, mailTo } from '#server/adapters/mail/mail.ts';
import type { Tx } from '#server/db/sql.ts';
import { noteErasure } from '#server/erasures.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { DEFAULT_SPOUSE_SHARE, UNDO_HOURS } from './contract.ts';
import * as mails from './mails.ts';
import { hasFullRights } from './rules.ts';
import { endSignInsBy } from './spouse-access.ts';
import * as store from './store.ts';

/** Also withdraws an open invitation, and ends all access that the spouse has given to others. */
export async function removeSpouse(services: Services, context: FamilyContext): Promise<void> {
  const { tx, actor, now } = context;
  const taken = await invitations.cancelInvitations(tx, actor.familyId, 'spouse', now);
  const { me, spouse } = await adultsIn(context);
  if (!spouse) {
    if (taken > 0) return;
    throw new Refusal('CONFLICT', because('NO_SPOUSE_TO_REMOVE'));
  }
  if (hasFullRights(spouse, now)) throw new Refusal('CONFLICT', because('FULL_PARENT_STAYS'));
  await endSignInsBy(tx, actor.familyId, spouse.userId, now);
  const ownFamilyId = await moveOut(services, context, spouse);
  await tell(services, context, me, accountNews('removed_spouse'), mails.removedNotice());
  await store.speakFor(tx, ownFamilyId);
  const own = { ...context, actor: { ...actor, familyId: ownFamilyId } };
  await tell(services, own, spouse, accountNews('removed_you'), mails.removedMail());
  await store.speakFor(tx, actor.familyId);
}

/** A family always has a parent: the last one can't leave. */
export async function leave(services: Services, context: FamilyContext): Promise<void> {
  const { tx, actor } = context;
  if (actor.role === 'child') return leaveAsChild(services, context);
  const { me, others } = await adultsIn(context);
  const [other] = others;
  if (me.role === 'parent') {
    if (!other?.fullParent) throw new Refusal('CONFLICT', because('ONLY_PARENT'));
    await store.takeFirstPlace(tx, other.userId);
  }
  await moveOut(services, context, me);
  await services.jobs.mail(mailTo(me, mails.leftMail()), tx);
  if (other)
    await tell(services, context, other, accountNews('left'), mails.leftNotice(services.publicUrl));
}

/** Ends the child's own sign-in; the parents keep the book. Not possible on a borrowed tablet. */
async function leaveAsChild(
  { jobs, publicUrl }: Services,
  { tx, actor, now }: FamilyContext,
): Promise<void> {
  const { familyId, childId, handedOver } = actor;
  if (handedOver || !childId) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  await endSignIn(tx, familyId, actor, now);
  const mail = childLeftMail(publicUrl);
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'child_left', childId, mail }], now);
}

export async function makeFullParent(services: Services, context: FamilyContext): Promise<void> {
  const { tx, now } = context;
  const { me, spouse } = await adultsIn(context);
  if (!spouse) throw new Refusal('CONFLICT', because('NO_SPOUSE'));
  if (spouse.fullParent) throw new Refusal('CONFLICT', because('FULL_PARENT_ALREADY'));
  await store.makeFullParent(tx, spouse.userId, new Date(now.getTime() + UNDO_HOURS * HOUR));
  const { publicUrl } = services;
  const toSpouse = accountNews('full_parent_you');
  await tell(services, context, spouse, toSpouse, mails.fullParentMail(publicUrl));
  await tell(services, context, me, accountNews('full_parent'), mails.fullParentNotice(publicUrl));
}

/** Only before the rights start: afterwards the two parents are equal. */
export async function undoFullParent(services: Services, context: FamilyContext): Promise<void> {
  const { tx, now } = context;
  const { me, spouse } = await adultsIn(context);
  if (!spouse?.fullParent || hasFullRights(spouse, now))
    throw new Refusal('CONFLICT', because('NO_FULL_PARENT_TO_UNDO'));
  await store.undoFullParent(tx, spouse.userId);
  const news = accountNews('full_parent_undone');
  for (const one of [spouse, me]) await tell(services, context, one, news, mails.undoneMail());
}

const tell = (
  { jobs }: Services,
  { tx, actor: { familyId }, now }: Pick<FamilyContext, 'tx' | 'actor' | 'now'>,
  { userId }: store.AdultRow,
  news: ReturnType<typeof accountNews>,
  mail: Letters,
) => notify(jobs, tx, [{ familyId, to: { userId }, ...news, mail }], now);

/** The actor and the other adults; `spouse` is the second adult, perhaps the actor. */
async function adultsIn({ tx, actor }: FamilyContext) {
  const people = await store.adultsOf(tx, actor.familyId);
  const me = people.find(({ userId }) => userId === actor.userId);
  if (!me) throw new Error('Somebody acts in a family who is not there');
  const others = people.filter((one) => one !== me);
  return { me, others, spouse: people.find(({ role }) => role === 'spouse') };
}

async function moveOut(
  { secretsKey }: Pick<Services, 'secretsKey'>,
  { tx, actor: { familyId, userId }, now, calendar }: FamilyContext,
  person: store.AdultRow,
): Promise<string> {
  const { timeZone } = await calendar();
  return moveOutOf(tx, secretsKey, familyId, { person, by: userId, timeZone, now });
}

type Leaving = { person: store.AdultRow; by: string; timeZone: string; now: Date };

/**
 * The person keeps their address, gets an empty family, and is signed out everywhere immediately.
 * @returns the id of that family
 */
async function moveOutOf(
  tx: Tx,
  secretsKey: Uint8Array,
  familyId: string,
  { person, by, timeZone, now }: Leaving,
): Promise<string> {
  const erasure = { kind: 'person', subjectId: person.userId, ofFamily: familyId } as const;
  await noteErasure(tx, { ...erasure, erasedAt: now });
  await access.endAccess(tx, person.userId, person.email);
  await invitations.cancelInvitationsOf(tx, familyId, person, now);
  await dropPin(tx, familyId, person.userId);
  await forgetMessagesTo(tx, familyId, person.userId);
  await endVaultPasskeysOf(tx, familyId, person.userId);
  await askForRenewal(tx, familyId);
  await askForRotation(tx, familyId);
  await noteAdultLeft(tx, secretsKey, familyId, { by, now });
  await store.changeSettings(tx, familyId, { spouseShare: DEFAULT_SPOUSE_SHARE });
  const ownFamilyId = await ownFamily(tx, person.userId, timeZone, now);
  await store.speakFor(tx, familyId);
  return ownFamilyId;
}

/**
 * Repeats a departure after a restore. False if it would leave the restored family empty: a person
 * has to check.
 */
export async function repeatLeaving(
  tx: Tx,
  secretsKey: Uint8Array,
  familyId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const adults = await store.adultsOf(tx, familyId);
  const person = adults.find((one) => one.userId === userId);
  if (!person) return true;
  const other = adults.find((one) => one !== person);
  if (!other) return false;
  if (person.role === 'parent' && other.role === 'spouse')
    await store.takeFirstPlace(tx, other.userId);
  const { timeZone } = await store.readFamily(tx, familyId, now);
  await moveOutOf(tx, secretsKey, familyId, { person, by: other.userId, timeZone, now });
  return true;
}

async function ownFamily(tx: Tx, userId: string, timeZone: string, now: Date): Promise<string> {
  const familyId = await store.makeFamily(tx, timeZone, now);
  await store.moveUser(tx, userId, { familyId, role: 'parent', childId: null });
  return familyId;
}
