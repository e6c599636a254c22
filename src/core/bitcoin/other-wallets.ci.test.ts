/** 200 random keys, every script type: the same addresses as @scure and BDK derive. */
import { expect, test } from 'vitest';
import { byBdk, byScure, byUs, randomKeys } from '#tests/support/other-wallets.ts';

test('the addresses of 200 random keys are those of @scure and of BDK (WALL-01)', {
  timeout: 600_000,
}, () => {
  const keys = randomKeys(200);
  for (const key of keys) {
    const ours = byUs(key);
    expect(ours, key.text).toEqual(byScure(key));
    expect(ours, key.text).toEqual(byBdk(key));
  }
  expect(new Set(keys.map(({ network }) => network)).size).toBe(4);
});
