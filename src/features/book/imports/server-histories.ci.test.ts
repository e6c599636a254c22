/** Random lives with files, pruning and other spending changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { importHistories } from '#tests/support/import-history.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('random histories with pruning and imports keep every invariant: as the same without pruning (T34 T47 PRIV-15 TXN-31)', async () => {
  const done = await importHistories(app, { seed: 20261121, runs: 8, steps: 30 });
  expect(done.problems).toEqual([]);
  expect(done.imported).toBeGreaterThan(100);
  expect(done.undone).toBeGreaterThan(0);
  expect(done.pruned).toBeGreaterThan(10);
  expect(done.added).toBeGreaterThan(0);
});
