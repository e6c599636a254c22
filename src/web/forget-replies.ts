/** Removes replies from the cache that must no longer be in this page. */
import type { QueryClient } from '@tanstack/react-query';

/** Replies that contain one of these texts are dropped, and refetched if they are on screen. */
export const forgetReplies = (queries: QueryClient, texts: readonly string[]): Promise<void> =>
  queries.resetQueries({
    predicate: ({ state }) => texts.some((text) => holds(state.data, text)),
  });

const holds = (data: unknown, text: string): boolean =>
  typeof data === 'object' && data !== null
    ? Object.values(data).some((one) => holds(one, text))
    : typeof data === 'string' && data.includes(text);
