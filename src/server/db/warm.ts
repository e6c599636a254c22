/**
 * Plans a large statement on every connection before a person has to wait for it: PostgreSQL plans
 * it once per connection, which takes as long as a dozen executions.
 */
import { type Database, POOL_SIZE } from './database.ts';
import type { Question, Tx } from './sql.ts';

/** An id that belongs to no family, so the statement finds nothing. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A connection that can't be warmed stays cold, and its first user waits a little longer. */
export async function warm(
  db: Pick<Database, 'readFamily'>,
  ask: (tx: Tx) => Question,
  connections = POOL_SIZE,
): Promise<void> {
  let asked = 0;
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  const one = () =>
    db.readFamily(NOBODY, async (tx) => {
      try {
        await ask(tx).execute();
      } finally {
        // Each holds its connection until all have one.
        asked += 1;
        if (asked === connections) resolve();
      }
      await allAsked;
    });
  const done = Array.from({ length: connections }, () => one().finally(resolve));
  await Promise.allSettled(done);
}
