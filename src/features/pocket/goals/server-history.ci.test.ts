/** Random histories of goals, and answers at the same moment. SEED=… plays one again. */
import { expect, test } from 'vitest';
import { answerAtOnce } from '#tests/support/allocation-deciders.ts';
import { startApp } from '#tests/support/app.ts';
import { goalHistory } from '#tests/support/goal-history.ts';

test('random histories, four writers, each change sent twice: the sums agree (GOAL-01 GOAL-18 T34)', async () => {
  const app = await startApp();
  const seed = Number(process.env.SEED ?? 20_261_121);
  const { done, refused, problems } = await goalHistory(app, { seed, runs: 4, steps: 60 });
  expect(problems, `SEED=${seed}`).toEqual([]);
  expect(done).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(0);
  await app.close();
});

test('100 parallel answers to an allocation, six mixes: one outcome, one posting (T17 GOAL-45)', () =>
  answerAtOnce(6));
