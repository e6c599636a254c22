/** Everybody at once for a few seconds; contention.long.test.ts takes a minute. */
import { expect, test } from 'vitest';
import { contention } from '../support/contention.ts';

test('opposite transfers, payments, imports, workers and edits at once: no failure, and the book adds up (T29)', async () => {
  const result = await contention(4_000);
  expect(result).toMatchObject({ faults: [], problems: [], twice: 0, lost: 0n });
  expect(result.transfers).toBeGreaterThan(10);
  expect(result.calls).toBeGreaterThan(10);
  expect(result.imports).toBeGreaterThan(0);
  expect(result.workerRuns).toBeGreaterThan(0);
});
