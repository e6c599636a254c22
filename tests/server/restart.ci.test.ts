/** The program is killed (kill -9) under mixed load. */
import { expect, test } from 'vitest';
import { killAgainAndAgain } from '../support/restarts.ts';

test('4 random kills: nothing acknowledged is lost, nothing is booked twice (T27 PLAT-26)', async () => {
  const result = await killAgainAndAgain(4);
  expect(result).toMatchObject({ kills: 4, lost: 0, doubled: 0, faults: [], problems: '' });
  expect(result.acknowledged).toBeGreaterThanOrEqual(80);
  expect(result.replayed).toBeGreaterThanOrEqual(80);
}, 600_000);
