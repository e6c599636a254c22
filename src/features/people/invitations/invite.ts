/** Inviting a person into the family, as the other parent or as a child with a sign-in. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { DAY, HOUR } from '#core/time.ts';
import { addLink, languageAt } from '#features/people/auth/store.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import type { Tx } from '#server/db/sql.ts';
import { newToken, sha256 } from '#server/http/actor.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { invitationMail } from './mails.ts';
import { INVITATION_DAYS } from './openings.ts';
import * as store from './store.ts';

/** Mails per hour: to one address from anyone; from one family to anyone. */
const MAILS = { toAddress: 5, fromFamily: 20 };

type Guest = { email: string } & (
  | { role: 'spouse'; netWorthShare: number }
  | { role: 'child'; childId: string }
);

/**
 * Replaces an older invitation for the same role in the family. Doesn't reveal whether the address
 * is known: the reply is the same either way.
 * @throws Refusal VALIDATION_ERROR, RATE_LIMITED
 */
export async function invite(
  services: Services,
  { tx, actor, now }: FamilyContext,
  guest: Guest,
): Promise<void> {
  const { familyId, userId } = actor;
  const { email, role } = guest;
  if (services.admins.has(email) || email === actor.email)
    throw new Refusal('VALIDATION_ERROR', because('CANNOT_INVITE'), 'email');
  const since = new Date(now.getTime() - HOUR);
  const sent = await store.invitationsSince(tx, familyId, email, since);
  if (sent.toAddress >= MAILS.toAddress || sent.fromFamily >= MAILS.fromFamily)
    throw new Refusal('RATE_LIMITED', because('TOO_MANY_INVITATIONS'));
  const childId = guest.role === 'child' ? guest.childId : null;
  await store.cancelInvitations(tx, familyId, role, now, childId ?? undefined);
  await store.addInvitation(
    tx,
    {
      invitationId: newId(now.getTime()),
      familyId,
      email,
      role,
      childId,
      netWorthShare: guest.role === 'spouse' ? guest.netWorthShare : 0,
      invitedBy: userId,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY),
    },
    now,
  );
  // An unknown person gets the mail in the inviter's language.
  const language = (await languageAt(tx, email)) ?? (await languageAt(tx, actor.email));
  const link = await signInLink(services, tx, email, now);
  const { publicUrl } = services;
  const letters = invitationMail(role, { inviter: actor.email, link, publicUrl });
  await services.jobs.mail(mailTo({ email, language }, letters), tx);
}

/**
 * A sign-in link without a requesting browser, and therefore without a code. It replaces an earlier
 * invitation's link, so many invitations can't push out links that the guest requested.
 */
export async function signInLink(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  tx: Tx,
  email: string,
  now: Date,
): Promise<string> {
  const token = newToken();
  const pendingHash = sha256(`invitation ${email}`);
  const codeHash = sha256(newToken());
  await addLink(tx, { email, tokenHash: sha256(token), pendingHash, codeHash, now });
  // After the #, which is never sent to a server: an expired link's page offers it a new one.
  return `${publicUrl}/auth/verify?token=${token}#guest=${encodeURIComponent(email)}`;
}
