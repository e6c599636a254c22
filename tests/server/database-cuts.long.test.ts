/** The connections to the database are cut under mixed load, 200 times. */
import { expect, test } from 'vitest';
import { cutAgainAndAgain } from '../support/cuts.ts';

test('200 cuts: nothing acknowledged is lost, nothing is booked twice (PLAT-26)', async () => {
  const result = await cutAgainAndAgain(200);
  expect(result).toMatchObject({ cuts: 200, lost: 0, doubled: 0, faults: [], problems: [] });
  expect(result.acknowledged).toBeGreaterThanOrEqual(600);
  expect(result.replayed).toBeGreaterThanOrEqual(1800);
}, 7_200_000);
