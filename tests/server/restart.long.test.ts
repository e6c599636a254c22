/** The full count: 20 of 20. */
import { expect, test } from 'vitest';
import { killAgainAndAgain } from '../support/restarts.ts';

test('20 of 20 restarts after kill -9 come up with every answered entry', async () => {
  const { starts, answered, underWay, found } = await killAgainAndAgain(20);
  expect(starts).toBe(20);
  expect(answered).toBeGreaterThan(500);
  expect(found).toBeGreaterThanOrEqual(answered);
  expect(found).toBeLessThanOrEqual(answered + underWay);
});
