/** Shares of fees. */
import { expect, test } from 'vitest';
import { feePercent, isLowFee } from './rules.ts';

test.each([
  [199n, 10_000n, 2, true],
  [200n, 10_000n, 2, false],
  [201n, 10_000n, 2.1, false],
  [141n, 30_000n, 0.5, true],
  [500n, 400n, 125, false],
  [1n, 0n, 0, false],
])('a fee of %s for %s is %s %%', (feeSats, amountSats, percent, isLow) => {
  expect(feePercent(feeSats, amountSats)).toBe(percent);
  expect(isLowFee(feeSats, amountSats)).toBe(isLow);
});
