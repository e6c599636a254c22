/** A wallet that refuses after having paid: every row of the table of lies. */
import { expect, test } from 'vitest';
import { LIES, playRefusals } from '#tests/support/refusals.ts';

test('429 lies of a refusing wallet: nothing is paid twice, and no statement is false (T28)', async () => {
  expect(LIES).toHaveLength(429);
  expect((await playRefusals(LIES)).wrong).toEqual([]);
});
