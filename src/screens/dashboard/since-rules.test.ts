/** News shown to a child when it reopens its book. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Transaction } from '#features/book/transactions/contract.ts';
import { arrivedSince, MOST_NEWS } from './since-rules.ts';

const line = (n: number, over: Partial<Transaction> = {}): Transaction => ({
  id: `line-${n}`,
  childId: 'mia',
  type: 'allowance',
  amount: '0.00002500',
  description: 'Weekly allowance',
  childName: 'Mia',
  createdAt: '2026-11-21T06:00:00.000Z',
  state: 'recorded',
  reverses: null,
  undoneBy: null,
  from: null,
  to: 'savings',
  ...over,
});
const ids = (lines: readonly Transaction[]) => lines.map(({ id }) => id);

test('the first time, and without news, nothing is shown', () => {
  expect(arrivedSince([line(2), line(1)], undefined)).toEqual([]);
  expect(arrivedSince([line(2), line(1)], 'line-2')).toEqual([]);
  expect(arrivedSince([], 'line-2')).toEqual([]);
});

test('news is shown oldest first, at most four entries', () => {
  const lines = [5, 4, 3, 2, 1].map((n) => line(n));
  expect(ids(arrivedSince(lines, 'line-3'))).toEqual(['line-4', 'line-5']);
  expect(ids(arrivedSince(lines, 'line-0'))).toEqual(['line-2', 'line-3', 'line-4', 'line-5']);
});

test.each<[string, Partial<Transaction>]>([
  ['what was spent', { from: 'spending', to: null, amount: '-0.00000900', type: 'spending' }],
  ['a move between accounts', { from: 'savings', to: 'spending' }],
  ['what a parent took back', { undoneBy: 'other' }],
  ['the line that takes back', { reverses: 'other' }],
  ['a correction', { type: 'spending_adjustment' }],
  ['what waits for a yes', { state: 'waiting' }],
])('%s is not told', (_, over) => {
  expect(arrivedSince([line(2, over), line(1)], 'line-1')).toEqual([]);
});

test('whatever was seen before, no entry is shown twice, and none that was seen', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.nat(12), (count, seenAt) => {
      const lines = Array.from({ length: count }, (_, i) => line(count - i));
      const told = arrivedSince(lines, `line-${seenAt}`);
      expect(new Set(ids(told)).size).toBe(told.length);
      expect(told.length).toBeLessThanOrEqual(MOST_NEWS);
      if (seenAt >= 1 && seenAt <= count)
        for (const { id } of told) expect(Number(id.slice(5))).toBeGreaterThan(seenAt);
    }),
  );
});
