/** The connections to the database are cut under mixed load. */
import { expect, test } from 'vitest';
import { cutAgainAndAgain } from '../support/cuts.ts';

test('10 cuts: nothing acknowledged is lost, nothing is booked twice (PLAT-26)', async () => {
  const result = await cutAgainAndAgain(10);
  expect(result).toMatchObject({ cuts: 10, lost: 0, doubled: 0, faults: [], problems: [] });
  expect(result.acknowledged).toBeGreaterThanOrEqual(30);
  expect(result.replayed).toBeGreaterThanOrEqual(90);
});
