/** Whether the wallet covers the books, at the edges of enough and fresh. */
import { expect, test } from 'vitest';
import { FRESH_HOURS } from './contract.ts';
import { coverageState, isFresh, shortBy } from './rules.ts';

const now = new Date('2026-11-25T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const FRESH_MS = FRESH_HOURS * 3_600_000;

test('what was looked up 24 hours ago is judged; a millisecond more, and it is not (DASH-22)', () => {
  expect(FRESH_HOURS).toBe(24);
  expect([ago(FRESH_MS), ago(FRESH_MS + 1), null].map((at) => isFresh(at, now))).toEqual([
    ...[true, false, false],
  ]);
});

test('a wallet that holds exactly what the books promise covers them; one sat less is short (DASH-22)', () => {
  const totals = { promisedSats: 30_000n, heldSats: 30_000n, checkedAt: now };
  const less = { ...totals, heldSats: 29_999n };
  expect([coverageState(totals, now), shortBy(totals)]).toEqual(['covered', 0n]);
  expect([coverageState(less, now), shortBy(less)]).toEqual(['short', 1n]);
  expect(coverageState({ ...less, checkedAt: ago(FRESH_MS + 1) }, now)).toBe('not_checked');
  expect(coverageState(undefined, now)).toBe('no_wallet');
});
