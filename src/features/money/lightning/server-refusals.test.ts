/** A wallet that refuses after having paid: each 17th row of the table of lies; all in `.ci`. */
import { expect, test } from 'vitest';
import { LIES, playRefusals } from '#tests/support/refusals.ts';

test('whatever a wallet refuses and lies, no pay day or purchase is paid twice, and no statement is false (T28)', async () => {
  const { wrong, ...counts } = await playRefusals(LIES.filter((_, at) => at % 17 === 3));
  expect(wrong).toEqual([]);
  // It paid in secret, and others ended unpaid.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
});
