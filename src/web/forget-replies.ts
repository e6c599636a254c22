/** Removes from the cache what must not be in this page any more. */
import type { QueryClient } from '@tanstack/react-query';

/** Replies that hold one of these texts are forgotten, and asked for anew where they are shown. */
export const forgetReplies = (queries: QueryClient, texts: readonly string[]): Promise<void> =>
  queries.resetQueries({
    predicate: ({ state }) => texts.some((text) => holds(state.data, text)),
  });

const holds = (data: unknown, text: string): boolean =>
  typeof data === 'object' && data !== null
    ? Object.values(data).some((one) => holds(one, text))
    : typeof data === 'string' && data.includes(text);
