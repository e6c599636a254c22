/** When an entry can be undone, and what can be marked as paid. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TYPES } from './contract.ts';
import { undoUntil, whyNotPayable, whyNotUndoable } from './rules.ts';

const RECORDED = new Date('2026-11-18T12:00:00Z');
const open = {
  reverses: null,
  undoneBy: null,
  state: null,
  bookClosed: false,
  isAnswer: false,
  recordedAt: RECORDED,
};

test('an entry can be taken back until its 24 hours are over, not at that moment', () => {
  fc.assert(
    fc.property(fc.integer({ min: -86_400_000, max: 3 * 86_400_000 }), (ms) => {
      const now = new Date(RECORDED.getTime() + ms);
      expect(whyNotUndoable(open, now) === undefined).toBe(now < undoUntil(RECORDED));
    }),
    { examples: [[86_400_000 - 1], [86_400_000]] },
  );
  expect(undoUntil(RECORDED).toISOString()).toBe('2026-11-19T12:00:00.000Z');
});

test('each obstacle alone is enough, and has words', () => {
  const obstacles = [
    { reverses: 'x' },
    { undoneBy: 'x' },
    { bookClosed: true },
    { state: 'paid' as const },
    { state: 'checking' as const },
    { state: 'waiting' as const },
  ];
  const words = obstacles.map((one) => whyNotUndoable({ ...open, ...one }, RECORDED));
  expect(new Set(words).size).toBe(obstacles.length);
  expect(words).not.toContain(undefined);
  expect(whyNotUndoable({ ...open, state: 'cancelled' }, RECORDED)).toBeUndefined();
  // An answer's booked money is in the wallet, in any case.
  expect(whyNotUndoable({ ...open, state: 'paid', isAnswer: true }, RECORDED)).toBeUndefined();
});

test('all but corrections of spending money and pairs that cancel out can be paid', () => {
  const payable = TYPES.filter((type) => whyNotPayable({ ...open, type }) === undefined);
  expect(payable).toEqual(TYPES.filter((type) => type !== 'spending_adjustment'));
  for (const type of TYPES) {
    expect(whyNotPayable({ ...open, type, reverses: 'x' })).toBeDefined();
    expect(whyNotPayable({ ...open, type, undoneBy: 'x' })).toBeDefined();
    expect(whyNotPayable({ ...open, type, bookClosed: true })).toBeDefined();
  }
});
