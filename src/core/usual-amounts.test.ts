/** The amounts offered for a tap. */
import { expect, test } from 'vitest';
import { usualAmounts } from './usual-amounts.ts';

const common = [1_000n, 2_000n, 5_000n];

test('a family without lines is offered common amounts', () => {
  expect(usualAmounts([], common, 100_000n)).toEqual(common);
});

test('the amounts offered are those used most, of equals the newest, in ascending order', () => {
  const used = [9n, 700n, -300n, 700n, 300n, 300n, 8n];
  expect(usualAmounts(used, common, 100_000n)).toEqual([9n, 300n, 700n]);
});

test('nothing above three times the usual is offered, even if it was given once or is common', () => {
  expect(usualAmounts([40_000n, 100n, 50n, 100n, 301n], common, 100_000n)).toEqual([50n, 100n]);
  expect(usualAmounts([100n, 100n, 300n], common, 100_000n)).toEqual([100n, 300n]);
});

test('nothing is offered that the form would question', () => {
  const used = [250_000n, 250_000n, 0n, 3_000n];
  expect(usualAmounts(used, common, 100_000n)).toEqual([1_000n, 2_000n, 3_000n]);
});
