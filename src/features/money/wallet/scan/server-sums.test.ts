/** A source that reports more bitcoin than can exist isn't believed. */
import { expect, test } from 'vitest';
import { MAX_SATS } from '#core/money.ts';
import { type Looked, requirePossible } from './lookup.ts';

const at = (confirmedSats: bigint, waitingSats: bigint): Looked => ({
  ...{ scriptHash: 'ab', address: 'tb1q', scriptType: 'p2wpkh', branch: 'receive' },
  ...{ addressIndex: 0, status: 'ab', confirmedSats, waitingSats },
});
const isPossible = (...looked: Looked[]) => {
  try {
    requirePossible(looked);
    return true;
  } catch {
    return false;
  }
};

test('what all addresses hold, and what moves in and out of them, is all bitcoin at most', () => {
  expect(isPossible(at(MAX_SATS, 0n), at(1n, 0n))).toBe(false);
  expect(isPossible(at(0n, MAX_SATS), at(0n, 1n))).toBe(false);
  expect(isPossible(at(0n, -MAX_SATS), at(0n, 1n)), 'it goes out and in').toBe(false);
  expect(isPossible(at(MAX_SATS - 1n, MAX_SATS), at(1n, 0n))).toBe(true);
});
