/** Joining by a code: a parent offers, a device asks, the parent admits it, and it enters. */
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { DAY } from '#core/time.ts';
import { memberWithRole } from '#features/household/family/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import { pendingNonce } from '#features/people/auth/links.ts';
import { asHandedOver } from '#features/people/auth/record.ts';
import { deviceName, networkOf, SIGN_IN_LIMITS } from '#features/people/auth/rules.ts';
import { type SignInTools, signIn } from '#features/people/auth/signing-in.ts';
import { addSession, endSessionByToken, userByEmail } from '#features/people/auth/store.ts';
import { findChild } from '#features/people/children/store.ts';
import { handOver } from '#features/people/handover/store.ts';
import * as invitations from '#features/people/invitations/store.ts';
import { transaction } from '#server/db/database.ts';
import type { Tx } from '#server/db/sql.ts';
import { newToken, readSession, sessionCookie, sha256 } from '#server/http/actor.ts';
import type { FamilyContext, PublicContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { spelled } from '#server/letters.ts';
import { newJoinCode, newMatch, readJoinCode } from './codes.ts';
import type { joining } from './contract.ts';
import { letInMail } from './mails.ts';
import * as store from './store.ts';

type All = Handlers<typeof joining>;

const OFFERS = { points: 20, seconds: 3_600 } as const;
/** A new adult's share, until a parent changes it. */
const USUAL_SHARE = 50;

export function joiningHandlers(services: Services, tools: SignInTools): All {
  return { ...ofParents(services, tools), ...ofDevices(services, tools) };
}

function ofParents(
  services: Services,
  { limit }: SignInTools,
): Pick<All, 'offer' | 'look' | 'letIn' | 'close'> {
  return {
    offer: async ({ childId }, { tx, actor, now }) => {
      const { familyId, userId: madeBy } = actor;
      await requirePlace({ tx, actor, now }, childId);
      if (!(await limit('joining', familyId, OFFERS)))
        throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
      const code = newJoinCode(childId === null);
      const row = { joiningId: code.id, familyId, childId, madeBy, codeHash: hashOf(code) };
      const expiresAt = await store.addOffer(tx, row, now);
      const url = `${services.publicUrl}/join#${code.id}${code.secret}`;
      return {
        id: code.id,
        code: spelled(code.id + code.secret),
        url,
        expiresAt: expiresAt.toISOString(),
      };
    },

    look: async ({ id }, { tx, actor, now }) => {
      const row = await store.offerOf(tx, actor.familyId, id, now);
      const { device, match, email } = row ?? {};
      const asking = device && match ? { device, match, email: email ?? null } : null;
      return { isGone: row === undefined, asking };
    },

    letIn: async ({ id, match }, context) => {
      const { tx, actor, now } = context;
      const { familyId, userId: invitedBy } = actor;
      const row = await store.letIn(tx, { familyId, joiningId: id, match }, now);
      if (!row) throw new Refusal('CONFLICT', because('JOINING_GONE'));
      await requirePlace(context, row.childId);
      if (row.childId === null) await inviteAdult(tx, row, invitedBy, now);
      await tellAdults(services, context, row);
      return { success: true };
    },

    close: async ({ id }, { tx, actor }) => {
      await store.removeOffer(tx, actor.familyId, id);
      return { success: true };
    },
  };
}

/** @throws Refusal if the family has no such child, or already has a second adult */
async function requirePlace(
  { tx, actor, now }: Pick<FamilyContext, 'tx' | 'actor' | 'now'>,
  childId: string | null,
): Promise<void> {
  if (childId !== null) {
    if (!(await findChild(tx, actor.familyId, childId, now)))
      throw new Refusal('NOT_FOUND', because('NO_CHILD'));
    return;
  }
  if (actor.role !== 'parent') throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  if (await memberWithRole(tx, actor.familyId, 'spouse'))
    throw new Refusal('CONFLICT', because('SPOUSE_ALREADY'));
}

/** A message, a push, and a mail if configured: someone else may be using the parent's device. */
const tellAdults = (
  { jobs, publicUrl }: Services,
  { tx, actor, now }: FamilyContext,
  { familyId, childId, email }: store.JoiningRow,
) => {
  const by = actor.firstName ?? actor.email;
  const notice = { familyId, to: 'adults', kind: 'joined', mail: letInMail(publicUrl) } as const;
  const about = childId === null ? { data: { by, email: email ?? '' } } : { childId, data: { by } };
  return notify(jobs, tx, [{ ...notice, ...about }], now);
};

/** The adult then answers an ordinary invitation, which needs no mail. */
async function inviteAdult(tx: Tx, row: store.JoiningRow, invitedBy: string, now: Date) {
  const { familyId, email } = row;
  await invitations.cancelInvitations(tx, familyId, 'spouse', now);
  await invitations.addInvitation(
    tx,
    {
      invitationId: newId(now.getTime()),
      ...{ familyId, email: email as string, role: 'spouse', childId: null },
      ...{ netWorthShare: USUAL_SHARE, invitedBy, expiresAt: new Date(now.getTime() + DAY) },
    },
    now,
  );
}

function ofDevices(services: Services, tools: SignInTools): Pick<All, 'ask' | 'enter'> {
  const { db, cookies } = services;
  return {
    ask: async ({ code, email }, { request, reply, now }) => {
      const read = readJoinCode(code);
      const row = read && (await store.takeTry(db.app, read.id, now));
      const isRight = row && timingSafeEqual(row.codeHash, hashOf(read));
      if (!isRight) {
        const network = networkOf(request.ip);
        if (!(await tools.limit('join', network, SIGN_IN_LIMITS.wrongTries)))
          throw new Refusal('RATE_LIMITED', because('WAIT_MINUTES'));
        throw new Refusal('VALIDATION_ERROR', because('WRONG_JOIN_CODE'), 'code');
      }
      if (row.childId === null && email === undefined)
        throw new Refusal('VALIDATION_ERROR', because('INVALID_EMAIL'), 'email');
      const nonce = pendingNonce(services, request) ?? newToken();
      const device = deviceName(request.headers['user-agent']);
      const asking = { device, match: newMatch(), email: row.childId === null ? email : undefined };
      const pendingHash = sha256(nonce);
      const kept = { ...asking, email: asking.email ?? null, pendingHash };
      if (!(await store.keepAsking(db.app, row.joiningId, kept)))
        throw new Refusal('CONFLICT', because('JOINING_TAKEN'));
      cookies.setPending(reply, nonce);
      db.notifyChange([row.familyId]);
      const { familyId, childId } = row;
      const child =
        childId && (await db.readFamily(familyId, (tx) => tools.books.find(tx, familyId, childId)));
      return { match: asking.match, child: child ? child.name : null };
    },

    enter: async ({ timeZone }, context) => {
      const nonce = pendingNonce(services, context.request);
      const row = nonce && (await store.askedBy(db.app, sha256(nonce), context.now));
      if (!row) return { state: 'gone' as const };
      if (row.letInAt === null) return { state: 'waits' as const };
      return row.childId === null
        ? enterAsAdult(services, tools, context, { row, timeZone })
        : enterAsChild(services, tools, context, { ...row, childId: row.childId });
    },
  };
}

/** The address is unproven, so it must be new here; a known person signs in as usual. */
async function enterAsAdult(
  services: Services,
  tools: SignInTools,
  context: PublicContext,
  { row, timeZone }: { row: store.JoiningRow; timeZone: string | undefined },
) {
  const { db } = services;
  if (await userByEmail(db.app, row.email as string, context.now))
    return { state: 'known' as const };
  const { user } = await signIn(services, tools, context, {
    ...{ timeZone, refusal: because('JOINING_GONE') },
    spend: async (tx) => (await store.takeIn(tx, row.joiningId))?.email ?? undefined,
  });
  return { state: 'in' as const, user };
}

/**
 * Creates a handed-over session of the parent who admitted it: parents see it among their devices.
 */
async function enterAsChild(
  services: Services,
  { books, rateOf }: SignInTools,
  { request, reply, now }: PublicContext,
  { joiningId, familyId, childId, madeBy }: store.JoiningRow & { childId: string },
) {
  const { db, cookies } = services;
  const token = newToken();
  const around = await transaction(db.app, 'BEGIN', async (tx) => {
    if (!(await store.takeIn(tx, joiningId))) return undefined;
    await tx`SELECT set_config('app.family_id', ${familyId}, true)`;
    const found = await books.find(tx, familyId, childId);
    if (!found) throw new Refusal('FORBIDDEN', because('OWN_BOOK_CLOSED'));
    // Signs out anyone signed in on this device.
    const before = readSession(cookies.read(request, 'session'));
    if (before) await endSessionByToken(tx, before.tokenHash);
    const device = deviceName(request.headers['user-agent']);
    const tokenHash = sha256(token);
    await addSession(tx, { tokenHash, userId: madeBy, device, now });
    const [made] = await tx<{ sessionId: string }[]>`
      SELECT session_id FROM session WHERE token_hash = ${tokenHash}`;
    await handOver(tx, made?.sessionId as string, childId, true);
    return { child: found, rate: await rateOf(tx, familyId) };
  });
  if (!around) return { state: 'gone' as const };
  cookies.signIn(reply, sessionCookie(familyId, token));
  cookies.clearPending(reply);
  db.notifyChange([familyId]);
  const session = { userId: madeBy, familyId, childId, ownDevice: true };
  return { state: 'in' as const, user: asHandedOver(session, around) };
}

const hashOf = ({ id, secret }: { id: string; secret: string }) => sha256(`join ${id} ${secret}`);
