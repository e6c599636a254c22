/** Whether the database answers; asked at most once a second, however often we are asked. */
import type { Pool } from '../db/database.ts';

const FRESH_MS = 1_000;

/** @throws what the database said, when it does not answer. */
export function databaseCheck(pool: Pool): () => Promise<unknown> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<unknown> = Promise.resolve();
  return () => {
    const now = performance.now();
    if (now - askedAt > FRESH_MS) {
      askedAt = now;
      answer = pool`SELECT 1`.execute();
    }
    return answer;
  };
}
