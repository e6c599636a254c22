/** Where a deposit stands, what a new look makes of it, and when the book has it. */
import { expect, test } from 'vitest';
import { bookingOf, type DepositFacts, depositState, movedTo } from './rules.ts';

const TXID = 'ab'.repeat(32);
const facts = (over: Partial<DepositFacts> = {}): DepositFacts => ({
  ...{ height: 100, dropped: false, answer: null, ...over },
});

test.each([
  [facts({ dropped: true, answer: 'child' }), 'gone'],
  [facts({ height: null, answer: 'child' }), 'waiting'],
  [facts({ height: 0 }), 'asked'],
  [facts({ answer: 'child' }), 'booked'],
  [facts({ answer: 'promised' }), 'promised'],
  [facts({ answer: 'nobody' }), 'declined'],
] as const)('%j is %s, and in the book only if it is booked', (row, state) => {
  expect(depositState(row)).toBe(state);
  const isBooked = state === 'booked';
  expect(bookingOf({ ...row, entryId: null })).toBe(isBooked ? 'book' : undefined);
  expect(bookingOf({ ...row, entryId: 'entry' })).toBe(isBooked ? undefined : 'take_back');
});

test('a deposit moves where its own transaction moves, and only then', () => {
  const moved = (height: number | null, dropped: boolean, line?: { height: number | undefined }) =>
    movedTo({ ...facts({ height, dropped }), txid: TXID }, [
      { txid: 'cd'.repeat(32), height: 7 },
      ...(line ? [{ txid: TXID, ...line }] : []),
    ]);
  expect(moved(100, false, { height: 100 })).toBeUndefined();
  expect(moved(null, false, { height: undefined })).toBeUndefined();
  expect(moved(null, true)).toBeUndefined();
  expect(moved(null, false, { height: 100 })).toEqual({ height: 100, dropped: false });
  expect(moved(100, false, { height: 101 })).toEqual({ height: 101, dropped: false });
  expect(moved(100, false, { height: undefined })).toEqual({ height: null, dropped: false });
  expect(moved(100, false)).toEqual({ height: null, dropped: true });
  expect(moved(null, true, { height: undefined })).toEqual({ height: null, dropped: false });
});
