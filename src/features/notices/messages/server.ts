/** Messages on the server: the caller's list, and marking them as read. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { messages } from './contract.ts';
import { type About, asMessage, countUnread, latestMessages, markRead } from './store.ts';

export const messageHandlers = (about: About): Handlers<typeof messages> => ({
  list: async (_, { tx, actor }) => (await latestMessages(tx, actor, about)).map(asMessage),

  unread: async (_, { tx, actor }) => ({ unread: await countUnread(tx, actor) }),

  read: async ({ upTo }, { tx, actor, now }) => {
    if (!(await markRead(tx, actor, upTo, now)))
      throw new Refusal('NOT_FOUND', because('NO_MESSAGE'), 'upTo');
    return { success: true };
  },
});
