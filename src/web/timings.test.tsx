/** How long calls took, kept for looking into. */
import { expect, test } from 'vitest';
import { timed, timingsOf } from './timings.ts';

test('PLAT-28 a failed call is timed as well', async () => {
  const failing = timed('failing', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(timingsOf('failing')).toHaveLength(1);
});

test('PLAT-28 the last 100 timings of a label are kept', async () => {
  for (let i = 0; i < 101; i += 1) await timed('many', async () => i);
  await timed('other', async () => 0);
  expect(timingsOf('many')).toHaveLength(100);
  expect(timingsOf('other')).toHaveLength(1);
  expect(timingsOf('never')).toHaveLength(0);
});
