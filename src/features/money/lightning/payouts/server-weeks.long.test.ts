/** A year of outages in twelve time zones; about two minutes of CPU. */
import { test } from 'vitest';
import { playWeeks, ZONES } from '#tests/support/payout-weeks.ts';

test('52 weeks in 12 time zones with outages: each week is paid once (T27 T28 T31)', async () => {
  await playWeeks(ZONES, 52, 21);
}, 3_600_000);
