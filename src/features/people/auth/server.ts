/** Sign-in on the server: links and codes, and ending sessions. Threats: SECURITY.md. */

import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import { readSession, type SessionHint, sessionLimits, sha256 } from '#server/http/actor.ts';
import type { FamilyContext, PublicContext, Services, UserContext } from '#server/http/context.ts';
import { SIGN_IN_AGAIN } from '#server/http/money.ts';
import type { Handlers } from '#server/http/mount.ts';
import { claim, linkState, makeOperator, requirePrinted } from './claiming.ts';
import type { auth } from './contract.ts';
import { codeHash, countCodeTry, pendingNonce, sendLink } from './links.ts';
import { asHandedOver, asUser } from './record.ts';
import * as sessions from './sessions.ts';
import { type SignInTools, signIn } from './signing-in.ts';
import * as store from './store.ts';

export function authHandlers(services: Services, tools: SignInTools): Handlers<typeof auth> {
  const { limit, books, openings, rateOf } = tools;
  const send = (input: { email: string }, context: PublicContext) =>
    sendLink(services, limit, openings, input.email, context);
  return {
    start: send,
    resend: send,
    magicLink: send,

    verify: (input, context) => verify(services, tools, input, context),

    verifyCode: async ({ code, timeZone }, context) => {
      const nonce = pendingNonce(services, context.request);
      if (nonce) await countCodeTry(services, limit, nonce, context.now);
      return signIn(services, tools, context, {
        ...{ timeZone, refusal: because('INVALID_CODE') },
        spend: async (tx) =>
          nonce && store.spendCode(tx, sha256(nonce), codeHash(nonce, code), context.now),
      });
    },

    pending: ({ token }, context) => linkState(services, token, context),

    claim: (input, context) => claim(services, tools, input, context),

    user: async (_, { tx, now, actor: { childId, ...actor } }) => {
      const child = childId ? await books.find(tx, actor.familyId, childId) : null;
      const around = { child, rate: await rateOf(tx, actor.familyId) };
      return actor.handedOver && childId
        ? asHandedOver({ ...actor, childId }, around)
        : asUser(await existing(services, actor.userId, now), services.admins, around);
    },

    rename: async ({ firstName }, { actor, now }) => {
      const rate = await services.db.changeFamily(actor.familyId, async (tx) => {
        await tx`UPDATE users SET first_name = ${firstName} WHERE user_id = ${actor.userId}`;
        return rateOf(tx, actor.familyId);
      });
      const user = await existing(services, actor.userId, now);
      return asUser(user, services.admins, { child: null, rate });
    },

    language: async ({ language }, { actor }) => {
      await store.setLanguage(services.db.app, actor.userId, language);
      return { success: true };
    },

    amountUnit: ({ unit }, context) => setAmountUnit(books, unit, context),

    logout: async (_, { request, reply }) => {
      await endSession(services, readSession(services.cookies.read(request, 'session')));
      services.cookies.signOut(reply);
      return { success: true };
    },

    sessions: (_, context) => listSessions(services, context),

    revokeSession: ({ id }, context) => revokeSession(services, id, context),
    revokeOtherSessions: (_, context) => revokeOtherSessions(services, context),
  };
}

async function verify(
  services: Services,
  tools: SignInTools,
  { token, timeZone, claims = false }: Parsed<typeof auth.verify>,
  context: PublicContext,
) {
  if (claims) await requirePrinted(services, token, context);
  let isHelp = false;
  return signIn(services, tools, context, {
    ...{ timeZone, refusal: because('INVALID_TOKEN') },
    spend: async (tx) => {
      const spent = await store.spendLink(tx, sha256(token), context.now);
      isHelp = spent?.isHelp === true;
      return spent?.email;
    },
    alsoDo: async (tx, user) => {
      if (isHelp) await tools.onHelpUsed(tx, user, context.now);
      else if (claims) await makeOperator(services, tx, user, context.request);
    },
  });
}

async function setAmountUnit(
  books: store.ChildBooks,
  unit: TypedUnit,
  { tx, actor: { familyId, userId, childId } }: FamilyContext,
) {
  if (childId) await books.setAmountUnit(tx, familyId, childId, unit);
  else await store.setAmountUnit(tx, userId, unit);
  return { success: true } as const;
}

async function listSessions({ db }: Services, { actor, now }: UserContext) {
  const rows = await sessions.sessionsOf(db.app, actor.userId, sessionLimits(now));
  return rows.map((row) => ({
    id: row.sessionId,
    device: row.device,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.sessionId === actor.sessionId,
    handedOver: row.handedOver,
  }));
}

async function revokeSession(services: Services, id: string, context: UserContext) {
  if ((await endSessions(services, id, context)) === 0)
    throw new Refusal('NOT_FOUND', because('NO_SESSION'));
  return { success: true } as const;
}

const revokeOtherSessions = async (services: Services, context: UserContext) => ({
  ended: await endSessions(services, 'others', context),
});

/** @throws Refusal SIGN_IN_AGAIN if another session has a more recent mailbox proof */
async function endSessions({ db }: Services, which: string, { actor }: UserContext) {
  const { userId, sessionId: asking } = actor;
  const { ended, stay } = await sessions.endSessions(db.app, userId, { asking, which });
  if (ended > 0) db.notifyChange([actor.familyId]);
  if (stay > 0) throw SIGN_IN_AGAIN;
  return ended;
}

async function endSession({ db }: Services, hint: SessionHint | undefined): Promise<void> {
  if (!hint) return;
  await store.endSessionByToken(db.app, hint.tokenHash);
  db.notifyChange([hint.familyId]);
}

async function existing({ db }: Services, userId: string, now: Date): Promise<store.UserRow> {
  const row = await store.userById(db.app, userId, now);
  if (!row) throw new Refusal('AUTH_ERROR', because('AUTHENTICATION_REQUIRED'));
  return row;
}
