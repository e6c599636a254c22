/** The full count: 300 random lives of 60 steps, each lived twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { importHistories } from '#tests/support/import-history.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('300 random histories of 60 steps with pruning and imports keep every invariant (T34 T47 PRIV-15)', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const done = await importHistories(app, {
    seed,
    runs: Number(process.env.RUNS ?? 300),
    steps: 60,
  });
  expect(done.problems, `SEED=${seed}`).toEqual([]);
  expect(done.imported).toBeGreaterThan(10_000);
  expect(done.added).toBeGreaterThan(50);
  expect(done.pruned).toBeGreaterThan(5_000);
});
