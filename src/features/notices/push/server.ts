/** Push subscriptions on the server: read, add, remove. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { allowedUrl } from '#server/outbound/reach.ts';
import type { push } from './contract.ts';
import { isSubscribed, subscribe, unsubscribe } from './store.ts';

export const pushHandlers = ({ publicKey, rules }: Services['push']): Handlers<typeof push> => ({
  get: async (_, { tx, actor }) => ({ subscribed: await isSubscribed(tx, actor), publicKey }),

  subscribe: async (subscription, { tx, actor, now }) => {
    // Pushes are for the signed-in adult, but a child holds the tablet.
    if (actor.handedOver) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
    if (!allowedUrl(subscription.endpoint, rules))
      throw new Refusal('VALIDATION_ERROR', because('UNKNOWN_PUSH_SERVICE'), 'endpoint');
    await subscribe(tx, actor, subscription, now);
    return { success: true };
  },

  unsubscribe: async (_, { tx, actor: { familyId, sessionId } }) => {
    await unsubscribe(tx, familyId, sessionId);
    return { success: true };
  },
});
