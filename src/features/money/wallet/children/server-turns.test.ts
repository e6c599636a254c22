/** Asking during another look-up gives no result. */
import { expect, test } from 'vitest';
import { newTurns } from './sync.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, seconds));

test('a question that is not answered yet is "checking"; its end is what the next one hears (WALL-22)', () => {
  const turns = newTurns();
  expect(turns.take('a', at(0))).toMatchObject({ isTurn: true });
  expect(turns.take('a', at(1))).toEqual({ isTurn: false, failure: 'checking' });
  expect(turns.checkedAt('a')).toBeUndefined();
  turns.noteEnd('a', null, at(2));
  expect(turns.take('a', at(3))).toEqual({ isTurn: false, failure: null });
  expect(turns.take('b', at(3))).toMatchObject({ isTurn: true });
});

test('"checked" moves with each look-up that is answered, and not with one that fails (WALL-23)', () => {
  const turns = newTurns();
  for (const [begun, failure] of [
    [0, null],
    [10, null],
    [20, 'UNREACHABLE'],
  ] as const) {
    turns.take('a', at(begun));
    turns.noteEnd('a', failure, at(begun + 1));
  }
  expect(turns.checkedAt('a')).toEqual(at(11));
  expect(turns.take('a', at(22))).toEqual({ isTurn: false, failure: 'UNREACHABLE' });
});
