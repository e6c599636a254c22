/** The program is killed (kill -9) under mixed load, 500 times. */
import { expect, test } from 'vitest';
import { killAgainAndAgain } from '../support/restarts.ts';

test('500 random kills: nothing acknowledged is lost, nothing is booked twice (T27 PLAT-26)', async () => {
  const result = await killAgainAndAgain(500);
  expect(result).toMatchObject({ kills: 500, lost: 0, doubled: 0, faults: [], problems: '' });
  expect(result.acknowledged).toBeGreaterThanOrEqual(10000);
  expect(result.replayed).toBeGreaterThanOrEqual(10000);
}, 10_800_000);
