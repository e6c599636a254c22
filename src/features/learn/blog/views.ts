/**
 * Counts views in memory and stores them together, a moment later: a thousand readers of an article
 * cause one statement. Unsaved counts are lost only if the instance is killed.
 */
import type { Pool } from '#server/db/sql.ts';
import { addViews, viewsOf } from './store.ts';

const DELAY_MS = 2_000;

export type ViewCounter = {
  count: (slug: string) => void;
  /** The stored counts of all instances, plus this instance's unsaved ones. */
  all: () => Promise<(slug: string) => number>;
  /** Stores pending counts; if the database refuses, retries them next time. */
  flush: () => Promise<void>;
};

export function viewCounter(app: Pool, failed: (error: unknown) => void): ViewCounter {
  let inHand = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** Reads and writes take turns: nothing is counted twice or missed. */
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

  let next: ReturnType<ViewCounter['all']> | undefined;
  const read = () =>
    inTurn(async () => {
      next = undefined;
      const written = await viewsOf(app);
      return (slug: string) => (written.get(slug) ?? 0) + (inHand.get(slug) ?? 0);
    });

  return {
    count: (slug) => add(slug, 1),
    // Callers before the next read begins share it.
    all: () => {
      next ??= read();
      return next;
    },
    flush,
  };
}
