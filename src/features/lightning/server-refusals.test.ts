/** A wallet that refuses after it has paid: the whole table of lies, against pay days and purchases. */
import { expect, test } from 'vitest';
import { LIES, playRefusals } from '#tests/support/refusals.ts';

test('T28 C3 whatever a wallet refuses and lies, no pay day or purchase is paid twice, and no word is false', async () => {
  expect(LIES.length).toBe(429);
  expect(await playRefusals(LIES.filter((_, at) => at % 3 === 0))).toEqual([]);
});
