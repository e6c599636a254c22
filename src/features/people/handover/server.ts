/** Handing a tablet over on the server: the session itself becomes the child's. */
import type { Sentence } from '#contract/checks.ts';
import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { accountNews, notify } from '#features/notices/messages/store.ts';
import { findChild } from '#features/people/children/store.ts';
import { newToken, sessionCookie, sha256 } from '#server/http/actor.ts';
import type { Services, UserContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { handover } from './contract.ts';
import { pinChangedMail } from './mails.ts';
import { isPin, keepPin } from './pin.ts';
import * as store from './store.ts';

export function handoverHandlers(services: Services): Handlers<typeof handover> {
  return {
    pin: async (_, { tx, actor }) => ({
      isSet: await store.hasPin(tx, actor.familyId, actor.userId),
    }),

    setPin: async (input, context) => {
      await setPin(services, input, context);
      return { success: true };
    },

    start: async ({ id }, { tx, actor, now, reply }) => {
      if (!(await findChild(tx, actor.familyId, id, now)))
        throw new Refusal('NOT_FOUND', because('NO_CHILD'));
      await store.handOver(tx, actor.sessionId, id);
      services.cookies.handOver(reply);
      return { success: true };
    },

    back: async ({ pin }, context) => {
      await back(services, pin, context);
      return { success: true };
    },
  };
}

/** The slow hashing holds no connection. */
async function setPin(
  services: Services,
  { pin, oldPin, forgotten }: Parsed<typeof handover.setPin>,
  { actor, now }: UserContext,
): Promise<void> {
  if (!forgotten && (await isSetAlready(services, { pin, oldPin }, { actor, now }))) return;
  const kept = await keepPin(pin);
  await services.db.changeFamily(actor.familyId, async (tx) => {
    await store.setPin(tx, actor.familyId, actor.userId, kept, now);
    const { familyId, userId } = actor;
    const mail = pinChangedMail(services.publicUrl);
    const news = { familyId, to: { userId }, ...accountNews('pin_changed'), mail };
    await notify(services.jobs, tx, [news], now);
  });
}

/**
 * True for a repeated change whose reply was lost.
 * @throws Refusal unless there is no PIN yet, or the old one is right. Attempts count as usual.
 */
async function isSetAlready(
  { db }: Services,
  { pin, oldPin }: { pin: string; oldPin: string | undefined },
  { actor, now }: Pick<UserContext, 'actor' | 'now'>,
): Promise<boolean> {
  if (
    !(await db.readFamily(actor.familyId, (tx) => store.hasPin(tx, actor.familyId, actor.userId)))
  )
    return false;
  if (oldPin === undefined)
    throw new Refusal('VALIDATION_ERROR', because('OLD_PIN_REQUIRED'), 'oldPin');
  const kept = await takeTry(db, actor, now);
  if (await isPin(oldPin, kept)) return false;
  if (await isPin(pin, kept)) return true;
  throw new Refusal('VALIDATION_ERROR', because('PIN_WRONG'), 'oldPin');
}

/** Counts an attempt. @throws Refusal if there is no PIN, or the next attempt must wait */
async function takeTry(db: Services['db'], actor: UserContext['actor'], now: Date) {
  const taken = await store.takeTry(db.app, actor, now);
  if (taken.kind === 'none') throw new Refusal('CONFLICT', because('NO_PIN'));
  if (taken.kind === 'wait') throw new Refusal('RATE_LIMITED', waitText(taken.until, now));
  return taken;
}

/**
 * Every exit except the last line leaves the session with the child. On a child's own device even
 * the right PIN is ignored: its parent was never signed in there.
 */
async function back(
  { db, cookies }: Services,
  pin: string,
  { actor, now, reply }: UserContext,
): Promise<void> {
  if (actor.ownDevice) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  if (!(await isPin(pin, await takeTry(db, actor, now))))
    throw new Refusal('VALIDATION_ERROR', because('PIN_WRONG'), 'pin');
  const token = newToken();
  if (!(await store.handBack(db.app, actor, sha256(token), now)))
    throw new Refusal('CONFLICT', because('TABLET_TAKEN_BACK'));
  cookies.signIn(reply, sessionCookie(actor.familyId, token));
}

function waitText(until: Date, now: Date): Sentence {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
  return minutes === 1 ? because('PIN_WAIT_MINUTE') : because('PIN_WAIT_MINUTES', { minutes });
}
