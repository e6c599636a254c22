/** 2,000 new random keys, and whole batches: the same addresses as @scure and BDK derive. */
import { expect, test } from 'vitest';
import { byBdk, byScure, byUs, randomKeys } from '#tests/support/other-wallets.ts';

test('the addresses of 2,000 random keys are those of @scure and of BDK (WALL-01)', () => {
  for (const key of randomKeys(2_000)) {
    const ours = byUs(key);
    expect(ours, key.text).toEqual(byScure(key));
    expect(ours, key.text).toEqual(byBdk(key));
  }
});

test('the 2,000 addresses of whole batches are those of @scure (WALL-01)', () => {
  for (const key of randomKeys(3)) {
    const whole = { ...key, first: 0, count: 2_000 };
    expect(byUs(whole), key.text).toEqual(byScure(whole));
  }
});
