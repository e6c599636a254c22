/** Large results, page by page. */
import type postgres from 'postgres';
import type { Tx } from './sql.ts';

/**
 * The rows of a query, 5,000 at a time, each page a statement with its own time limit. The driver's
 * `cursor` has none: its promise never settles, so its connection would be given up as silent five
 * seconds later, while already lent to another transaction.
 */
export async function* pages<Row extends object>(
  tx: Tx,
  query: postgres.PendingQuery<postgres.Row[]>,
): AsyncGenerator<Row[]> {
  await tx`DECLARE pages NO SCROLL CURSOR FOR ${query}`;
  for (;;) {
    // `unsafe`, as a prepared FETCH would be read with the columns of the first result it had.
    const page = await tx.unsafe<Row[]>('FETCH 5000 FROM pages');
    if (page.length === 0) break;
    yield page;
  }
  await tx`CLOSE pages`;
}
