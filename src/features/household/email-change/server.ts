/** Changing an address on the server. Never reveals which addresses are known. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { speakFor } from '#features/household/family/store.ts';
import { linkLife, networkOf } from '#features/people/auth/rules.ts';
import { languageAt, userByEmail } from '#features/people/auth/store.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import { retried, transaction } from '#server/db/database.ts';
import { markChanged } from '#server/db/revision.ts';
import type { Tx } from '#server/db/sql.ts';
import { newToken, sha256 } from '#server/http/actor.ts';
import type { FamilyContext, PublicContext, Services } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { emailChange, Pending } from './contract.ts';
import * as mails from './mails.ts';
import * as store from './store.ts';

const LIMITS = {
  byPerson: { points: 5, seconds: 3600 },
  toAddress: { points: 5, seconds: 3600 },
  wrongTries: { points: 20, seconds: 900 },
} as const;

export function emailChangeHandlers(
  services: Services,
  limit: Limiter,
): Handlers<typeof emailChange> {
  return {
    get: async (_, { tx, actor, now }) => {
      const row = await store.openChange(tx, actor.userId, now);
      return row ? asPending(row) : null;
    },
    start: ({ email }, context) => start(services, limit, email, context),
    cancel: async (_, { tx, actor }) => {
      if (!(await store.dropChange(tx, actor.userId)))
        throw new Refusal('CONFLICT', because('NO_ADDRESS_CHANGE'));
      return { success: true };
    },
    confirm: ({ token }, context) => confirm(services, limit, token, context),
  };
}

const asPending = (row: store.ChangeRow): Pending => ({
  newEmail: row.newEmail,
  oldConfirmed: row.oldConfirmedAt !== null,
  newConfirmed: row.newConfirmedAt !== null,
  expiresAt: row.expiresAt.toISOString(),
});

/** Sends the same reply and two mails for every address; only the new mailbox's text differs. */
async function start(
  { admins, jobs, publicUrl }: Services,
  limit: Limiter,
  newEmail: string,
  { tx, actor, now }: FamilyContext,
): Promise<Pending> {
  if (newEmail === actor.email)
    throw new Refusal('VALIDATION_ERROR', because('SAME_ADDRESS'), 'email');
  if (!(await limit('address-change', actor.userId, LIMITS.byPerson)))
    throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
  const [oldToken, newEmailToken] = [newToken(), newToken()];
  const { expiresAt } = linkLife(now);
  const { userId, sessionId } = actor;
  await store.startChange(
    tx,
    {
      userId,
      newEmail,
      sessionId,
      expiresAt,
      oldTokenHash: sha256(oldToken),
      newTokenHash: sha256(newEmailToken),
    },
    now,
  );
  const link = (token: string) => `${publicUrl}/auth/email?token=${token}`;
  const language = await languageAt(tx, actor.email);
  const me = { email: actor.email, language };
  await jobs.mail(mailTo(me, mails.oldAddressMail(newEmail, link(oldToken))), tx);
  // An operator's address can't be taken over, even before its first sign-in.
  const owner = await userByEmail(tx, newEmail, now);
  const taken = admins.has(newEmail) || owner !== undefined;
  if (await limit('address-change-to', newEmail, LIMITS.toAddress))
    await jobs.mail(
      mailTo(
        { email: newEmail, language: owner?.language ?? language },
        taken ? mails.takenAddressMail() : mails.newAddressMail(link(newEmailToken)),
      ),
      tx,
    );
  return asPending({
    userId,
    newEmail,
    sessionId,
    expiresAt,
    oldConfirmedAt: null,
    newConfirmedAt: null,
  });
}

/** Does not sign in: the link only proves that someone reads the mailbox. */
async function confirm(
  services: Services,
  limit: Limiter,
  token: string,
  { now, request }: PublicContext,
): Promise<{ state: 'waiting' | 'changed' }> {
  let changedIn: string | undefined;
  const work = async (tx: Tx) => {
    const change = await store.confirmLink(tx, sha256(token), now);
    if (!change) return undefined;
    if (!change.oldConfirmedAt || !change.newConfirmedAt) return 'waiting';
    await store.dropChange(tx, change.userId);
    const before = await store.changeEmail(tx, change.userId, change.newEmail);
    if (!before) return 'taken';
    changedIn = before.familyId;
    await speakFor(tx, changedIn);
    await markChanged(tx, [changedIn]);
    await store.endOtherAccess(tx, change, before.email);
    await services.jobs.mail(mailTo(before, mails.changedNotice()), tx);
    return 'changed';
  };
  const state = await retried(() => transaction(services.db.app, 'BEGIN', work));
  if (changedIn) services.db.notifyChange([changedIn]);
  if (state === 'taken') throw new Refusal('CONFLICT', because('ADDRESS_TAKEN'));
  if (state) return { state };
  if (!(await limit('verify', networkOf(request.ip), LIMITS.wrongTries)))
    throw new Refusal('RATE_LIMITED', because('WAIT_MINUTES'));
  throw new Refusal('AUTH_ERROR', because('INVALID_LINK'));
}
