/** The browser's calls of this feature. */
import { messages } from '#features/messages/contract.ts';
import { client } from '#web/api.ts';

export const messagesCalls = client(messages);
