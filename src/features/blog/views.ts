/**
 * Counts views in memory and writes them down together, a moment later: a thousand readers of one
 * article are one statement. What an instance has counted and not yet written is lost only when it
 * is killed.
 */
import type { Pool } from '#server/db/database.ts';
import { addViews, viewsOf } from './store.ts';

const DELAY_MS = 2_000;

export type ViewCounter = {
  count: (slug: string) => void;
  /** What is written down, by whatever instance, and what this one still has in hand. */
  all: () => Promise<(slug: string) => number>;
  /** Writes down what is in hand; when the database refuses, it is kept for the next time. */
  flush: () => Promise<void>;
};

export function viewCounter(app: Pool, failed: (error: unknown) => void): ViewCounter {
  let inHand = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** Reading and writing take turns, so that nothing is counted twice or left out. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const add = (slug: string, views: number) => {
    inHand.set(slug, (inHand.get(slug) ?? 0) + views);
    timer ??= setTimeout(() => flush().catch(failed), DELAY_MS).unref();
  };
  const flush = () => inTurn(write);

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = inHand;
    inHand = new Map();
    if (taken.size === 0) return;
    try {
      await addViews(app, [...taken]);
    } catch (error) {
      for (const [slug, views] of taken) add(slug, views);
      throw error;
    }
  }

  return {
    count: (slug) => add(slug, 1),
    all: () =>
      inTurn(async () => {
        const written = await viewsOf(app);
        return (slug) => (written.get(slug) ?? 0) + (inHand.get(slug) ?? 0);
      }),
    flush,
  };
}
