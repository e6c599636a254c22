/**
 * kill -9 of the whole program while families write: it comes up again and nothing answered is
 * lost.
 */
import { expect, test } from 'vitest';
import { killAgainAndAgain } from '../support/restarts.ts';

test('3 of 3 restarts after kill -9 come up with every answered entry', async () => {
  const { starts, answered, underWay, found } = await killAgainAndAgain(3);
  expect(starts).toBe(3);
  expect(answered).toBeGreaterThan(10);
  expect(found).toBeGreaterThanOrEqual(answered);
  expect(found).toBeLessThanOrEqual(answered + underWay);
}, 120_000);
