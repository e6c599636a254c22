/** A frozen program's turn ends before its rows are due for another one (decision 84). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newLease } from './lease.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const begun = () => {
  const lease = newLease(
    () => new Date(),
    ({ message }) => expect.unreachable(message),
  );
  const dueIn = lease.until().getTime() - Date.now();
  return { lease, dueIn };
};

test('it is lost two seconds and more before anybody else may begin', () => {
  const { lease, dueIn } = begun();
  vi.advanceTimersByTime(dueIn - 2_000);
  expect(lease.isHeld()).toBe(false);
});

test('it is held long enough to miss two renewals', () => {
  const { lease } = begun();
  vi.advanceTimersByTime(3 * 5_000);
  expect(lease.isHeld()).toBe(true);
});
