/** A deposit's state, a new scan's changes to it, and when it is in the book. */
import { expect, test } from 'vitest';
import { bookingOf, type DepositFacts, depositState, movedTo } from './rules.ts';

const TXID = 'ab'.repeat(32);
const facts = (over: Partial<DepositFacts> = {}): DepositFacts => ({
  ...{ height: 100, state: 'paid', answer: null, ...over },
});

test.each([
  [facts({ state: 'failed', answer: 'child' }), 'gone'],
  [facts({ height: null, state: 'open', answer: 'child' }), 'waiting'],
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
  type Stands = Pick<DepositFacts, 'height' | 'state'>;
  const waiting: Stands = { height: null, state: 'open' };
  const dropped: Stands = { height: null, state: 'failed' };
  const at = (height: number): Stands => ({ height, state: 'paid' });
  const moved = (from: Stands, line?: { height: number | undefined }) =>
    movedTo({ ...facts(from), txid: TXID }, [
      { txid: 'cd'.repeat(32), height: 7 },
      ...(line ? [{ txid: TXID, ...line }] : []),
    ]);
  expect(moved(at(100), { height: 100 })).toBeUndefined();
  expect(moved(waiting, { height: undefined })).toBeUndefined();
  expect(moved(dropped)).toBeUndefined();
  expect(moved(waiting, { height: 100 })).toEqual(at(100));
  expect(moved(at(100), { height: 101 })).toEqual(at(101));
  expect(moved(at(100), { height: undefined })).toEqual(waiting);
  expect(moved(at(100))).toEqual(dropped);
  expect(moved(dropped, { height: undefined })).toEqual(waiting);
});
