/** Everybody at once for a minute. */
import { expect, test } from 'vitest';
import { contention } from '../support/contention.ts';

test('a minute of opposite transfers, payments, imports, workers and edits: no failure, the book adds up (T29)', async () => {
  const result = await contention(60_000);
  expect(result).toMatchObject({ faults: [], problems: [], twice: 0, lost: 0n });
  expect(result.transfers).toBeGreaterThan(1_000);
  expect(result.calls).toBeGreaterThan(1_000);
  expect(result.imports).toBeGreaterThan(100);
  expect(result.workerRuns).toBeGreaterThan(50);
});
