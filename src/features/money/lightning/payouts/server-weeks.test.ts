/** Weeks of outages in a few time zones; a year in twelve is in server-weeks.long.test.ts. */
import { test } from 'vitest';
import { playWeeks, ZONES } from '#tests/support/payout-weeks.ts';

test('weeks with wallet, receiver and server away in turn: each is paid once (T27 T28 T31)', async () => {
  await playWeeks(
    [0, 4, 10].map((at) => String(ZONES[at])),
    4,
    7,
  );
}, 600_000);
