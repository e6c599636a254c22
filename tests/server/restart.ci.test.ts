/** kill -9 under mixed load: nothing acknowledged is lost, nothing is booked twice. */
import { expect, test } from 'vitest';
import { killAgainAndAgain } from '../support/restarts.ts';

test('10 random kills: nothing acknowledged is lost, nothing is booked twice (T27 PLAT-26)', async () => {
  const result = await killAgainAndAgain(10);
  expect(result).toMatchObject({ kills: 10, lost: 0, doubled: 0, faults: [], problems: '' });
  expect(result.acknowledged).toBeGreaterThanOrEqual(200);
  expect(result.replayed).toBeGreaterThanOrEqual(200);
}, 600_000);
