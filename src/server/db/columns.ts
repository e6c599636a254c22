/** Columns of many rows as parameters, for statements that write thousands of rows at once. */
import type { Tx } from './sql.ts';

type Plain = string | bigint | null;

/**
 * One column as an array literal. Only for values that need no quotes: ids, numbers, dates,
 * timestamps and our own keywords. (postgres.js escapes each value of an array, a third of a run's
 * CPU time.)
 */
export function list<T>(rows: readonly T[], of: (row: T) => Plain): string {
  return `{${rows.map((row) => of(row) ?? 'NULL').join(',')}}`;
}

/**
 * Restricts a scan to the range of families in the rows. The result is the same, but without it
 * PostgreSQL overestimates the families and reads the whole table for each batch.
 */
export function between<T>(tx: Tx, column: string, rows: readonly T[], of: (row: T) => string) {
  // There may be no rows: entries that cancel out move nothing.
  let [first, last] = [
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-0000-0000-000000000000',
  ];
  for (const row of rows) {
    const id = of(row);
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return tx`${tx(column)} BETWEEN ${first}::uuid AND ${last}::uuid`;
}
