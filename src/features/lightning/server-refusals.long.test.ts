/** A wallet that refuses after it has paid: every row of the table of lies. */
import { expect, test } from 'vitest';
import { LIES, playRefusals } from '#tests/support/refusals.ts';

test('T28 C3 429 lies of a wallet that refuses: nothing is paid twice, and no word is false', async () => {
  expect(LIES).toHaveLength(429);
  expect((await playRefusals(LIES)).wrong).toEqual([]);
});
