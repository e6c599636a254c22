/** Handing a tablet over on the server: the session itself becomes the child's. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { findChild } from '#features/children/store.ts';
import { newToken, sessionCookie, sha256 } from '#server/http/actor.ts';
import { type Handlers, preparedBy, type Services, type UserContext } from '#server/http/mount.ts';
import type { handover } from './contract.ts';
import { isPin, keepPin } from './pin.ts';
import * as store from './store.ts';

export function handoverHandlers(services: Services): Handlers<typeof handover> {
  return {
    pin: async (_, { tx, actor }) => ({
      isSet: await store.hasPin(tx, actor.familyId, actor.userId),
    }),

    setPin: preparedBy(
      ({ pin }) => keepPin(pin),
      async (_, { tx, actor, now }, kept) => {
        await store.setPin(tx, actor.familyId, actor.userId, kept, now);
        return { success: true };
      },
    ),

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

/** Every way out of here but the last line leaves the session with the child. */
async function back(
  { db, cookies }: Services,
  pin: string,
  { actor, now, reply }: UserContext,
): Promise<void> {
  const taken = await store.takeTry(db.app, actor, now);
  if (taken.kind === 'none') throw new Refusal('CONFLICT', because('NO_PIN'));
  if (taken.kind === 'wait') throw new Refusal('RATE_LIMITED', waitText(taken.until, now));
  if (!(await isPin(pin, taken)))
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
