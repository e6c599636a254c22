/** How long calls took, stored for a later look. */
import { afterEach, expect, test, vi } from 'vitest';
import { timed, timingsOf } from './timings.ts';

test('a failed call is timed as well (PLAT-28)', async () => {
  const failing = timed('failing', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(timingsOf('failing')).toHaveLength(1);
});

afterEach(() => vi.useRealTimers());

test('the last 100 timings of a label are stored, in milliseconds (PLAT-28)', async () => {
  vi.useFakeTimers();
  for (let ms = 0; ms < 101; ms += 1)
    await timed('many', async () => void vi.advanceTimersByTime(ms));
  await timed('other', async () => 0);
  expect(timingsOf('many')).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(timingsOf('other')).toHaveLength(1);
  expect(timingsOf('never')).toHaveLength(0);
});
